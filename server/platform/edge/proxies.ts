/** Which proxies in front of us are believed about the caller's address (TRUSTED_PROXIES), and the address that follows from it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export type Trust = (address: string) => boolean;

/** Names for ranges that an operator need not know by heart. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  none: [],
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * @param list addresses, ranges (10.0.0.0/8, fd00::/8) and the names loopback, linklocal, uniquelocal and none, separated by commas.
 * @returns whether an address is a trusted proxy's. @throws Error naming what is none of these.
 */
export function trustOf(list: string): Trust {
  const trusted = new BlockList();
  const named = list.split(',').map((each) => each.trim());
  for (const range of named.filter((each) => each !== '').flatMap((each) => NAMED[each] ?? [each])) {
    const [address = '', bits, ...rest] = range.split('/');
    const family = isIP(address);
    const prefix = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits);
    const isRange =
      family !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits)) && prefix <= (family === 4 ? 32 : 128);
    // 0.0.0.0/0 would let every caller name an address of their own.
    if (!isRange || prefix === 0)
      throw new Error(
        `Configuration: TRUSTED_PROXIES: "${range}" is neither an address (10.0.0.7), a range (10.0.0.0/8) nor one of ${Object.keys(NAMED).join(', ')}`,
      );
    trusted.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * @returns the caller's address: the one that connected, or, when that is a trusted proxy, the last one of X-Forwarded-For that is none.
 * What is no address ends the search: only what trusted proxies wrote themselves is believed.
 */
export function callerAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, isTrusted: Trust): string {
  let address = request.socket.remoteAddress ?? '';
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  while (isTrusted(address)) {
    const next = forwarded.pop()?.trim();
    if (next === undefined || isIP(next) === 0) break;
    address = next;
  }
  return address;
}
