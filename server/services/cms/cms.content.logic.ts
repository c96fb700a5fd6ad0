/** One message in one language: checked when it is saved, filled in when it is sent. */
import mjml2html from 'mjml';
import { withoutDirection } from '../../../core/direction.ts';
import type { Fault } from '../../../core/fault.ts';
import type { DeliveryChannel } from '../../platform/delivery/providers.ts';
import { escapeHtml, type PlaceholderPlace, parseTemplate, placeholdersIn, placesIn, renderTemplate } from './cms.liquid.ts';
import { exampleValues, type Placeholder, type Values } from './cms.placeholders.logic.ts';
import type { BundleContent } from './cms.tables.ts';

export interface ContentSource {
  readonly locale: string;
  readonly subject: string;
  readonly format: 'mjml' | 'text';
  readonly content: string;
}

export interface TemplateProblem {
  readonly locale: string | null;
  readonly field: string;
  readonly message: string;
  readonly placeholders: string[];
  readonly places: PlaceholderPlace[];
}

/** Characters of a source; MJML pages stay far below it. */
const LONGEST: Readonly<Record<DeliveryChannel, number>> = { email: 200_000, sms: 1_600 };
const LONGEST_SUBJECT = 500;

/** Markup that no mail may hold: it runs, loads or sends something, or changes where links lead. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/<\s*(script|iframe|frame|object|embed|form|input|base|applet|portal)\b/i, 'holds an element that messages may not have'],
  [/<\s*meta[^>]+http-equiv\s*=\s*["']?\s*refresh/i, 'holds a redirect'],
  [/<[^>]+\son[a-z]+\s*=/i, 'holds an event handler'],
  [/(javascript|vbscript|data\s*:\s*text)\s*:/i, 'holds an address that would run code'],
  [/<\s*mj-include\b/i, 'includes another file, which is not possible'],
];

/** Places of a compiled page where escaping does not keep a value inert. */
const UNSAFE_PLACES: readonly (readonly [RegExp, string])[] = [
  [/<style[^>]*>[^<]*\{[{%][^<]*<\/style>/, 'in a style sheet'],
  [/<[a-z][^<>]*\sstyle\s*=\s*(?:"[^"]*\{[{%]|'[^']*\{[{%])/i, 'in a style'],
  [/<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*\{[{%]/i, 'in a tag outside quotes'],
];

/** What saving needs: the compiled content, or what is wrong with it. */
export interface CheckedContent {
  readonly content: BundleContent | null;
  readonly placeholders: string[];
  readonly problems: TemplateProblem[];
}

/** Compiles and checks one language of a message against the client's placeholders. Reports everything that is wrong, not only the first. */
export async function checkContent(
  source: ContentSource,
  channel: DeliveryChannel,
  placeholders: readonly Placeholder[],
): Promise<CheckedContent> {
  const { locale, format, content } = source;
  const subject = channel === 'email' ? oneLine(source.subject) : '';
  const problems: TemplateProblem[] = [];
  const report = (field: string, message: string, places: PlaceholderPlace[] = []) =>
    problems.push({ locale, field, message, placeholders: [...new Set(places.map((place) => place.placeholder))], places });
  if (channel === 'email' && !subject) report('subject', 'An e-mail needs a subject');
  if (subject.length > LONGEST_SUBJECT) report('subject', `A subject has at most ${LONGEST_SUBJECT} characters`);
  if (!content.trim()) report('content', 'The message is empty');
  if (content.length > LONGEST[channel]) report('content', `A message has at most ${LONGEST[channel]} characters`);
  if (channel === 'sms' && format !== 'text') report('format', 'A text message is plain text');
  if (problems.length > 0) return { content: null, placeholders: [], problems };

  const knownTags = new Set(placeholders.map((each) => each.tag));
  const used = new Set<string>();
  const look = (field: string, text: string) => {
    try {
      const found = placesIn(text, field);
      for (const { placeholder } of found) used.add(placeholder);
      const unknown = found.filter(({ placeholder }) => !knownTags.has(placeholder));
      const where = field === 'subject' ? `${locale}, subject` : locale;
      const told = unknown.map(
        (place) => `${where}, line ${place.line}, column ${place.column}: there is no placeholder ${place.placeholder}`,
      );
      if (unknown.length > 0) report(field, told.join('\n'), unknown);
    } catch (error) {
      report(field, `${locale}: ${(error as Error).message}`);
    }
  };
  if (channel === 'email') look('subject', subject);
  look('content', content);
  const html = format === 'mjml' ? await compile(content, (message) => report('content', `${locale}: ${message}`)) : null;
  if (problems.length === 0) {
    try {
      // A trial with the examples finds what only shows when it is filled in: a missing value, a loop without end.
      const values = exampleValues(placeholders);
      renderTemplate(parseTemplate(subject, 'text', 'subject'), values, 'text', 'subject');
      renderTemplate(parseTemplate(html ?? content, html ? 'html' : 'text'), values, html ? 'html' : 'text');
    } catch (error) {
      report((error as Fault).field ?? 'content', `${locale}: ${(error as Error).message}`);
    }
  }
  return { content: problems.length > 0 ? null : { subject, format, source: content, html }, placeholders: [...used].sort(), problems };
}

async function compile(source: string, report: (message: string) => void): Promise<string | null> {
  const forbidden = FORBIDDEN.find(([pattern]) => pattern.test(source));
  if (forbidden) {
    report(`the page ${forbidden[1]}`);
    return null;
  }
  try {
    const { html, errors } = await mjml2html(source, { validationLevel: 'soft', fonts: {}, keepComments: false, ignoreIncludes: true });
    for (const error of errors) report(`MJML line ${error.line}: ${error.message}`);
    for (const [place, where] of UNSAFE_PLACES) if (place.test(html)) report(`a placeholder stands ${where}, where it cannot be made safe`);
    return errors.length > 0 ? null : html;
  } catch (error) {
    report(`MJML: ${(error as Error).message}`);
    return null;
  }
}

/** A message for one reader, before links are counted. */
export interface FilledContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

type Parsed = ReturnType<typeof parseTemplate>;

/** A content whose templates are parsed once for many readers. */
export interface ParsedContent {
  readonly subject: Parsed;
  readonly body: Parsed;
  readonly isHtml: boolean;
  /** Whether a link to the debtor's page must be made. */
  readonly usesPayLink: boolean;
  /** Metadata keys it uses; a reader without one gets an empty text. */
  readonly metaKeys: readonly string[];
}

/** @throws Fault INVALID_INPUT when what was saved no longer parses. */
export function parseContent(content: BundleContent): ParsedContent {
  const tags = [...placeholdersIn(content.subject), ...placeholdersIn(content.source)];
  return {
    subject: parseTemplate(content.subject, 'text', 'subject'),
    body: content.html === null ? parseTemplate(content.source, 'text') : parseTemplate(content.html, 'html'),
    isHtml: content.html !== null,
    usesPayLink: tags.includes('link.pay'),
    metaKeys: tags.filter((tag) => tag.startsWith('meta.')).map((tag) => tag.slice('meta.'.length)),
  };
}

/** Fills a message in. @throws Fault INVALID_INPUT when a placeholder has gone since it was saved. */
export function fillContent(parsed: ParsedContent, values: Values, channel: DeliveryChannel): FilledContent {
  const empty = Object.fromEntries(parsed.metaKeys.map((key) => [key, '']));
  const complete = { ...values, meta: { ...empty, ...values.meta } };
  const subject = oneLine(renderTemplate(parsed.subject, complete, 'text', 'subject'));
  if (parsed.isHtml) {
    const html = safeAddresses(withoutDirection(renderTemplate(parsed.body, complete, 'html')));
    return { subject, html, text: textOf(html) };
  }
  return plainContent(subject, renderTemplate(parsed.body, complete, 'text'), channel);
}

/** A message that a person wrote: taken as it is, braces and all. */
export function literalContent(subject: string, text: string, channel: DeliveryChannel): FilledContent {
  return plainContent(oneLine(subject), text, channel);
}

function plainContent(subject: string, written: string, channel: DeliveryChannel): FilledContent {
  const text = withoutDirection(written).replaceAll('\r\n', '\n').trim();
  // Narrow spaces are outside the alphabet of text messages and would halve their room.
  if (channel === 'sms') return { subject: '', html: null, text: text.replace(/[\u00a0\u202f]/g, ' ') };
  return { subject, html: pageOf(text), text };
}

/** @returns the text on one line: a line break in a header would begin another header. */
export function oneLine(text: string): string {
  return withoutDirection(text)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Takes addresses away that are neither web, mail nor phone: a value may have brought one along. */
function safeAddresses(html: string): string {
  return html.replace(
    /(\s(?:href|src|background)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi,
    (whole, before: string, double?: string, single?: string) =>
      /^\s*(https?:|mailto:|tel:|cid:|#)/i.test(double ?? single ?? '') ? whole : `${before}"#"`,
  );
}

/** A plain page for a text, so that it can be read and counted like any other. */
function pageOf(text: string): string {
  const linked = escapeHtml(text).replace(/https?:\/\/[^\s<]+[^\s<.,;:!?)]/g, (address) => `<a href="${address}">${address}</a>`);
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;font:15px/1.6 sans-serif;color:#1c1c1c;white-space:pre-wrap">${linked}</body></html>`;
}

/** @returns what a page says as plain text, with the address after each link. */
export function textOf(html: string): string {
  return decode(
    html
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<(head|style|title)\b[\s\S]*?<\/\1>/gi, '')
      .replace(/<a\b[^>]*\shref\s*=\s*"([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, (_, address: string, label: string) => {
        const said = label.replace(/<[^>]+>/g, ' ').trim();
        return address === '#' || said === address ? said : `${said}: ${address}`;
      })
      .replace(/\s+/g, ' ')
      .replace(/<br\s*\/?>|<\/(p|div|tr|h[1-6]|li)>/gi, '\n')
      .replace(/<[^>]+>/g, ''),
  )
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** @returns the text with the entities of HTML that this service writes and editors use turned back. */
export function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!);
}
