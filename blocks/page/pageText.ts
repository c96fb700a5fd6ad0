/** The texts that pages take from templates: plain paragraphs with placeholders, since a page has its placeholders said before anything is drawn. */
import { type RichText, richTextOf } from '../words.ts';

/** Formats of days that a page knows. */
const DAY = /\|\s*day(?:\s*:\s*(["'])(medium|long)\1)?\s*(?=\||\}\})/g;

/** @returns a text as pages show it: an empty line ends a paragraph; null where it has more in braces than placeholders with a format or a fallback. */
export function readPageText(source: string): RichText | null {
  const written = source.replace(DAY, (_, _quote, style?: string) => (style === 'long' ? '| longDate' : '| date'));
  const text = richTextOf(
    ...written
      .split(/\r?\n[ \t]*\r?\n/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
  );
  const left = text.content.flatMap((block) => ('content' in block && block.type === 'paragraph' ? (block.content ?? []) : []));
  return left.some((one) => one.type === 'text' && /\{\{|\{%/.test(one.text)) ? null : text;
}
