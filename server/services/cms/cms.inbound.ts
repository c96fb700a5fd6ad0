/** The doors by which debtors' messages come in: raw mails, and text messages of the gateway. Both are signed like delivery reports. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault, fault } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { type Notices, receivingAt } from '../../platform/delivery/inbound.ts';
import { openSignature, reportSecrets, type Signature } from '../../platform/delivery/reports.ts';
import type { CallTurn } from '../../platform/delivery/voice.ts';
import { tooLarge } from '../../platform/edge/body.ts';
import { addressKey } from '../../platform/edge/rates.ts';
import { Refusal } from '../../platform/http.ts';
import { outboundOf } from '../../platform/outbound.ts';
import { receiveTo, unknownArrivals } from '../../platform/receive.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { readNoticeCredentials } from '../operations/operations.provider.logic.ts';
import { recordReports } from './cms.bounce.logic.ts';
import { takeCallNotice } from './cms.call.logic.ts';
import { readIncomingMail } from './cms.content.logic.ts';
import { receive, textMessage } from './cms.inbound.logic.ts';
import { MOST_MAIL } from './cms.mail.ts';
import { recordTemplateNotices } from './cms.whatsapp.logic.ts';

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

/** Bytes of a hundred text messages; a provider's own report is one message. */
const MOST_TEXTS = 4 * 2 ** 20;
const MOST_REPORT = 256 * 1024;
/** Mails that arrive at the same time, of one address and of all. Whoever brings more is told to come again, as mail servers do. */
const AT_ONCE = { ofOne: 8, ofAll: 64 };
const COME_AGAIN = { 'retry-after': '5', connection: 'close' };

/** @returns the signature to look at while the body arrives. @throws Refusal 401 before any of the body is read */
function demandSignature(clientId: string, header: unknown): Signature {
  const signature = isUuid(clientId) ? openSignature(header, reportSecrets(clientId)) : null;
  // What is still on its way is not waited for.
  if (!signature) throw new Refusal(401, fault('UNAUTHENTICATED', 'signatureWrong'), { connection: 'close' });
  return signature;
}

type ToClient = { Params: { clientId: string } };

/**
 * Adds POST /hooks/inbound/email/<clientId> (message/rfc822), POST /hooks/inbound/sms/<clientId> (JSON), and for the client's own
 * providers POST /hooks/providers/<clientId>/twilio, …/messagebird, …/infobip, …/bird and …/ses.
 */
export async function mountInbound(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register((routes) => mountMails(routes, deps));
  await app.register((routes) => mountTexts(routes, deps));
}

/** Mails are written to the disk while their signature is worked out: without one that fits they never take memory. */
async function mountMails(routes: FastifyInstance, { database, config }: Deps): Promise<void> {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const arriving = new Map<string, number>();
  let all = 0;

  routes.post<ToClient>('/hooks/inbound/email/:clientId', async (request, reply) => {
    const { params, headers, ip } = request;
    const signature = demandSignature(params.clientId, headers['x-quittance-signature']);
    if (Number(headers['content-length'] ?? 0) > MOST_MAIL) throw tooLarge(MOST_MAIL);
    const key = addressKey(ip);
    const ofOne = arriving.get(key) ?? 0;
    if (all >= AT_ONCE.ofAll || ofOne >= AT_ONCE.ofOne) throw new Refusal(503, fault('UNAVAILABLE', 'mailsAtOnce'), COME_AGAIN);
    const target = path.join(unknownArrivals(config.dataFolder), `${uuidv7()}.part`);
    arriving.set(key, ofOne + 1);
    all++;
    try {
      const source = (request.body as Readable | undefined) ?? Readable.from([]);
      const { sha256 } = await receiveTo(target, source, MOST_MAIL, signature.take).catch((error: unknown) => {
        throw error instanceof Fault && error.words?.key === 'fileTooLarge' ? tooLarge(MOST_MAIL) : error;
      });
      if (!signature.fits()) throw new Refusal(401, fault('UNAUTHENTICATED', 'signatureWrong'));
      const mail = await readIncomingMail({ clientId: params.clientId }, await readFile(target), `sha256:${sha256}`);
      if (!mail) return reply.code(422).send({ error: 'This is no mail that can be read' });
      const { outcome } = await inClient(database, params.clientId, (tx) => receive(tx, mail), PROVIDER);
      return reply.send({ outcome });
    } finally {
      all--;
      const left = (arriving.get(key) ?? 1) - 1;
      if (left > 0) arriving.set(key, left);
      else arriving.delete(key);
      await rm(target, { force: true });
    }
  });
}

async function mountTexts(routes: FastifyInstance, { database, config }: Deps): Promise<void> {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const signed = {
    bodyLimit: MOST_TEXTS,
    onRequest: async ({ params, headers }: FastifyRequest<ToClient>) =>
      void demandSignature(params.clientId, headers['x-quittance-signature']),
  };
  routes.post<ToClient>('/hooks/inbound/sms/:clientId', signed, async ({ params, body, headers }, reply) => {
    const signature = demandSignature(params.clientId, headers['x-quittance-signature']);
    if (!Buffer.isBuffer(body)) throw new Refusal(401, fault('UNAUTHENTICATED', 'signatureWrong'));
    signature.take(body);
    if (!signature.fits()) throw new Refusal(401, fault('UNAUTHENTICATED', 'signatureWrong'));
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

  // The first is what providers of text messages were told before they could report deliveries.
  for (const path of ['/hooks/inbound/sms/:clientId/:provider', '/hooks/providers/:clientId/:provider'])
    routes.post<{ Params: { clientId: string; provider: string } }>(path, { bodyLimit: MOST_REPORT }, async (asked, reply) => {
      const { params, body, headers, raw } = asked;
      const { clientId, provider } = params;
      const adapter = receivingAt(provider);
      if (!adapter || !isUuid(clientId) || !Buffer.isBuffer(body)) return reply.code(404).send({ error: 'There is no such address' });
      const request = { url: `${config.publicUrl}${raw.url ?? ''}`, headers, body };
      const credentials = await inClient(database, clientId, (tx) => readNoticeCredentials(tx, adapter.name), PROVIDER);
      const { isSigned, confirm, read, answer, speak } = adapter.receive;
      const outbound = outboundOf(config);
      if (!credentials || !(await isSigned(request, credentials, outbound))) return reply.code(401).send({ error: 'Invalid signature' });
      const turn = (await confirm?.(request, outbound)) ? null : await takeNotices(database, clientId, adapter.name, read(request));
      const { type, body: said } = turn && speak ? speak(turn) : answer;
      return reply.type(type).send(said);
    });

  routes.get<{ Params: { clientId: string; provider: string } }>('/hooks/providers/:clientId/:provider', async (asked, reply) => {
    const { clientId, provider } = asked.params;
    const adapter = receivingAt(provider);
    const credentials =
      adapter && isUuid(clientId) ? await inClient(database, clientId, (tx) => readNoticeCredentials(tx, adapter.name), PROVIDER) : null;
    const said = credentials && adapter?.receive.greet?.(new URL(asked.raw.url ?? '', config.publicUrl).searchParams, credentials);
    return said ? reply.type('text/plain').send(said) : reply.code(404).send({ error: 'There is no such address' });
  });
}

/** Keeps what a provider tells. A call that tells nothing of us, such as one about a message on its way, is answered all the same. */
async function takeNotices(database: Database, clientId: Uuid, providerName: string, told: Notices | null): Promise<CallTurn | null> {
  for (const { reference, from, to, text, channel, answers, isButton, media = [] } of told?.messages ?? []) {
    const about = { reference, sender: from, recipient: to, ...(channel && { channel }), ...(isButton && { isButton }) };
    const incoming = textMessage(
      { ...about, answers: answers ?? null, media: media.map((each) => ({ ...each, providerName, state: 'waiting' })) },
      text.replaceAll('\u0000', ''),
    );
    await inClient(database, clientId, (tx) => receive(tx, incoming), PROVIDER);
  }
  const reports = told?.reports ?? [];
  if (reports.length > 0) await inClient(database, clientId, (tx) => recordReports(tx, reports, now()), PROVIDER);
  const templates = told?.templates ?? [];
  if (templates.length > 0) await inClient(database, clientId, (tx) => recordTemplateNotices(tx, templates), PROVIDER);
  const call = told?.call;
  return call ? inClient(database, clientId, (tx) => takeCallNotice(tx, call), PROVIDER) : null;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
