/** Decides by a file's content what it is, and whether it is what its name and its sender say. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { SaidWords } from '../../../core/fault.ts';
import { FILE_KINDS, fileExtension, fileKind } from '../../../core/fileTypes.ts';

/** Bytes that are looked at to tell text from anything else. */
const HEAD = 64 * 1024;

/** Why a file is not kept: a key of the fault texts and what is filled in. */
export type Refusal = SaidWords;

/** @returns why a file with this name, announced so, cannot be kept whatever it holds; null when it may. */
export function refusedByName(name: string, announced: string | null): Refusal | null {
  const kind = fileKind(name);
  const extension = fileExtension(name);
  if (!kind) return { key: 'fileEnding', values: { ending: extension || '–', endings: Object.keys(FILE_KINDS).join(', ') } };
  const said = plainMime(announced);
  if (said !== null && !kind.mimeTypes.includes(said)) return { key: 'fileAnnounced', values: { ending: extension, type: said } };
  return null;
}

/** @returns the type as it was announced, null when nothing was said that means anything. */
function plainMime(announced: string | null): string | null {
  const said = announced?.split(';')[0]?.trim().toLowerCase() ?? '';
  return said === '' || said === 'application/octet-stream' ? null : said;
}

/** @param path where the bytes lie. @returns the type of the content, or why it is refused. */
export async function decideType(path: string, name: string, announced: string | null): Promise<{ mimeType: string } | Refusal> {
  const early = refusedByName(name, announced);
  if (early) return early;
  const kind = fileKind(name)!;
  const head = await readHead(path);
  const charset = textCharset(head);
  if (kind.preview === 'text') {
    if (charset === null) return { key: 'fileContent', values: { ending: fileExtension(name), type: await contentName(path) } };
    if (isMarkup(head)) return { key: 'fileMarkup', values: {} };
    return { mimeType: charset === 'utf-8' ? kind.mimeTypes[0] : `${kind.mimeTypes[0]}; charset=${charset}` };
  }
  const found = await contentName(path);
  // Pages, drawings and scripts are text that names itself something else.
  if (charset !== null && found === 'text/plain' && isMarkup(head)) return { key: 'fileMarkup', values: {} };
  if (!kind.mimeTypes.includes(found)) return { key: 'fileContent', values: { ending: fileExtension(name), type: found } };
  return { mimeType: kind.mimeTypes[0] };
}

async function contentName(path: string): Promise<string> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found) return found.mime.toLowerCase();
  return textCharset(await readHead(path)) === null ? 'application/octet-stream' : 'text/plain';
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @returns how the bytes are written when they are text, otherwise null. */
function textCharset(head: Buffer): 'utf-8' | 'windows-1252' | null {
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) return null;
  try {
    // The last letter may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Text that something may run or draw: it begins as a tag, as a script of a shell, or as a program for a printer. */
function isMarkup(head: Buffer): boolean {
  return /^[\uFEFF\s]*(<|#!|%!)/.test(head.subarray(0, 4096).toString('utf8'));
}
