/** A message as a file (.eml), under a signed address for minutes: what mail programs and archives read. */
import type { FastifyInstance } from 'fastify';
import MailComposer from 'nodemailer/lib/mail-composer';
import { notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { pageParts } from '../../platform/delivery/mime.ts';
import { isSignedBy, sign } from '../../platform/keyRing.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { withoutTracking } from './cms.links.ts';

const PURPOSE = 'message files';
const LIFETIME = 5 * MINUTE;

interface MessageRow {
  readonly communication_id: Uuid;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string | null;
  readonly text_content: string;
  readonly html_content: string | null;
  readonly created_at: Date;
}

const signedText = (id: Uuid, expires: number) => `${id}.${expires}`;

/**
 * @param messageURL "communication/<id>", as listCommunications and the events give it, or the bare id.
 * @param base this installation's address. @returns where its file is for some minutes. @throws Fault NOT_FOUND
 */
export async function messageFileURL(tx: Tx, messageURL: string, base: string): Promise<string> {
  const row = await findMessage(tx, messageURL.replace(/^communication\//, ''));
  if (!row) throw notFound('communicationNotFound');
  const expires = now() + LIFETIME;
  const signature = sign(PURPOSE, signedText(row.communication_id, expires), tx.clientId);
  const query = new URLSearchParams({ expires: String(expires), signature });
  return `${base}/api/cms/message/${tx.clientId}/${row.communication_id}.eml?${query}`;
}

async function findMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx.sql<MessageRow & Record<string, unknown>>(
    `select communication_id, sender, recipient, subject, text_content, html_content, created_at from communication
     where client_id = $1 and (communication_id = $2 or outbox_id = $2)`,
    [tx.clientId, id],
  );
  return row;
}

/** Adds /api/cms/message/<clientId>/<id>.eml. */
export async function mountMessageFiles(app: FastifyInstance, { database }: { readonly database: Database }): Promise<void> {
  app.get<{ Params: { clientId: string; file: string }; Querystring: Record<string, unknown> }>(
    '/api/cms/message/:clientId/:file',
    async ({ params: { clientId, file }, query: { expires, signature } }, reply) => {
      const id = file.replace(/\.eml$/, '');
      const until = typeof expires === 'string' && /^\d{1,15}$/.test(expires) ? Number(expires) : 0;
      const isRight =
        isUuid(clientId) &&
        isUuid(id) &&
        until > now() &&
        typeof signature === 'string' &&
        isSignedBy(PURPOSE, signedText(id, until), signature, clientId);
      const row = isRight ? await inClient(database, clientId, (tx) => findMessage(tx, id), { readOnly: true }) : undefined;
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      if (!row) return reply.code(404).type('text/plain').send('Not found');
      return reply
        .header('content-disposition', `attachment; filename="message-${id}.eml"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('message/rfc822')
        .send(await mailOf(row));
    },
  );
}

/** Whoever opens the file isn't the debtor: nothing in it is counted. */
function mailOf(row: MessageRow): Promise<Buffer> {
  const node = new MailComposer({
    from: row.sender,
    to: row.recipient,
    subject: row.subject ?? '',
    date: row.created_at,
    messageId: `<${row.communication_id}@message.invalid>`,
    text: row.text_content,
    ...pageParts(row.html_content === null ? null : withoutTracking(row.html_content, false)),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return node.build();
}
