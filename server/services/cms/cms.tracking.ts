/** The addresses in messages, and where providers report bounces. None of them needs a token of ours; each is unguessable or signed. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isUuid } from '../../../core/id.ts';
import { type Locale, toLocale } from '../../../core/locale.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { isSigned, reportSecrets } from '../../platform/delivery/reports.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { optOut } from '../account/contact/delivery.logic.ts';
import { readReports, recordReports } from './cms.bounce.logic.ts';
import { accountOfToken, clientOfToken, noteClicked, noteOpened } from './cms.tracking.logic.ts';

interface Deps {
  readonly database: Database;
  readonly config: Config;
}

/** Bytes of a batch: a thousand reports. */
const MOST_REPORTS = 2 ** 20;

/** A transparent picture of one dot. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Adds the addresses below /t and the delivery reports at /hooks/delivery/<clientId>. */
export async function mountTracking(app: FastifyInstance, { database }: Deps): Promise<void> {
  await app.register(async (routes) => {
    routes.removeContentTypeParser(['application/json', 'application/x-www-form-urlencoded']);
    routes.addContentTypeParser(
      ['application/json', 'application/x-www-form-urlencoded'],
      { parseAs: 'string', bodyLimit: MOST_REPORTS },
      (_request, body, done) => done(null, body),
    );

    routes.get<{ Params: { file: string } }>('/t/o/:file', async ({ params }, reply) => {
      const token = params.file.replace(/\.gif$/, '');
      const clientId = clientOfToken(token);
      if (clientId) await inClient(database, clientId, (tx) => noteOpened(tx, token, now()));
      // Known or not, the answer is the same dot.
      return reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'cross-origin').type('image/gif').send(DOT);
    });

    routes.get<{ Params: { token: string; index: string } }>('/t/c/:token/:index', async ({ params }, reply) => {
      const clientId = clientOfToken(params.token);
      const index = /^\d{1,3}$/.test(params.index) ? Number(params.index) : -1;
      const target =
        clientId && index >= 0 ? await inClient(database, clientId, (tx) => noteClicked(tx, params.token, index, now())) : null;
      if (target === null) return page(reply, 404, TEXTS.en_US.unknown);
      return reply.header('cache-control', 'no-store').redirect(target, 302);
    });

    routes.get<{ Params: { token: string } }>('/t/u/:token', async ({ params }, reply) => {
      const clientId = clientOfToken(params.token);
      const found = clientId ? await inClient(database, clientId, (tx) => accountOfToken(tx, params.token), { readOnly: true }) : null;
      if (!found) return page(reply, 404, TEXTS.en_US.unknown);
      const texts = textsOf(found.locale);
      // Looking changes nothing: mail scanners follow every link.
      return page(reply, 200, texts.ask, `<form method="post"><button type="submit">${texts.stop}</button></form>`);
    });

    // RFC 8058: a mail program posts List-Unsubscribe=One-Click; the form above posts nothing.
    routes.post<{ Params: { token: string } }>('/t/u/:token', async ({ params }, reply) => {
      const clientId = clientOfToken(params.token);
      const found = clientId
        ? await inClient(
            database,
            clientId,
            async (tx) => {
              const message = await accountOfToken(tx, params.token);
              if (message) await optOut(tx, message.accountId, 'email', 'unsubscribe');
              return message;
            },
            { actor: { type: 'debtor', id: null } },
          )
        : null;
      return found ? page(reply, 200, textsOf(found.locale).stopped) : page(reply, 404, TEXTS.en_US.unknown);
    });

    routes.post<{ Params: { clientId: string }; Body: string }>('/hooks/delivery/:clientId', async ({ params, body, headers }, reply) => {
      const { clientId } = params;
      if (!isUuid(clientId) || !reportSecrets(clientId).some((secret) => isSigned(headers['x-quittance-signature'], body, secret)))
        return reply.code(401).send({ error: 'Invalid signature' });
      const reports = readReports(body);
      if (typeof reports === 'string') return reply.code(422).send({ error: reports });
      const recorded = await inClient(database, clientId, (tx) => recordReports(tx, reports, now()), {
        actor: { type: 'provider', id: null },
      });
      return reply.send({ recorded });
    });
  });
}

interface Texts {
  readonly ask: string;
  readonly stop: string;
  readonly stopped: string;
  readonly unknown: string;
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
  en_US: {
    ask: 'Do you want no more e-mails from us?',
    stop: 'Stop e-mails',
    stopped: 'You will get no more e-mails from us.',
    unknown: 'This address is not known.',
  },
  en_GB: {
    ask: 'Do you want no more e-mails from us?',
    stop: 'Stop e-mails',
    stopped: 'You will get no more e-mails from us.',
    unknown: 'This address is not known.',
  },
  de_DE: {
    ask: 'Möchten Sie keine E-Mails mehr von uns erhalten?',
    stop: 'E-Mails abbestellen',
    stopped: 'Sie erhalten keine E-Mails mehr von uns.',
    unknown: 'Diese Adresse ist nicht bekannt.',
  },
  es_ES: {
    ask: '¿No desea recibir más correos nuestros?',
    stop: 'No recibir más correos',
    stopped: 'No recibirá más correos nuestros.',
    unknown: 'Esta dirección no se conoce.',
  },
  nl_NL: {
    ask: 'Wilt u geen e-mails meer van ons?',
    stop: 'Geen e-mails meer',
    stopped: 'U ontvangt geen e-mails meer van ons.',
    unknown: 'Dit adres is niet bekend.',
  },
};

const textsOf = (locale: string): Texts => TEXTS[toLocale(locale)];

/** A page of one sentence, without scripts; the texts are ours alone. */
function page(reply: FastifyReply, status: number, sentence: string, form = '') {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Quittance</title></head>` +
        `<body style="font:16px/1.6 sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem"><p>${sentence}</p>${form}</body></html>`,
    );
}
