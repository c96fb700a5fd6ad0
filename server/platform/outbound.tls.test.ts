/** Encrypted connections of the guarded way out: the certificate is held against the name that was entered, at the address that was checked. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { words } from '../../core/fault.ts';
import { call } from './delivery/http.ts';
import { smtpProvider } from './delivery/smtp.ts';
import { AUTHORITY, GATEWAY_CERTIFICATE, GATEWAY_KEY } from './outbound.testing.ts';
import { createOutbound } from './outbound.ts';

/** As NODE_EXTRA_CA_CERTS does at the start of a process. */
const usual = getCACertificates('default');
const trust = (on: boolean) => setDefaultCACertificates(on ? [...usual, AUTHORITY] : usual);
beforeEach(() => trust(true));
afterEach(() => trust(false));

/** A name service that knows this machine under every name; a new client each time, since connections are kept. */
const client = (production = false) =>
  createOutbound({ outboundAllow: ['127.0.0.0/8'], production }, async () => [{ address: '127.0.0.1', family: 4 }]);
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;
const CERTIFICATE = { key: GATEWAY_KEY, cert: GATEWAY_CERTIFICATE };
const MAIL = {
  reference: 'r',
  channel: 'email',
  to: 'a@b.example',
  from: 'c@d.example',
  subject: 's',
  text: 't',
  html: null,
  headers: {},
} as const;
const INVALID = { broken: words('certificateInvalid'), reached: false };

describe('https', () => {
  let server: Server;
  /** What the client asked for before and after the handshake. */
  const named: string[] = [];
  const asked: string[] = [];
  const get = { method: 'GET', headers: {} };
  beforeAll(async () => {
    server = createServer(
      {
        ...CERTIFICATE,
        SNICallback: (name, done) => {
          named.push(name);
          done(null, createSecureContext(CERTIFICATE));
        },
      },
      (request, response) => {
        asked.push(`${request.headers.host} ${request.url} from ${request.socket.remoteAddress}`);
        response.end('{"id":"x"}');
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    named.length = 0;
    asked.length = 0;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([false, true])('names the host in the handshake and in the request, production %s', async (production) => {
    const url = `https://gateway.example:${portOf(server)}/messages`;
    expect(await call(client(production), url, get, 5_000)).toEqual({ status: 200, body: { id: 'x' } });
    expect(named).toEqual(['gateway.example']);
    expect(asked).toEqual([`gateway.example:${portOf(server)} /messages from 127.0.0.1`]);
  });

  it('sends nothing to a server whose certificate is of another name', async () => {
    for (const host of ['other.example', 'gateway.example.other.example', 'sub.gateway.example', '127.0.0.1'])
      expect(await call(client(), `https://${host}:${portOf(server)}/`, get, 5_000), host).toEqual(INVALID);
    expect(asked).toEqual([]);
  });

  it('sends nothing to a server whose certificate nobody we trust has signed', async () => {
    trust(false);
    expect(await call(client(), `https://gateway.example:${portOf(server)}/`, get, 5_000)).toEqual(INVALID);
    expect(asked).toEqual([]);
  });
});

describe.each(['at once', 'by STARTTLS'])('a mail server that encrypts %s', (way) => {
  const secure = way === 'at once';
  let received = 0;
  let logins = 0;
  const server = new SMTPServer({
    ...CERTIFICATE,
    secure,
    authOptional: true,
    onAuth: (_auth, _session, done) => {
      logins += 1;
      done(null, { user: 'quittance' });
    },
    onData: (stream, session, done) => {
      if (session.secure) received += 1;
      stream.resume().on('end', () => done());
    },
  });
  server.on('error', () => {});
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(() => {
    received = 0;
    logins = 0;
  });
  const send = async (host: string) => {
    const provider = smtpProvider({ host, port: portOf(server.server), secure, username: 'quittance', password: 'secret' }, client());
    const answer = await provider.send(MAIL, 8_000);
    await provider.close();
    return answer;
  };

  it('gets the mail under its own name', async () => {
    expect(await send('gateway.example')).toMatchObject({ outcome: 'sent' });
    expect([received, logins]).toEqual([1, 1]);
  });

  it('gets neither the mail nor the password under another name, or with a certificate that nobody we trust has signed', async () => {
    expect(await send('other.example')).toMatchObject({ outcome: 'refused', permanent: false, isAway: true });
    trust(false);
    expect(await send('gateway.example')).toMatchObject({ outcome: 'refused', permanent: false, isAway: true });
    expect([received, logins]).toEqual([0, 0]);
  });
});

describe('a mail server whose offer to encrypt is struck on the way', () => {
  const seen: string[] = [];
  const server = new SMTPServer({
    ...CERTIFICATE,
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ password }, _session, done) => {
      seen.push(String(password));
      done(null, { user: 'quittance' });
    },
    onData: (stream, _session, done) => {
      seen.push('mail');
      stream.resume().on('end', () => done());
    },
  });
  server.on('error', () => {});
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(() => void seen.splice(0));
  const send = async (host: string, login: { username?: string; password?: string }) => {
    const provider = smtpProvider({ host, port: portOf(server.server), secure: false, ...login }, client());
    const answer = await provider.send(MAIL, 8_000);
    await provider.close();
    return answer;
  };
  const login = { username: 'quittance', password: 'secret' };

  it('gets neither the password nor the mail, and we say why', async () => {
    const reason = 'The connection to the mail server can’t be encrypted';
    expect(await send('gateway.example', login)).toMatchObject({ outcome: 'refused', permanent: false, isAway: true, reason });
    expect(seen).toEqual([]);
  });

  it('gets the mail of whoever has no password to lose, and everything on this machine', async () => {
    expect(await send('gateway.example', {})).toMatchObject({ outcome: 'sent' });
    expect(await send('localhost', login)).toMatchObject({ outcome: 'sent' });
    expect(seen).toEqual(['mail', 'secret', 'mail']);
  });
});
