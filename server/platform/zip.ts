/** Archives (ZIP with data descriptors, APPNOTE 4.3.9; without its 64-bit extension: up to 4 GB and 65,535 files). */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A ZIP archive whose files come in pieces: their sizes stand behind them and in the directory at the end. */
export function zipper() {
  const entries: { name: Buffer; crc: number; size: number; packed: number; offset: number }[] = [];
  let offset = 0;
  // 8: sizes follow; 0x800: names are UTF-8. 8: deflate. The date is 1980-01-01: two files of the same rows are the same.
  const common = (entry: { crc: number; packed: number; size: number; name: Buffer }) => {
    const fields = Buffer.alloc(26);
    [20, 0x808, 8, 0, 0x21].forEach((value, index) => void fields.writeUInt16LE(value, index * 2));
    [entry.crc, entry.packed, entry.size].forEach((value, index) => void fields.writeUInt32LE(value, 10 + index * 4));
    fields.writeUInt16LE(entry.name.length, 22);
    return fields;
  };
  const word = (...values: number[]) => {
    const buffer = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => void buffer.writeUInt32LE(value, index * 4));
    return buffer;
  };
  const sent = (piece: Buffer) => {
    offset += piece.length;
    return piece;
  };
  return {
    async *file(name: string, pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
      const entry = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, offset };
      yield sent(Buffer.concat([word(0x04034b50), common(entry), entry.name]));
      const bytes = async function* () {
        for await (const piece of pieces) {
          const buffer = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
          entry.crc = crc32(buffer, entry.crc);
          entry.size += buffer.length;
          yield buffer;
        }
      };
      for await (const piece of Readable.from(bytes()).compose(createDeflateRaw({ level: 3 }))) {
        entry.packed += (piece as Buffer).length;
        yield sent(piece as Buffer);
      }
      yield sent(word(0x08074b50, entry.crc, entry.packed, entry.size));
      entries.push(entry);
    },
    end(): Buffer {
      const start = offset;
      const directory = entries.map((entry) => {
        const rest = Buffer.alloc(14);
        rest.writeUInt32LE(entry.offset, 10);
        return Buffer.concat([word(0x02014b50), Buffer.from([20, 0]), common(entry), rest, entry.name]);
      });
      const size = directory.reduce((sum, each) => sum + each.length, 0);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(entries.length, 8);
      end.writeUInt16LE(entries.length, 10);
      end.writeUInt32LE(size, 12);
      end.writeUInt32LE(start, 16);
      return Buffer.concat([...directory, end]);
    },
  };
}
