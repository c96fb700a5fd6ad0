/**
 * Goes through a bank's file once, whatever it holds: the tags that are asked for and the text between them, one piece at a time.
 * Each character is looked at a fixed number of times, so the time is linear in the file's length. Nothing of a document type is ever followed.
 */
import { invalid } from '../../../../core/fault.ts';

/** A tag that was asked for. */
export interface XmlTag {
  /** Without its namespace. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
  /** As it stands. */
  readonly text: string;
  /** What stands between the tag before it and this one. */
  readonly before: string;
}

/** Characters between two tags that are asked for: one entry may gather many transactions; longer ones are no statement of a bank. */
const LONGEST_PIECE = 32 * 2 ** 20;
/** Characters of a tag with its attributes; those of banks have some dozens. */
const LONGEST_TAG = 4_096;

/**
 * @param source the file's bytes. @param names of the elements whose tags are given.
 * @throws Fault INVALID_INPUT (file) when it brings a document type, is written in an unknown encoding, or a tag or piece is too long
 */
export async function* xmlTags(source: AsyncIterable<Uint8Array>, names: readonly string[]): AsyncGenerator<XmlTag> {
  const wanted = new RegExp(`<(/?)(?:[\\w.-]+:)?(${names.join('|')})(?=[\\s/>])`, 'y');
  let decoder: TextDecoder | null = null;
  let buffer = '';
  let at = 0;
  let begun = 0;
  let until: string | null = null;
  for await (const chunk of source) {
    decoder ??= decoderOf(chunk);
    buffer = buffer.slice(begun) + decode(decoder, chunk);
    at -= begun;
    begun = 0;
    for (;;) {
      if (until !== null) {
        const end = buffer.indexOf(until, at);
        if (end < 0) {
          at = Math.max(at, buffer.length - until.length + 1);
          break;
        }
        at = end + until.length;
        until = null;
      }
      const open = buffer.indexOf('<', at);
      if (open < 0) {
        at = buffer.length;
        break;
      }
      at = open;
      if (buffer[open + 1] === '!') {
        if (buffer.length - open < '<![CDATA['.length) break;
        if (buffer.startsWith('<!--', open)) [until, at] = ['-->', open + 4];
        else if (buffer.startsWith('<![CDATA[', open)) [until, at] = [']]>', open + 9];
        else throw invalid('file', 'fileDocType');
        continue;
      }
      const close = buffer.indexOf('>', open);
      if ((close < 0 ? buffer.length : close) - open > LONGEST_TAG) throw invalid('file', 'fileTagLong');
      if (close < 0) break;
      at = close + 1;
      wanted.lastIndex = open;
      const found = wanted.exec(buffer);
      if (!found) continue;
      const text = buffer.slice(open, at);
      yield { name: found[2]!, isEnd: found[1] === '/', isEmpty: text.endsWith('/>'), text, before: buffer.slice(begun, open) };
      begun = at;
    }
    if (at - begun > LONGEST_PIECE) throw invalid('file', 'fileEntryLong');
  }
}

/** The encoding that the file declares. @throws Fault INVALID_INPUT (file) for one that nobody knows */
function decoderOf(first: Uint8Array): TextDecoder {
  const begin = Buffer.from(first.subarray(0, 200)).toString('latin1');
  const label = begin.startsWith('\xff\xfe') ? 'utf-16le' : (/encoding=["']([\w-]{1,40})["']/.exec(begin)?.[1] ?? 'utf-8');
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw invalid('file', 'fileEncodingUnknown', { encoding: label });
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw invalid('file', 'fileEncodingWrong');
  }
}
