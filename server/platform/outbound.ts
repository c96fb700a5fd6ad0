/**
 * The one way out to addresses that users of the product enter: gateways, providers, mail servers. A name is resolved once, every address it
 * has is checked, and the connection goes to exactly those that were checked, so that a name cannot change its mind in between. What the
 * operator configures (SMTP_URL, LOCATION_LOOKUP_URL, CLAMAV_HOST, COGNITO_ENDPOINT) does not pass here.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import type { Config } from './config.ts';
import { addRange, isListed, isMetadata, isPublic } from './outbound.addresses.ts';

/** What the operator allows beyond the public internet, and whether http is spoken to strangers. */
export type OutboundRules = Pick<Config, 'outboundAllow' | 'production'>;

/** Why an address is not spoken to; `reason` is a key of core/faultTexts.ts. */
export class RefusedAddress extends Error {
  readonly reason: 'outboundAddress' | 'outboundScheme' | 'outboundHttps' | 'outboundLogin' | 'outboundPort' | 'outboundPrivate';
  constructor(reason: RefusedAddress['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Ports that strangers are asked at; an allowed host is asked at any. */
const HTTP_PORTS = [80, 443, 8080, 8443];
export const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525];
/** Of SFTP. */
const FILE_PORTS: readonly number[] = [22, 2022, 2222];
/** Bytes of an answer that are read. Providers answer with a few hundred. */
const MOST_ANSWER = 256 * 1024;
/** What the name service may take, milliseconds. */
const LOOKUP_MS = 5_000;
const CONNECT_MS = 10_000;
/** To one host at once, unless told otherwise. */
const CONNECTIONS = 32;
/** The same while somebody waits for a setting to be saved. */
const SAVING_MS = 2_000;

export interface OutboundAnswer {
  readonly status: number;
  readonly text: string;
  /** The header Retry-After as it came; null without it. */
  readonly retryAfter: string | null;
}

export interface OutboundFile {
  readonly status: number;
  readonly bytes: Buffer | null;
  readonly location: string | null;
}

export interface OutboundRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface Outbound {
  /** A name that the name service does not know passes: it may come to be, and is checked again before anything is sent. @throws RefusedAddress */
  readonly checkUrl: (url: string) => Promise<void>;
  /** The same for a mail server of a client. @throws RefusedAddress */
  readonly checkMailServer: (host: string, port: number) => Promise<void>;
  /** The same for a server that a client's files are put to. @throws RefusedAddress */
  readonly checkFileServer: (host: string, port: number) => Promise<void>;
  /**
   * Follows no redirect; reads at most 256 kB of the answer, or `most` bytes. @param timeout of all of it, milliseconds.
   * @throws RefusedAddress, or why it did not come about
   */
  readonly request: (url: string, asked: OutboundRequest, timeout: number, most?: number) => Promise<OutboundAnswer>;
  /**
   * Loads what lies at an address, likewise. @param most bytes. @returns bytes of null when there are more; where a redirect leads, which isn't followed.
   * @throws RefusedAddress, or why it did not come about
   */
  readonly download: (url: string, headers: Record<string, string>, timeout: number, most: number) => Promise<OutboundFile>;
  /** A connection to a mail server of a client. @throws RefusedAddress, or why it did not come about */
  readonly connectMail: (host: string, port: number, timeout: number) => Promise<Socket>;
  /** The same to a server that a client's files are put to. @throws RefusedAddress, or why it did not come about */
  readonly connectFiles: (host: string, port: number, timeout: number) => Promise<Socket>;
}

const known = new Map<string, Outbound>();

/**
 * @param connections to one host at most; who asks for more waits until one is free.
 * @returns the client of these rules; one a process, so that connections are kept between messages.
 */
export function outboundOf(rules: OutboundRules, connections = CONNECTIONS): Outbound {
  const name = JSON.stringify([rules.production, rules.outboundAllow, connections]);
  let outbound = known.get(name);
  if (!outbound) {
    outbound = createOutbound(rules, resolveHere, connections);
    known.set(name, outbound);
  }
  return outbound;
}

type Addresses = { readonly address: string; readonly family: number }[];
/** Asks the name service; another one in tests. */
export type Resolve = (host: string) => Promise<Addresses>;

const resolveHere: Resolve = (host) => lookup(host, { all: true, verbatim: true });

export function createOutbound(
  { outboundAllow, production }: OutboundRules,
  resolve: Resolve = resolveHere,
  connections = CONNECTIONS,
): Outbound {
  const hosts = new Set<string>();
  const ranges = new BlockList();
  const exact = new BlockList();
  for (const entry of outboundAllow) {
    if (addRange(ranges, entry)) {
      if (isIP(entry)) addRange(exact, entry);
    } else hosts.add(entry.toLowerCase());
  }
  const isAllowed = (address: string) => (isMetadata(address) ? isListed(exact, address) : isListed(ranges, address));
  const isOpen = (host: string, address: string) => isAllowed(address) || (hosts.has(host) && !isMetadata(address));

  /** The addresses a connection may go to: all of them pass, or none is used. */
  async function addressesOf(host: string, timeout = LOOKUP_MS): Promise<Addresses> {
    const family = isIP(host);
    const found = family ? [{ address: host, family }] : await within(resolve(host), Math.min(timeout, LOOKUP_MS));
    if (found.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
    if (!found.every(({ address }) => isPublic(address) || isOpen(host, address))) throw new RefusedAddress('outboundPrivate');
    return found;
  }
  /** Whether the operator named it; only then may it be asked at any port, and by http in production. */
  const isTrusted = (host: string, addresses: Addresses) =>
    hosts.has(host) || (addresses.length > 0 && addresses.every(({ address }) => isAllowed(address)));

  /** What can be said of an address before anybody is asked. */
  function read(text: string): { url: URL; host: string; port: number } {
    const url = URL.parse(text);
    if (!url?.hostname) throw new RefusedAddress('outboundAddress');
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new RefusedAddress('outboundScheme');
    if (url.username || url.password) throw new RefusedAddress('outboundLogin');
    return { url, host: plainHost(url.hostname), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
  }
  function checkPort(protocol: string, port: number, host: string, addresses: Addresses): void {
    if (isTrusted(host, addresses)) return;
    if (!HTTP_PORTS.includes(port)) throw new RefusedAddress('outboundPort');
    if (production && protocol === 'http:') throw new RefusedAddress('outboundHttps');
  }
  /** Servers that are spoken to without HTTP. @param ports where strangers are asked */
  const server = (ports: readonly number[]) => {
    const checkOne = (port: number, host: string, addresses: Addresses) => {
      if (!ports.includes(port) && !isTrusted(host, addresses)) throw new RefusedAddress('outboundPort');
    };
    return {
      check: async (text: string, port: number) => {
        const host = mailHost(text);
        checkOne(port, host, await addressesIfKnown(host));
      },
      connect: async (text: string, port: number, timeout: number) => {
        const host = mailHost(text);
        const addresses = await addressesOf(host, timeout);
        checkOne(port, host, addresses);
        return open(host, port, addresses, timeout);
      },
    };
  };
  const [mail, files] = [server(MAIL_PORTS), server(FILE_PORTS)];
  async function addressesIfKnown(host: string): Promise<Addresses> {
    try {
      return await addressesOf(host, SAVING_MS);
    } catch (error) {
      if (error instanceof RefusedAddress) throw error;
      return [];
    }
  }

  const agent = new Agent({
    connections,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
    allowH2: false,
    // Every connection passes here, also one that a kept agent opens later, and is checked anew.
    connect: (options, callback) => {
      const host = plainHost(options.hostname);
      addressesOf(host)
        .then((addresses) => {
          checkPort(options.protocol, Number(options.port || (options.protocol === 'https:' ? 443 : 80)), host, addresses);
          const settings = { timeout: CONNECT_MS, allowH2: false, lookup: pinned(addresses) };
          buildConnector(settings as buildConnector.BuildOptions)(options, callback);
        })
        .catch((error: Error) => callback(error, null));
    },
  });

  const ask = (text: string, asked: OutboundRequest, timeout: number) =>
    request(read(text).url, {
      method: asked.method as 'GET',
      headers: asked.headers,
      body: asked.body ?? null,
      dispatcher: agent,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      signal: AbortSignal.timeout(timeout),
    });

  return {
    checkUrl: async (text) => {
      const { url, host, port } = read(text);
      checkPort(url.protocol, port, host, await addressesIfKnown(host));
    },
    checkMailServer: mail.check,
    checkFileServer: files.check,
    request: async (text, asked, timeout, most = MOST_ANSWER) => {
      const { statusCode: status, headers, body } = await ask(text, asked, timeout);
      const retryAfter = headers['retry-after'];
      return {
        status,
        text: (await readSome(body, most)).subarray(0, most).toString('utf8'),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      };
    },
    download: async (text, headers, timeout, most) => {
      const { statusCode: status, headers: told, body } = await ask(text, { method: 'GET', headers }, timeout);
      const bytes = await readSome(body, most + 1);
      return { status, bytes: bytes.length > most ? null : bytes, location: typeof told.location === 'string' ? told.location : null };
    },
    connectMail: mail.connect,
    connectFiles: files.connect,
  };
}

/** Without the brackets of IPv6 and the dot that a full name may end in; the URL parser has read every other notation already. */
function plainHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
}

/** The host of a server in one notation, as the URL parser reads it: 0x7f.1 is 127.0.0.1. @throws RefusedAddress for what is none */
function mailHost(text: string): string {
  const url = /[\s/@?#\\%]/.test(text) ? null : URL.parse(`http://${isIP(text) === 6 ? `[${text}]` : text}/`);
  if (!url?.hostname || url.port) throw new RefusedAddress('outboundAddress');
  return plainHost(url.hostname);
}

/** Answers with what was checked, whatever is asked. */
function pinned(addresses: Addresses): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}

function open(host: string, port: number, addresses: Addresses, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port, lookup: pinned(addresses) });
    const timer = setTimeout(() => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), timeout);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

async function within<Value>(work: Promise<Value>, timeout: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('the name service does not answer'), { code: 'EAI_AGAIN' })), timeout);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads until the limit and leaves the rest where it is: an answer that never ends costs its first part. */
async function readSome(body: AsyncIterable<Buffer> & { destroy: () => unknown }, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  if (size >= most) body.destroy();
  return Buffer.concat(chunks);
}
