/** Reads the codes of messages as phones do. */
import { inflateSync } from 'node:zlib';
import decodeQR from 'qr/decode.js';

/** @param png as cms.png.ts makes them: one bit a pixel, rows without a filter. @returns what its code says. @throws when no phone could read it */
export function readCode(png: Uint8Array): string {
  const file = Buffer.from(png);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const pixels = inflateSync(Buffer.concat(parts));
  const row = Math.ceil(width / 8) + 1;
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isDark = (pixels[y * row + 1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0;
      if (isDark) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return decodeQR({ width, height, data });
}
