/** A name server of a test's own: answers over UDP what the test says, and nothing else. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Records by "TYPE name", e.g. "A pay.example": addresses, texts, or one other name. Changed at any time. */
export type Zone = Map<string, string[]>;

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 5: 'CNAME', 16: 'TXT', 28: 'AAAA' };
const CODES = { none: 3, broken: 2 } as const;

/** @returns where it listens ("127.0.0.1:5353"), what it answers, and how to break it: then it says that it failed. */
export async function openNameServer() {
  const zone: Zone = new Map();
  const state = { isBroken: false };
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const question = query.subarray(12, at + 5);
    const name = labels.join('.').toLowerCase();
    const type = TYPES[query.readUInt16BE(at + 1)] ?? '';
    const alias = zone.get(`CNAME ${name}`)?.[0];
    const answers = [
      ...(alias ? [record(name, 5, nameBytes(alias))] : []),
      ...(zone.get(`${type} ${alias ?? name}`) ?? []).map((value) =>
        record(alias ?? name, query.readUInt16BE(at + 1), dataOf(type, value)),
      ),
    ];
    const isKnown = [...zone.keys()].some((key) => key.endsWith(` ${name}`));
    const code = state.isBroken ? CODES.broken : isKnown ? 0 : CODES.none;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(state.isBroken ? 0 : answers.length, 6);
    socket.send(Buffer.concat([header, question, ...(state.isBroken ? [] : answers)]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { zone, state, address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() };
}

const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1')),
    Buffer.from([0]),
  ]);

function dataOf(type: string, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  // A text is told in pieces of at most 255 bytes; two prove that they are put together.
  if (type === 'TXT') {
    const half = Math.ceil(value.length / 2);
    return Buffer.concat(
      [value.slice(0, half), value.slice(half)].map((part) => Buffer.from(`${String.fromCharCode(part.length)}${part}`, 'latin1')),
    );
  }
  return nameBytes(value);
}

function record(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), head, data]);
}
