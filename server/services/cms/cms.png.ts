/** Codes as pictures: PNG in black and white, which mail programs and printers show, and which no drawing of SVG has to be trusted for. */
import { crc32, deflateSync } from 'node:zlib';

/** Pixels of a module: 30 mm of a usual code are printed at more than 300 dpi. */
const SCALE = 8;

/** Paints over a picture that is so many pixels wide. */
type Paint = (width: number, set: (x: number, y: number, isDark: boolean) => void) => void;

/** @param modules rows of a code, true is dark. @returns a PNG. */
export function codePicture(modules: readonly (readonly boolean[])[], paint?: Paint): Buffer {
  const width = modules.length * SCALE;
  const row = Math.ceil(width / 8) + 1;
  // One bit a pixel, 1 is white; the first byte of a row names its filter, which is none.
  const pixels = Buffer.alloc(row * width, 0xff);
  for (let y = 0; y < width; y++) pixels[y * row] = 0;
  const set = (x: number, y: number, isDark: boolean) => {
    const at = y * row + 1 + (x >> 3);
    const bit = 0x80 >> (x & 7);
    pixels[at] = isDark ? pixels[at]! & ~bit : pixels[at]! | bit;
  };
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) if (modules[Math.floor(y / SCALE)]![Math.floor(x / SCALE)]) set(x, y, true);
  paint?.(width, set);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header[8] = 1;
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** The Swiss cross in the middle of a QR bill's code: 7 of its 46 mm, with a white rim. */
export const swissCross: Paint = (width, set) => {
  const size = Math.round((width * 7) / 46);
  const from = Math.floor((width - size) / 2);
  const part = (share: number) => Math.round(size * share);
  const fill = (left: number, top: number, right: number, bottom: number, isDark: boolean) => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) set(from + x, from + y, isDark);
  };
  fill(0, 0, size, size, false);
  fill(part(1 / 14), part(1 / 14), part(13 / 14), part(13 / 14), true);
  fill(part(0.42), part(0.21), part(0.58), part(0.79), false);
  fill(part(0.21), part(0.42), part(0.79), part(0.58), false);
};
