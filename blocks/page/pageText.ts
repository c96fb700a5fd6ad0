/** The texts that pages take from templates: plain paragraphs with placeholders, since a page has its placeholders said before anything is drawn. */

import type { ContentType } from '../../core/messageChannels.ts';
import { type RichText, richTextOf } from '../words.ts';
import type { PagePart } from './start.ts';

/** Templates that pages show. */
export type PageTextType = Extract<ContentType, 'claimLandingPage' | 'clientLandingPage'>;

/** @returns whether content of this type is a text for pages. */
export const isPageText = (type: ContentType): type is PageTextType => type === 'claimLandingPage' || type === 'clientLandingPage';

/** @returns which texts a part of a page may show: before the check, and where anybody reads, those that say nothing of a debtor. */
export const textsFor = (part: PagePart): PageTextType => (part === 'home' ? 'claimLandingPage' : 'clientLandingPage');

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
