/** Which network addresses a user of the product may make the server speak to: the public ones, and what the operator allows. */
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * What is not the public internet: IANA's special-purpose registries (RFC 6890 and its successors), and addresses where clouds tell a
 * machine its secrets although the range is public.
 */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's wire server.
  '168.63.129.16/32',
];
/** Only 2000::/3 is global unicast; these parts of it are protocols, documentation and 6to4, whose routers are somebody else's. */
const GLOBAL_V6 = '2000::/3';
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
/** Answers machines with their credentials. A name that the operator allows does not open these; only the address itself does. */
const METADATA = ['169.254.169.254/32', '169.254.170.2/32', '169.254.170.23/32', '100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::/32'];

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) addRange(list, range);
  return list;
}

/** @returns whether the text was an address or a range in CIDR notation, and is in the list now. */
export function addRange(list: BlockList, text: string): boolean {
  const [address = '', bits, rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest !== undefined || address.includes('%')) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) {
    list.addAddress(address, type);
    return true;
  }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  list.addSubnet(address, Number(bits), type);
  return true;
}

const notPublicV4 = blockList(NOT_PUBLIC_V4);
const globalV6 = blockList([GLOBAL_V6]);
const notPublicV6 = blockList(NOT_PUBLIC_V6);
const metadata = blockList(METADATA);

/** @returns whether the list holds the address; also an IPv4 address that is written as IPv6, or is reached through NAT64. */
export function isListed(list: BlockList, address: string): boolean {
  const inner = isIPv4(address) ? null : innerV4(address);
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') || (inner !== null && list.check(inner, 'ipv4'));
}

export const isMetadata = (address: string) => isListed(metadata, address);

/** @param address an IP address; anything else is refused. @returns whether it is reachable for everybody, so that nothing is gained by asking us. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !notPublicV4.check(address, 'ipv4');
  const inner = innerV4(address);
  if (inner !== null) return !notPublicV4.check(inner, 'ipv4');
  return globalV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

/** @returns the IPv4 address inside ::ffff:a.b.c.d (mapped), ::a.b.c.d (compatible) or 64:ff9b::a.b.c.d (NAT64); null for others. */
function innerV4(address: string): string | null {
  const groups = groupsOf(address);
  if (!groups) return null;
  const [head, last] = [groups.slice(0, 6), groups.slice(6)];
  const isMapped = head.slice(0, 5).every((group) => group === 0) && (head[5] === 0xffff || head[5] === 0);
  const isNat64 = head[0] === 0x64 && head[1] === 0xff9b && head.slice(2).every((group) => group === 0);
  if (!isMapped && !isNat64) return null;
  return last.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** The eight groups of an IPv6 address, in whichever of its notations. */
function groupsOf(address: string): number[] | null {
  const normal = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1);
  if (!normal) return null;
  const [head = '', tail] = normal.split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const before = read(head);
  if (tail === undefined) return before;
  const after = read(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
