/** What HTML may hold that somebody else wrote: what debtors mail, and the pages that clients send (docs/decisions/messages.md). */

import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import type { PlainFaultKey } from '../../../core/faultTexts.ts';

/** Elements whose content is no text either: code, styles, forms, drawings, and what a parser may read otherwise the second time. */
const DROPPED_WHOLE =
  'applet audio base canvas datalist embed frame frameset iframe link math noembed noframes noscript object option plaintext portal script select style svg template textarea title video xmp'.split(
    ' ',
  );
const TAGS =
  'html body div span p br hr a img b strong i em u s strike del ins small big sub sup font center blockquote pre code tt kbd samp q cite abbr address h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th'.split(
    ' ',
  );
/** Only in pages of clients: what MJML makes of a document, and of menus that work without scripts. */
const PAGE_TAGS = [...TAGS, 'head', 'title', 'meta', 'style', 'label', 'input'];

const EVERYWHERE = 'style align valign width height bgcolor color dir lang title role aria-label aria-hidden aria-roledescription'.split(
  ' ',
);
const TABLE = 'border cellpadding cellspacing rowspan colspan summary nowrap scope'.split(' ');
const ATTRIBUTES: Record<string, string[]> = {
  '*': EVERYWHERE,
  a: ['href', 'name', 'target', 'rel'],
  img: ['src', 'alt', 'border', 'hspace', 'vspace'],
  font: ['face', 'size'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value', 'type'],
  table: TABLE,
  td: TABLE,
  th: TABLE,
  col: ['span'],
  colgroup: ['span'],
};
const PAGE_ATTRIBUTES: Record<string, string[]> = {
  ...ATTRIBUTES,
  '*': [...EVERYWHERE, 'class', 'id', 'background'],
  html: ['xmlns', 'xmlns:v', 'xmlns:o'],
  meta: ['charset', 'name', 'content', 'http-equiv'],
  style: ['type', 'media'],
  label: ['for'],
  input: ['type', 'name', 'checked'],
};

const PROPERTIES =
  `background background-color background-image background-position background-repeat background-size border border-bottom border-bottom-color
  border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style
  border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color
  border-top-left-radius border-top-right-radius border-top-style border-top-width border-width box-shadow box-sizing caption-side clear color cursor direction display
  empty-cells float font font-family font-size font-style font-variant font-weight height hyphens letter-spacing line-height list-style list-style-position list-style-type
  margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width mso-hide mso-line-height-rule mso-padding-alt mso-table-lspace
  mso-table-rspace object-fit opacity outline overflow overflow-wrap padding padding-bottom padding-left padding-right padding-top table-layout text-align text-decoration
  text-indent text-overflow text-shadow text-transform unicode-bidi user-select -moz-user-select vertical-align visibility white-space width word-break word-spacing word-wrap
  -ms-interpolation-mode -ms-text-size-adjust -webkit-text-size-adjust`.split(/\s+/);
/** Values that compute at most a colour or a length; every further "(" belongs to a function named here, so the match goes through once. */
const VALUE = /^[^\\<>{}@(\ufdd0-\ufdd2]*(?:(?<=\b(?:rgba?|hsla?|calc))\([^\\<>{}@(\ufdd0-\ufdd2]*)*$/i;
/** The same, and pictures of web servers. */
const PAGE_VALUE =
  /^[^\\<>{}@(\ufdd0-\ufdd2]*(?:(?:(?<=\b(?:rgba?|hsla?|calc))\(|(?<=\burl)\(\s?["']?https?:\/\/)[^\\<>{}@(\ufdd0-\ufdd2]*)*$/i;
const stylesOf = (value: RegExp) => ({ '*': Object.fromEntries(PROPERTIES.map((name) => [name, [value]])) });
/** Longest picture that stands in the page itself, in characters. */
export const DATA_URL_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i;
const NESTING = 250;

const COMMON: IOptions = {
  nonTextTags: DROPPED_WHOLE,
  disallowedTagsMode: 'discard',
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid', 'data'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'background'],
  allowProtocolRelative: false,
  parseStyleAttributes: true,
  nestingLimit: NESTING,
};

const MAIL: IOptions = {
  ...COMMON,
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedStyles: stylesOf(VALUE),
  transformTags: {
    '*': (tagName, attribs) => {
      const { href, src, ...kept } = attribs;
      // Pictures on servers tell who looked, and when: only those that came along are shown.
      if (src !== undefined && DATA_URL_IMAGE.test(src)) kept.src = src;
      if (href !== undefined && /^(?:https?|mailto|tel):/i.test(href)) kept.href = href;
      return { tagName, attribs: kept };
    },
  },
};

/** @returns what of a mail is shown: text, tables, styles and the pictures it brought. Nothing in it loads, runs or sends anything. */
export function sanitizeMail(html: string): string {
  return sanitizeHtml(html, MAIL);
}

/** Marks that no text holds stand for Liquid and for comments while the page around them is read. */
const [LIQUID, COMMENT, END] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const MARKS = /[\ufdd0-\ufdd2]/g;
const LIQUID_MARK = /\ufdd0(\d+)\ufdd2/g;
const ANY_MARK = /([\ufdd0\ufdd1])(\d+)\ufdd2/g;

/** A page with its Liquid taken out: each piece is a mark, and `pieces` holds what it stands for. */
interface Marked {
  readonly text: string;
  readonly pieces: readonly string[];
}

/** Puts a mark in place of each tag and output of Liquid; what stands between raw and endraw is text for Liquid and stays. */
export function markLiquid(source: string): Marked {
  const pieces: string[] = [];
  const out: string[] = [];
  const clean = source.replace(MARKS, '');
  let at = 0;
  const mark = (from: number, to: number) => {
    out.push(clean.slice(at, from), `${LIQUID}${pieces.push(clean.slice(from, to)) - 1}${END}`);
    at = to;
  };
  for (let open = clean.indexOf('{'); open >= 0; open = clean.indexOf('{', Math.max(open + 1, at))) {
    const kind = clean[open + 1];
    if (kind !== '{' && kind !== '%') continue;
    const close = clean.indexOf(kind === '{' ? '}}' : '%}', open + 2);
    if (close < 0) {
      // Without an end of the one kind there may be one of the other.
      if (clean.indexOf(kind === '{' ? '%}' : '}}', open + 2) < 0) break;
      continue;
    }
    mark(open, close + 2);
    if (tagOf(pieces.at(-1)!) !== 'raw') continue;
    const end = /\{%-?\s*endraw\s*-?%\}/g;
    end.lastIndex = at;
    const found = end.exec(clean);
    if (!found) break;
    mark(found.index, end.lastIndex);
  }
  out.push(clean.slice(at));
  return { text: out.join(''), pieces };
}

/** @returns the text with its Liquid again. */
export function unmarkLiquid(text: string, pieces: readonly string[]): string {
  return text.replace(LIQUID_MARK, (_, index: string) => pieces[Number(index)] ?? '');
}

const tagOf = (piece: string) => /^\{%-?\s*(\w*)/.exec(piece.slice(0, 40))?.[1] ?? '';

/** @returns whether what begins in a text also ends in it: otherwise a condition could leave out a quote and turn text into attributes. */
function isBalanced(text: string, pieces: readonly string[]): boolean {
  const open: string[] = [];
  for (const [, index] of text.matchAll(LIQUID_MARK)) {
    const tag = tagOf(pieces[Number(index)] ?? '');
    if (['if', 'unless', 'case', 'for', 'raw', 'comment'].includes(tag)) open.push(tag);
    else if (tag.startsWith('end') && open.pop() !== tag.slice(3)) return false;
    else if (['else', 'elsif', 'when', 'break', 'continue'].includes(tag) && (open.length === 0 || tag === 'break' || tag === 'continue'))
      return false;
  }
  return open.length === 0;
}

/** What is wrong with a page: a text of core/faultTexts/content.ts. */
export type PageProblem = Extract<PlainFaultKey, `page${string}`>;

export interface SanitizedPage {
  /** As it may be sent: everything that is not allowed is gone. */
  readonly html: string;
  /** What had to go, in words; empty for a page that somebody may save. */
  readonly problems: readonly PageProblem[];
}

const ELEMENT = 'pageElement';
const HANDLER = 'pageHandler';
const RUNS = 'pageRuns';

/** Reads an address of a page: of the web, mail, phone or the mail itself, relative, or told by a placeholder, which is looked at when it is filled in. */
function isSafeAddress(address: string, isPicture: boolean): boolean {
  if (/^(?:https?:|mailto:|tel:|cid:|#|\ufdd0)/i.test(address)) return true;
  if (isPicture && DATA_URL_IMAGE.test(address)) return true;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave them out of addresses
  return !/[:\u0000-\u0020\\]/.test(address);
}

/**
 * Reads a page that is sent: the HTML that MJML made of a client's template, with its Liquid. Conditional comments, by which Outlook is told
 * apart, stay when what is in them is harmless; all other comments go.
 */
export function sanitizePage(source: string): SanitizedPage {
  return sanitize(source, markLiquid(source));
}

/** @returns a page as staff may look at it after it was filled in: braces in it are a debtor's. */
export function sanitizeSent(html: string): string {
  return sanitize(html, { text: html.replace(MARKS, ''), pieces: [] }).html;
}

function sanitize(source: string, { text, pieces }: Marked): SanitizedPage {
  const problems = new Set<PageProblem>();
  const comments: string[] = [];
  const marked = markComments(text, (comment) => {
    const found = problemsOfComment(comment, pieces);
    for (const problem of found) problems.add(problem);
    return found.length > 0 ? '' : `${COMMENT}${comments.push(comment) - 1}${END}`;
  });
  const html = sanitizeHtml(marked, pageRules(pieces, problems));
  const whole = html.replace(ANY_MARK, (_, kind: string, index: string) =>
    kind === LIQUID ? (pieces[Number(index)] ?? '') : unmarkLiquid(comments[Number(index)] ?? '', pieces),
  );
  return { html: /^\s*<!doctype/i.test(source.slice(0, 100)) ? `<!doctype html>\n${whole.trimStart()}` : whole, problems: [...problems] };
}

function pageRules(pieces: readonly string[], problems: Set<PageProblem>): IOptions {
  return {
    ...COMMON,
    nonTextTags: DROPPED_WHOLE.filter((tag) => tag !== 'style' && tag !== 'title'),
    allowedTags: PAGE_TAGS,
    allowVulnerableTags: true,
    allowedAttributes: PAGE_ATTRIBUTES,
    allowedStyles: stylesOf(PAGE_VALUE),
    // Empty ones are written as they are.
    nonBooleanAttributes: [],
    transformTags: {
      '*': (tagName, attribs) => {
        if (!PAGE_TAGS.includes(tagName)) problems.add(ELEMENT);
        return { tagName, attribs: safeAttributes(tagName, attribs, pieces, problems) };
      },
    },
    textFilter: (said, tagName) => (tagName === 'title' ? said.replace(/\ufdd1\d+\ufdd2/g, '') : said),
    exclusiveFilter: ({ tag, text }) => {
      if (tag !== 'style') return false;
      if (text.search(MARKS) >= 0) problems.add('pageUnsafeSheet');
      else if (isSafeSheet(text)) return false;
      else problems.add('pageSheet');
      return true;
    },
  };
}

function safeAttributes(tagName: string, attribs: Attributes, pieces: readonly string[], problems: Set<PageProblem>): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(attribs)) {
    const known = PAGE_ATTRIBUTES[tagName]?.includes(name) || PAGE_ATTRIBUTES['*']!.includes(name);
    if (/^on/i.test(name)) problems.add(HANDLER);
    else if (name.search(MARKS) >= 0) problems.add('pageUnsafeTag');
    else if (name === 'style' && value.search(MARKS) >= 0) problems.add('pageUnsafeStyle');
    else if (value.includes(COMMENT!)) problems.add('pageCommentAttribute');
    else if (!isBalanced(value, pieces)) problems.add('pageHalfAttribute');
    else if (
      ['href', 'src', 'background', 'action', 'formaction', 'xlink:href', 'srcset', 'poster', 'data'].includes(name) &&
      !isSafeAddress(value, name !== 'href')
    )
      problems.add(RUNS);
    else if (tagName === 'meta' && name === 'http-equiv' && !/^(content-type|x-ua-compatible)$/i.test(value)) problems.add('pageRedirect');
    else if (tagName === 'input' && name === 'type' && !/^(checkbox|radio)$/i.test(value)) problems.add(ELEMENT);
    else if (known) kept[name] = value;
  }
  // A field without its kind would be one to write in.
  if (tagName === 'input' && !kept.type) {
    problems.add(ELEMENT);
    return { type: 'checkbox', style: 'display:none' };
  }
  return kept;
}

/** @returns whether a style sheet only says how things look. An escape could spell anything, so there is none. */
function isSafeSheet(sheet: string): boolean {
  if (/[<\\]|@(?:import|charset|namespace|font-face)|expression\s?\(|javascript:|behavior\s?:|-moz-binding/i.test(sheet)) return false;
  return [...sheet.matchAll(/url\(([^)]{0,3000})/gi)].every(([, address]) => /^\s?["']?https?:\/\//i.test(address ?? ''));
}

/** Calls `read` with each conditional comment, as it stands, and puts its answer in place; all other comments go. */
function markComments(text: string, read: (comment: string) => string): string {
  const out: string[] = [];
  let at = 0;
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', at)) {
    const close = text.indexOf('-->', open + 4);
    if (close < 0) break;
    const comment = text.slice(open, close + 3);
    out.push(text.slice(at, open), /^<!--(?:\[if |<!\[endif\]-->)/.test(comment) ? read(comment) : '');
    at = close + 3;
  }
  out.push(text.slice(at));
  return out.join('');
}

/** What only Outlook reads: drawings of VML in place of backgrounds, and settings of Office. */
const OFFICE = /^(?:[vow]:[a-z]+|xml|noscript)$/;

function problemsOfComment(comment: string, pieces: readonly string[]): PageProblem[] {
  const problems = new Set<PageProblem>();
  const inner = comment.slice(4, -3);
  // A browser ends a comment here as well.
  if (inner.includes('--!>') || inner.startsWith('>') || inner.startsWith('->')) problems.add('pageCommentEnd');
  if (!isBalanced(comment, pieces)) problems.add('pageHalfComment');
  sanitizeHtml(inner, {
    allowedTags: false,
    allowVulnerableTags: true,
    allowedAttributes: false,
    parseStyleAttributes: false,
    onOpenTag: (tagName, attribs) => {
      if (!PAGE_TAGS.includes(tagName) && !OFFICE.test(tagName)) problems.add(ELEMENT);
      safeAttributes(tagName, attribs, pieces, problems);
    },
  });
  return [...problems];
}
