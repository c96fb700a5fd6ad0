/** The HTTP side of a process: services, sockets and whatever main.ts adds, behind one set of security headers. */
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from './platform/config.ts';
import { createTokens, type Tokens } from './platform/identity.ts';
import { logger } from './platform/log.ts';
import { mountService } from './platform/service.ts';
import { mountSockets } from './platform/socket.ts';
import type { Database } from './platform/tenancy.ts';
import { SERVICES } from './services.ts';

export interface Web {
  readonly app: FastifyInstance;
  readonly tokens: Tokens;
  readonly close: () => Promise<void>;
}

/** Builds the server without listening. @param mount adds what is not GraphQL: the web app, the debtor's page, uploads, tracking. */
export async function createServer(
  database: Database,
  config: Config,
  mount?: (app: FastifyInstance, tokens: Tokens) => Promise<void>,
): Promise<Web> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: 'loopback',
    bodyLimit: 2 * 1024 * 1024,
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Components position themselves with style attributes. The application itself adds no style sheet: those of the mails that are
        // shown in frames without scripts and without an origin do, and a frame made of text is under its page's policy.
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.production,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(cookie, { secret: config.secret });
  const tokens = createTokens(database);
  // GraphQL bodies are read by Yoga, as they come.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(['application/json', 'application/graphql-response+json'], (_request, _payload, done) => done(null));
  for (const service of SERVICES)
    mountService(app, service, { database, tokens, production: config.production, publicUrl: config.publicUrl });
  app.get('/healthz', async () => {
    await database.app.query('select 1');
    return { ok: true };
  });
  await mount?.(app, tokens);
  const closeSockets = mountSockets(app.server, SERVICES, { database, tokens });
  return {
    app,
    tokens,
    close: async () => {
      await closeSockets();
      await app.close();
    },
  };
}
