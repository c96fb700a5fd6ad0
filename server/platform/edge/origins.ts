/** Whose pages may speak to the server: our own. One list for HTTP, for cookies and for WebSockets. */
import type { IncomingHttpHeaders, Server } from 'node:http';
import { fault } from '../../../core/fault.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../http.ts';

export type Origins = (origin: string) => boolean;

/** Names by which one machine reaches itself. */
const SELF = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The origin of PUBLIC_URL and those of OWN_ORIGINS; outside production also where this process listens.
 * @param server asked once it listens: a test's port is any that is free.
 */
export function originsOf(config: Pick<Config, 'production' | 'publicUrl' | 'ownOrigins' | 'host'>, server: Server): Origins {
  const own = new Set([new URL(config.publicUrl).origin, ...config.ownOrigins]);
  return (origin) => own.has(origin) || (!config.production && listensAt(config.host, server).includes(origin));
}

function listensAt(host: string, server: Server): string[] {
  const address = server.address();
  if (typeof address !== 'object' || address === null) return [];
  return [host.includes(':') ? `[${host}]` : host, ...SELF].map((name) => `http://${name}:${address.port}`);
}

/**
 * Whether a page of somebody else sent this. Browsers tell by Origin and Sec-Fetch-Site; what is no browser sends neither and is admitted:
 * it has no cookies of ours. "null" is a page without an origin, which none of ours is.
 */
export function isForeign(headers: IncomingHttpHeaders, isOwn: Origins): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  if (origin !== undefined) return !isOwn(origin);
  // Another name of the same site may be one where files of strangers are served.
  return site === 'same-site';
}

/** @returns 403 */
export function foreignRefusal({ origin }: IncomingHttpHeaders): Refusal {
  return new Refusal(403, fault('FORBIDDEN', 'foreignOrigin', { origin: String(origin ?? 'another site').slice(0, 200) }));
}
