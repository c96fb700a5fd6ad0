/** Content that is made of several texts, as JSON: WhatsApp templates and automated calls. Each text is a template of its own. */
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { type SaidWords, words } from '../../../core/fault.ts';
import type { ContentType } from '../../../core/messageChannels.ts';
import { FIT_FOR_ANYBODY, type SpokenCall, spokenCall, wordsOfCall } from '../../../core/spokenCall.ts';
import { hasLooseEdge, outputsIn, WHATSAPP_MOST, type WhatsappTemplate, whatsappTemplate } from '../../../core/whatsapp.ts';
import type { BundleContent } from './cms.tables.ts';

/** One text of a content. */
export interface Piece {
  /** Where it stands, e.g. `body` or `buttons.0.address`. */
  readonly field: string;
  readonly text: string;
  /** It is said before anybody has confirmed who they are. */
  readonly toAnybody?: true;
}

export interface ReadPieces {
  /** As it is kept. */
  readonly source: string;
  readonly pieces: readonly Piece[];
  readonly problems: readonly { readonly field: string; readonly said: SaidWords }[];
}

/** Formats of content that is made of several texts, by the type that has them. */
export const PIECE_FORMATS: Readonly<Partial<Record<ContentType, BundleContent['format']>>> = { whatsapp: 'whatsapp', call: 'call' };

/** @returns the texts of a content of this type, and what is wrong with it beside its placeholders. */
export function readPieces(type: 'whatsapp' | 'call', content: string): ReadPieces {
  let written: unknown;
  try {
    written = JSON.parse(content);
  } catch {
    return { source: '', pieces: [], problems: [{ field: 'content', said: words('jsonWrong') }] };
  }
  const parsed = (type === 'whatsapp' ? whatsappTemplate : spokenCall).safeParse(written);
  if (!parsed.success) {
    const { field = '', fields, words: said } = faultOfIssues('', parsed.error.issues);
    const wrong = fields ?? [{ field, words: said }];
    return { source: '', pieces: [], problems: wrong.map((each) => ({ field: each.field.replace(/^\./, ''), said: each.words })) };
  }
  const source = JSON.stringify(parsed.data);
  const pieces = type === 'whatsapp' ? piecesOfTemplate(parsed.data as WhatsappTemplate) : piecesOfCall(parsed.data as SpokenCall);
  const problems = type === 'whatsapp' ? wrongInTemplate(parsed.data as WhatsappTemplate) : [];
  return { source, pieces, problems };
}

/** @returns the texts of a kept content, which was read when it was saved. */
export function piecesOf({ format, source }: Pick<BundleContent, 'format' | 'source'>): readonly Piece[] {
  if (format === 'whatsapp') return piecesOfTemplate(JSON.parse(source) as WhatsappTemplate);
  return format === 'call' ? piecesOfCall(JSON.parse(source) as SpokenCall) : [];
}

const some = (field: string, text: string): Piece[] => (text === '' ? [] : [{ field, text }]);

/** Each text as people read it, then each of its placeholders alone: WhatsApp takes the values apart from the words. */
function piecesOfTemplate({ header, body, footer, buttons }: WhatsappTemplate): Piece[] {
  const texts = [
    ...(header.kind === 'text' ? some('header', header.text) : []),
    ...some('body', body),
    ...some('footer', footer),
    ...buttons.flatMap((each, at) => [
      ...some(`buttons.${at}.label`, each.label),
      ...(each.kind === 'url' ? some(`buttons.${at}.address`, each.address) : []),
    ]),
  ];
  return texts.flatMap((piece) => [piece, ...outputsIn(piece.text).map((text, at) => ({ field: valueField(piece.field, at), text }))]);
}

/** @returns where the value of the n-th placeholder of a text stands. */
export const valueField = (field: string, at: number) => `${field}#${at}`;

function piecesOfCall({ opening, text, keys, goodbye, voicemail }: SpokenCall): Piece[] {
  const anybody = (field: string, said: string): Piece[] => some(field, said).map((piece) => ({ ...piece, toAnybody: true as const }));
  return [
    ...anybody('opening', opening),
    ...some('text', text),
    ...keys.flatMap((each, at) => some(`keys.${at}.say`, each.say)),
    ...anybody('goodbye', goodbye),
    ...anybody('voicemail', voicemail),
  ];
}

/** What WhatsApp refuses, said before it does. */
function wrongInTemplate({ header, body, footer, buttons }: WhatsappTemplate): { field: string; said: SaidWords }[] {
  const wrong: { field: string; said: SaidWords }[] = [];
  const report = (field: string, said: SaidWords) => wrong.push({ field, said });
  const plain = (field: string, text: string) => {
    if (/\{%/.test(text)) report(field, words('whatsappLogic'));
  };
  const length = (text: string) => text.replace(/\{\{.*?\}\}/gs, '{{1}}').length;
  if (header.kind === 'text') {
    plain('header', header.text);
    if (length(header.text) > WHATSAPP_MOST.header) report('header', words('atMostCharacters', { number: WHATSAPP_MOST.header }));
    if (outputsIn(header.text).length > 1) report('header', words('whatsappOnePlaceholder'));
  }
  plain('body', body);
  if (length(body) > WHATSAPP_MOST.body) report('body', words('atMostCharacters', { number: WHATSAPP_MOST.body }));
  if (hasLooseEdge(body)) report('body', words('whatsappEdge'));
  if (/[{}]/.test(footer)) report('footer', words('whatsappFixed'));
  for (const [at, each] of buttons.entries()) {
    if (/[{}]/.test(each.label)) report(`buttons.${at}.label`, words('whatsappFixed'));
    if (each.kind !== 'url') continue;
    plain(`buttons.${at}.address`, each.address);
    if (!/^(https:\/\/[^{}\s]+(\{\{[^{}]*\}\})?|\{\{[^{}]*\}\})$/.test(each.address))
      report(`buttons.${at}.address`, words('whatsappAddress'));
  }
  const count = (kind: string) => buttons.filter((each) => each.kind === kind).length;
  if (count('url') > WHATSAPP_MOST.url || count('phone') > WHATSAPP_MOST.phone)
    report('buttons', words('whatsappButtons', { urls: WHATSAPP_MOST.url, phones: WHATSAPP_MOST.phone }));
  return wrong;
}

/** @returns whether a placeholder may be said to whoever answers. */
export const isFitForAnybody = (placeholder: string): boolean => FIT_FOR_ANYBODY.test(placeholder);

/** The texts of a message by where they stand. */
export type FilledPieces = Readonly<Record<string, string>>;

/** @returns a filled-in content as people read it. */
export function readableText({ format, source }: Pick<BundleContent, 'format' | 'source'>, filled: FilledPieces): string {
  if (format === 'call') return wordsOfCall(filledCall(source, filled));
  const { header, buttons } = JSON.parse(source) as WhatsappTemplate;
  const lines = buttons.map((each, at) => {
    const name = `[${filled[`buttons.${at}.label`] ?? each.label}]`;
    return each.kind === 'url' ? `${name} ${filled[`buttons.${at}.address`]}` : each.kind === 'phone' ? `${name} ${each.number}` : name;
  });
  return [header.kind === 'text' ? filled.header : '', filled.body, filled.footer, lines.join('\n')].filter(Boolean).join('\n\n');
}

/** @returns a call with its texts filled in. */
export function filledCall(source: string, filled: FilledPieces): SpokenCall {
  const call = JSON.parse(source) as SpokenCall;
  const text = (field: string) => filled[field] ?? '';
  return {
    ...call,
    opening: text('opening'),
    text: text('text'),
    keys: call.keys.map((each, at) => ({ ...each, say: text(`keys.${at}.say`) })),
    goodbye: text('goodbye'),
    voicemail: text('voicemail'),
  };
}

/** @returns a content's texts as Liquid. */
export const liquidTexts = (content: Pick<BundleContent, 'subject' | 'format' | 'source'>): string[] => {
  const pieces = piecesOf(content);
  return pieces.length > 0 ? pieces.filter(({ field }) => !field.includes('#')).map(({ text }) => text) : [content.subject, content.source];
};
