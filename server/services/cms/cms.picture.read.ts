/** What a picture is, read from its first bytes: only kinds that every mail program shows. */
import { fault, invalid } from '../../../core/fault.ts';

/** px; mails are 600 px wide, and screens have two dots for one. */
const MOST_WIDTH = 1_200;
const MOST_HEIGHT = 4_000;
const MOST_BYTES = 300_000;

export interface PictureFacts {
  readonly type: 'png' | 'jpg' | 'gif';
  /** px */
  readonly width: number;
  readonly height: number;
}

/** @returns what the picture is. @throws Fault INVALID_INPUT (content) for what mails can't show */
export function checkPicture(bytes: Buffer): PictureFacts {
  if (bytes.length > MOST_BYTES) throw invalid('content', 'pictureLarge', { kilobytes: MOST_BYTES / 1_000 });
  const facts = readPng(bytes) ?? readGif(bytes) ?? readJpeg(bytes);
  if (!facts || facts.width < 1 || facts.height < 1) throw fault('INVALID_INPUT', 'pictureKind', {}, 'content');
  if (facts.width > MOST_WIDTH) throw invalid('content', 'pictureWide', { width: facts.width, most: MOST_WIDTH });
  if (facts.height > MOST_HEIGHT) throw invalid('content', 'pictureHigh', { height: facts.height, most: MOST_HEIGHT });
  return facts;
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(bytes: Buffer): PictureFacts | null {
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(PNG)) return null;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGif(bytes: Buffer): PictureFacts | null {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  return { type: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Segments of a marker and their length, up to the frame's head (SOF), which has the size. */
function readJpeg(bytes: Buffer): PictureFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'jpg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}
