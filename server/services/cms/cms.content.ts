/** One message in one language: checked when it is saved, filled in when it is sent. It is what users write, so it runs in a thread (cms.thread.ts). */
import mjml2html from 'mjml';
import type { Medium } from '../../../blocks/design.ts';
import { LISTS, type List } from '../../../blocks/nodes.ts';
import { readPageText } from '../../../blocks/page/pageText.ts';
import { isPageText } from '../../../blocks/page/textTypes.ts';
import { withoutDirection } from '../../../core/direction.ts';
import { type Fault, type SaidWords, words } from '../../../core/fault.ts';
import { toLocale } from '../../../core/locale.ts';
import type { ContentType, MessageChannel } from '../../../core/messageChannels.ts';
import { type DesignSource, mediumOf, writeDesign } from './cms.design.ts';
import { withTracking } from './cms.links.ts';
import { type PlaceholderPlace, parseTemplate, placeholdersIn, placesIn, renderTemplate } from './cms.liquid.ts';
import { type FilledPieces, isFitForAnybody, liquidTexts, piecesOf, readableText, readPieces } from './cms.pieces.ts';
import type { EventFields } from './cms.placeholders.events.ts';
import { exampleReader, exampleValues, type Placeholder, type Values } from './cms.placeholders.ts';
import { lackingProblem, problemOf, type TemplateProblem, unknownPlace, wordsIn } from './cms.problems.ts';
import { DATA_URL_IMAGE, markLiquid, sanitizePage, unmarkLiquid } from './cms.sanitize.ts';
import type { BundleContent } from './cms.tables.ts';
import { decode, type FilledContent, oneLine, plainContent } from './cms.text.ts';
import { textOf } from './cms.textOf.ts';

/** `content` of a design is its texts as JSON. */
export interface ContentSource extends DesignSource {
  readonly format: BundleContent['format'];
}

/** Characters of a source; MJML pages stay far below it. */
const LONGEST: Readonly<Record<ContentType, number>> = {
  email: 200_000,
  sms: 1_600,
  whatsapp: 10_000,
  message: 4_096,
  letter: 200_000,
  call: 10_000,
  claimLandingPage: 200_000,
  clientLandingPage: 200_000,
};
const LONGEST_SUBJECT = 500;
/** Bytes of a design's page. */
const MOST_PAGE = 100_000;

/** What saving needs: the compiled content, or what is wrong with it. */
export interface CheckedContent {
  readonly content: BundleContent | null;
  readonly placeholders: string[];
  readonly problems: TemplateProblem[];
}

/**
 * Compiles and checks one language of a message against the client's placeholders. Reports everything that is wrong, not only the first.
 * @param events what the message answers: each has to have every field of `reaction` that the message uses.
 */
export async function checkContent(
  source: ContentSource,
  type: ContentType,
  placeholders: readonly Placeholder[],
  events: readonly EventFields[],
): Promise<CheckedContent> {
  const { locale, format } = source;
  if (type === 'whatsapp' || type === 'call') return checkPieces(source, type, placeholders, events);
  const medium = mediumOf(type);
  if (format === 'design' && !medium)
    return { content: null, placeholders: [], problems: [problemOf(locale, 'format', words('smsPlain'))] };
  const made = format === 'design' && medium ? writeDesign(source, medium, placeholders) : null;
  if (made?.problems) return { content: null, placeholders: [], problems: made.problems };
  const subject = made?.subject ?? (type === 'email' ? oneLine(source.subject) : '');
  const content = made?.source ?? source.content;
  const problems: TemplateProblem[] = [];
  const report = (field: string, said: SaidWords, places: PlaceholderPlace[] = []) => problems.push(problemOf(locale, field, said, places));
  if (type === 'email' && !subject) report('subject', words('subjectMissing'));
  if (subject.length > LONGEST_SUBJECT) report('subject', words('subjectLong', { number: LONGEST_SUBJECT }));
  if (!content.trim()) report('content', words('messageEmpty'));
  if (content.length > LONGEST[type]) report('content', words('messageLong', { number: LONGEST[type] }));
  if (type === 'letter' && !made) report('format', words('letterDesign'));
  else if (!medium && format !== 'text') report('format', words('smsPlain'));
  if (isPageText(type) && !readPageText(content)) report('content', words('pageTextPlain'));
  if (problems.length > 0) return { content: null, placeholders: [], problems };

  const { used, look } = reader(locale, placeholders, events, problems);
  if (medium) look('subject', subject);
  look('content', content);
  const html = await pageOf(medium, source, content, (said) => report('content', said));
  // Gmail cuts what is longer off.
  if (made && medium === 'mail' && source.parts?.strict && html && Buffer.byteLength(html) > MOST_PAGE)
    report('content', words('mailLarge', { kilobytes: MOST_PAGE / 1_000, size: Math.ceil(Buffer.byteLength(html) / 1_000) }));
  if (problems.length === 0) {
    try {
      // A trial with the examples finds what only shows when it is filled in: a missing value, a loop without end.
      const values = trialValues(locale, placeholders, used);
      renderTemplate(parseTemplate(subject, 'text', 'subject'), values, 'text', 'subject');
      renderTemplate(parseTemplate(html ?? content, html ? 'html' : 'text'), values, html ? 'html' : 'text');
      if (made) renderTemplate(parseTemplate(made.text, 'text'), values, 'text');
    } catch (error) {
      report((error as Fault).field ?? 'content', wordsIn(locale, error as Fault));
    }
  }
  const own = made ? { text: made.text, texts: made.texts } : {};
  const compiled = { subject, format, source: content, html, ...own };
  return { content: problems.length > 0 ? null : compiled, placeholders: [...used].sort(), problems };
}

/** Looks through texts of one language. @param problems is added to */
function reader(locale: string, placeholders: readonly Placeholder[], events: readonly EventFields[], problems: TemplateProblem[]) {
  const knownTags = new Set(placeholders.map((each) => each.tag));
  const used = new Set<string>();
  const look = (field: string, text: string): readonly PlaceholderPlace[] => {
    try {
      const found = placesIn(text, field);
      for (const { placeholder } of found) used.add(placeholder);
      const unknown = found.filter(
        ({ placeholder }) => !knownTags.has(placeholder) && !NAMED_ELSEWHERE.test(placeholder) && !OF_LIST.test(placeholder),
      );
      if (unknown.length > 0) problems.push(problemOf(locale, field, unknownWords(field, locale, unknown), unknown));
      problems.push(...found.flatMap((place) => lackingProblem(locale, field, place, events)));
      return found;
    } catch (error) {
      problems.push(problemOf(locale, field, wordsIn(locale, error as Fault)));
      return [];
    }
  };
  return { used, look };
}

/** @returns the placeholders' examples, for a trial. */
const trialValues = (locale: string, placeholders: readonly Placeholder[], used: ReadonlySet<string>): Values =>
  withEmpty(
    exampleValues(placeholders, exampleReader(toLocale(locale))),
    [...used].filter((tag) => LOOSE.test(tag)),
  );

/** Checks a content that is made of several texts, each by itself. */
function checkPieces(
  { locale, format, content }: ContentSource,
  type: 'whatsapp' | 'call',
  placeholders: readonly Placeholder[],
  events: readonly EventFields[],
): CheckedContent {
  const refused = (problems: TemplateProblem[]): CheckedContent => ({ content: null, placeholders: [], problems });
  if (format !== type) return refused([problemOf(locale, 'format', words('formatOfType', { format: type }))]);
  if (content.length > LONGEST[type]) return refused([problemOf(locale, 'content', words('messageLong', { number: LONGEST[type] }))]);
  const { source, pieces, problems: wrong } = readPieces(type, content);
  const problems = wrong.map(({ field, said }) => problemOf(locale, field, said));
  const { used, look } = reader(locale, placeholders, events, problems);
  for (const { field, text, toAnybody } of pieces) {
    if (field.includes('#')) continue;
    const telling = toAnybody ? look(field, text).filter(({ placeholder }) => !isFitForAnybody(placeholder)) : [];
    if (!toAnybody) look(field, text);
    for (const { placeholder } of telling) problems.push(problemOf(locale, field, words('callTells', { placeholder })));
  }
  if (problems.length > 0) return { content: null, placeholders: [...used].sort(), problems };
  const values = trialValues(locale, placeholders, used);
  for (const { field, text } of pieces) {
    try {
      renderTemplate(parseTemplate(text, 'text', field), values, 'text', field);
    } catch (error) {
      problems.push(problemOf(locale, field, wordsIn(locale, error as Fault)));
    }
  }
  const compiled = { subject: '', format, source, html: null };
  return { content: problems.length > 0 ? null : compiled, placeholders: [...used].sort(), problems };
}

function unknownWords(field: string, language: string, places: readonly PlaceholderPlace[]): SaidWords {
  const [first, ...more] = places;
  if (more.length === 0) return unknownPlace(field, language, first!);
  return words('placeholdersUnknown', {
    language,
    placeholders: places.map(({ placeholder, line, column }) => `${placeholder} (${line}:${column})`).join(', '),
  });
}

/** Files of others are not there for templates. */
const INCLUDE = /<\s*mj-include\b/i;

type Report = (said: SaidWords) => void;

/** @returns the page that a source comes to; null for plain text, and where something is wrong. What is for paper is HTML as it is. */
async function pageOf(medium: Medium | null, { format, locale }: ContentSource, source: string, report: Report): Promise<string | null> {
  if (format === 'text') return null;
  return format === 'html' || medium === 'paper' ? clean(source, locale, report) : compile(source, locale, report);
}

/** Takes out of a page what mails can't have, and says what can't be taken out. */
function clean(html: string, language: string, report: Report): string {
  const page = sanitizePage(html);
  for (const problem of page.problems) report(words('templateWrong', { language, reason: words(problem) }));
  return page.html;
}

async function compile(source: string, language: string, report: Report): Promise<string | null> {
  if (INCLUDE.test(source)) {
    report(words('templateIncludes', { language }));
    return null;
  }
  try {
    const { html, errors } = await mjml2html(source, { validationLevel: 'soft', fonts: {}, keepComments: false, ignoreIncludes: true });
    for (const error of errors) report(words('templateWrong', { language, reason: `MJML line ${error.line}: ${error.message}` }));
    const page = clean(html, language, report);
    return errors.length > 0 ? null : page;
  } catch (error) {
    report(words('templateWrong', { language, reason: `MJML: ${(error as Error).message.slice(0, 300)}` }));
    return null;
  }
}

/** Groups whose fields the client names: not every claim, run and event has each of them. */
const LOOSE = /^(meta|strategy|reaction)\./;
/** Those of them that are named elsewhere than in the client's own lists: by steps of strategies, by the fields of events. */
const NAMED_ELSEWHERE = /^(strategy|reaction)\.[A-Za-z]\w*$/;

/** What templates ask of a list as a whole. */
const OF_LIST = /^(claims|instalments)\.(size|first|last)$/;

/** @returns the values, with an empty text for each of these placeholders that has none. */
function withEmpty(values: Values, tags: readonly string[]): Values {
  const empty = (group: 'meta' | 'strategy' | 'reaction') =>
    Object.fromEntries(tags.filter((tag) => tag.startsWith(`${group}.`)).map((tag) => [tag.slice(group.length + 1), '']));
  if (tags.length === 0) return values;
  const { meta, strategy, reaction } = values;
  return {
    ...values,
    meta: { ...empty('meta'), ...meta },
    strategy: { ...empty('strategy'), ...strategy },
    reaction: { ...empty('reaction'), ...reaction },
  };
}

type Template = ReturnType<typeof parseTemplate>;

/** A content whose templates are parsed once for many readers. */
interface ParsedContent {
  readonly subject: Template;
  readonly text: Template;
  /** Null for a plain text. */
  readonly html: Template | null;
  /** Placeholders that a reader may be without; they get an empty text then. */
  readonly loose: readonly string[];
  /** The texts of a content that is made of several. */
  readonly pieces: readonly { readonly field: string; readonly template: Template }[];
}

const parsed = new Map<string, ParsedContent>();
/** Messages that come at once share one content. */
const read = new WeakMap<BundleContent, ParsedContent>();
/** Contents of a thread that stay parsed. */
const MOST_PARSED = 100;

/** @throws Fault INVALID_INPUT when what was saved no longer parses. */
function parseContent(content: BundleContent): ParsedContent {
  const known = read.get(content) ?? parsed.get(JSON.stringify(content));
  if (known) {
    read.set(content, known);
    return known;
  }
  const made = {
    subject: parseTemplate(content.subject, 'text', 'subject'),
    loose: tagsOf(content).filter((tag) => LOOSE.test(tag)),
    pieces: piecesOf(content).map(({ field, text }) => ({ field, template: parseTemplate(text, 'text', field) })),
    ...templatesOf(content),
  };
  if (parsed.size >= MOST_PARSED) parsed.delete(parsed.keys().next().value!);
  parsed.set(JSON.stringify(content), made);
  return made;
}

/** @returns every placeholder of a content. */
const tagsOf = (content: BundleContent): string[] => liquidTexts(content).flatMap((text) => placeholdersIn(text));

function templatesOf({ format, html, source, text: written }: BundleContent): Pick<ParsedContent, 'text' | 'html'> {
  // What it says is made of its texts.
  if (format === 'whatsapp' || format === 'call') return { html: null, text: parseTemplate('', 'text') };
  if (html === null) return { html, text: parseTemplate(source, 'text') };
  // Read again: it may have been saved when less was looked at.
  const page = sanitizePage(html).html;
  if (written !== undefined) return { html: parseTemplate(page, 'html'), text: parseTemplate(written, 'text') };
  const { text, pieces } = markLiquid(page);
  return { html: parseTemplate(page, 'html'), text: parseTemplate(unmarkLiquid(textOf(text), pieces), 'text') };
}

/** What has to be made or read for a message before it is filled in. */
export interface ContentNeeds {
  /** A link to the debtor's page. */
  readonly payLink: boolean;
  readonly lists: readonly List[];
}

/** @returns what a content needs. @throws Fault INVALID_INPUT when it does not parse */
export function needsOf(content: BundleContent): ContentNeeds {
  const used = new Set(tagsOf(content));
  // "claims", and "claims.size" or "claims[0]".
  const uses = (list: List) => [...used].some((tag) => tag === list || tag.startsWith(`${list}.`) || tag.startsWith(`${list}[`));
  return { payLink: used.has('link.pay'), lists: LISTS.filter(uses) };
}

/** A message to fill in for one reader. */
export interface FillInput {
  readonly content: BundleContent;
  readonly values: Values;
  readonly channel: MessageChannel;
  /** Where links are counted; null counts none. */
  readonly tracking: { readonly publicUrl: string; readonly token: string } | null;
}

export interface Filled extends FilledContent {
  readonly links: string[];
  /** Of a content that is made of several texts: each by itself. */
  readonly pieces?: FilledPieces;
}

/** Fills a message in. @throws Fault INVALID_INPUT when a placeholder has gone since it was saved, or it takes too much. */
export function fillContent({ content, values, channel, tracking }: FillInput): Filled {
  const templates = parseContent(content);
  const complete = withEmpty(values, templates.loose);
  if (templates.pieces.length > 0) {
    const pieces = Object.fromEntries(
      templates.pieces.map(({ field, template }) => [field, withoutDirection(renderTemplate(template, complete, 'text', field)).trim()]),
    );
    return { ...plainContent('', readableText(content, pieces), channel), links: [], pieces };
  }
  const subject = oneLine(renderTemplate(templates.subject, complete, 'text', 'subject'));
  const text = renderTemplate(templates.text, complete, 'text');
  const filled = templates.html
    ? {
        subject,
        html: safeAddresses(withoutDirection(renderTemplate(templates.html, complete, 'html'))),
        text: withoutDirection(text).trim(),
      }
    : plainContent(subject, text, channel);
  if (!tracking || filled.html === null) return { ...filled, links: [] };
  return { ...filled, ...withTracking(filled.html, tracking.publicUrl, tracking.token) };
}

/** Takes addresses away that are neither web, mail nor phone: a value may have brought one along. */
function safeAddresses(html: string): string {
  return html.replace(
    /(\s(?:href|src|background)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi,
    (whole, before: string, double?: string, single?: string) => {
      const address = decode(double ?? single ?? '');
      return /^(https?:|mailto:|tel:|cid:|#)/i.test(address) || (!/^\s*href/i.test(before) && DATA_URL_IMAGE.test(address))
        ? whole
        : `${before}"#"`;
    },
  );
}
