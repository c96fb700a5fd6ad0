/** The doors by which debtors' messages come in: raw mails, and text messages of the gateway. Both are signed like delivery reports. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isUuid } from '../../../core/id.ts';
import type { Config } from '../../platform/config.ts';
import { INBOUND_FORMATS } from '../../platform/delivery/inbound.ts';
import { isSigned, reportSecrets } from '../../platform/delivery/reports.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { readSmsCredentials } from '../operations/operations.provider.logic.ts';
import { readIncomingMail } from './cms.content.logic.ts';
import { receive, textMessage } from './cms.inbound.logic.ts';
import { MOST_MAIL } from './cms.mail.ts';

interface Deps {
  readonly database: Database;
  readonly config: Config;
}

const texts = z.object({
  messages: z
    .array(
      z.object({
        reference: z.string().min(1).max(200),
        from: z.string().min(3).max(40),
        to: z.string().max(40).default(''),
        text: z.string().max(10_000),
      }),
    )
    .min(1)
    .max(100),
});

const PROVIDER = { actor: { type: 'provider', id: null } } as const;

/**
 * Adds POST /hooks/inbound/email/<clientId> (message/rfc822), POST /hooks/inbound/sms/<clientId> (JSON), and for the client's own provider
 * POST /hooks/inbound/sms/<clientId>/twilio and …/messagebird.
 */
export async function mountInbound(app: FastifyInstance, { database, config }: Deps): Promise<void> {
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_MAIL }, (_request, body, done) => done(null, body));
    const admits = (clientId: string, signature: unknown, body: unknown): body is Buffer =>
      isUuid(clientId) && Buffer.isBuffer(body) && reportSecrets(clientId).some((secret) => isSigned(signature, body, secret));

    routes.post<{ Params: { clientId: string } }>(
      '/hooks/inbound/email/:clientId',
      { bodyLimit: MOST_MAIL },
      async ({ params, body, headers }, reply) => {
        if (!admits(params.clientId, headers['x-quittance-signature'], body))
          return reply.code(401).send({ error: 'The signature does not fit' });
        const mail = await readIncomingMail(
          { clientId: params.clientId },
          body,
          `sha256:${createHash('sha256').update(body).digest('hex')}`,
        );
        if (!mail) return reply.code(422).send({ error: 'This is no mail that can be read' });
        const { outcome } = await inClient(database, params.clientId, (tx) => receive(tx, mail), PROVIDER);
        return reply.send({ outcome });
      },
    );

    routes.post<{ Params: { clientId: string } }>('/hooks/inbound/sms/:clientId', async ({ params, body, headers }, reply) => {
      if (!admits(params.clientId, headers['x-quittance-signature'], body))
        return reply.code(401).send({ error: 'The signature does not fit' });
      const read = texts.safeParse(parse(body));
      if (!read.success) {
        const issue = read.error.issues[0];
        return reply.code(422).send({ error: `${issue?.path.join('.')}: ${issue?.message}` });
      }
      const outcomes: string[] = [];
      for (const { reference, from, to, text } of read.data.messages) {
        const message = textMessage({ reference, sender: from, recipient: to }, text.replaceAll('\u0000', ''));
        outcomes.push((await inClient(database, params.clientId, (tx) => receive(tx, message), PROVIDER)).outcome);
      }
      return reply.send({ outcomes });
    });

    routes.post<{ Params: { clientId: string; provider: string } }>(
      '/hooks/inbound/sms/:clientId/:provider',
      async ({ params: { clientId, provider }, body, headers, raw }, reply) => {
        const format = Object.hasOwn(INBOUND_FORMATS, provider) ? INBOUND_FORMATS[provider] : undefined;
        if (!format || !isUuid(clientId) || !Buffer.isBuffer(body)) return reply.code(404).send({ error: 'There is no such address' });
        const request = { url: `${config.publicUrl}${raw.url ?? ''}`, headers, body };
        const credentials = await inClient(database, clientId, (tx) => readSmsCredentials(tx, format.providerName), PROVIDER);
        if (!credentials || !(await format.isSigned(request, credentials)))
          return reply.code(401).send({ error: 'The signature does not fit' });
        const told = format.read(request);
        if (!told) return reply.code(422).send({ error: 'This tells of no message' });
        const incoming = textMessage({ ...told, sender: told.from, recipient: told.to }, told.text.replaceAll('\u0000', ''));
        await inClient(database, clientId, (tx) => receive(tx, incoming), PROVIDER);
        return reply.type(format.answer.type).send(format.answer.body);
      },
    );
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
