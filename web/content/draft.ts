/** A message while it is edited: what is saved, what has changed, what a new one starts with. */
import type { Design } from '../../blocks/design.ts';
import type { DesignTexts } from '../../blocks/texts.ts';
import type { AttachmentSelector } from '../../core/attachmentSelectors.ts';
import { EMPTY_CALL, EMPTY_TEMPLATE } from '../../core/emptyContent.ts';
import { isLocale, LOCALES, type Locale } from '../../core/locale.ts';
import type { ContentType } from '../../core/messageChannels.ts';
import type { BundleQuery, SaveBundleMutationVariables } from './cms.graphql.ts';
import type { Written } from './editor/written.ts';

export type Channel = ContentType;

/** A language that is written as source. */
export interface SourceContent {
  readonly subject: string;
  readonly format: 'mjml' | 'html' | 'text' | 'whatsapp' | 'call';
  readonly content: string;
}

/** A language of a design: its texts, the subject among them. */
export interface DesignContent {
  readonly format: 'design';
  readonly texts: DesignTexts;
}

export type DraftContent = SourceContent | DesignContent;

/** What is said in each language; null where it has none. Languages are fields of their own: two people may edit two of them. */
export type Languages = Readonly<Record<Locale, DraftContent | null>>;

/** The blocks that all languages share; null for what is written as source. */
export type DesignDraft = Languages & { readonly design: Design | null };

/** What a message is, and its text in each language. */
export type Draft = Facts & DesignDraft;

interface Facts {
  /** Null until it is saved: then made of the name. */
  readonly fileName: string | null;
  readonly displayName: string;
  readonly isDefault: boolean;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly contentTags: readonly string[];
  readonly attachmentSelectorList: readonly AttachmentSelector[];
  /** Null for a new message. */
  readonly version: number | null;
}

/** What is written as source: as a page, as text, or as several texts. */
const SOURCES = ['mjml', 'html', 'text', 'whatsapp', 'call'] as const;

export const NO_CONTENTS = Object.fromEntries(LOCALES.map((locale) => [locale, null])) as Record<Locale, null>;

const FIRST_PAGE = `<mjml>
  <mj-head>
    <mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /></mj-attributes>
  </mj-head>
  <mj-body background-color="#f4f4f1">
    <mj-section background-color="#ffffff" padding="28px">
      <mj-column>
        <mj-text font-size="15px" line-height="24px">{{ debtor.salutation }},</mj-text>
        <mj-text font-size="15px" line-height="24px">{{ claim.balance }}</mj-text>
        <mj-button background-color="#0e6b57" border-radius="8px" href="{{ link.pay }}">{{ claim.reference }}</mj-button>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;

/** @returns what a language starts with: the text of another one, or the first page. That of a design begins empty, so that what is missing shows. */
export function startContent(channel: Channel, from?: DraftContent | null): DraftContent {
  if (channel === 'letter') return { format: 'design', texts: {} };
  if (from) return from.format === 'design' ? { format: 'design', texts: {} } : from;
  switch (channel) {
    case 'email':
      return { subject: '', format: 'mjml', content: FIRST_PAGE };
    case 'whatsapp':
      return { subject: '', format: 'whatsapp', content: JSON.stringify(EMPTY_TEMPLATE) };
    case 'call':
      return { subject: '', format: 'call', content: JSON.stringify(EMPTY_CALL) };
    case 'claimLandingPage':
      return { subject: '', format: 'text', content: '{{ debtor.salutation }}' };
    case 'clientLandingPage':
      return { subject: '', format: 'text', content: '{{ account.creditor }}' };
    default:
      return { subject: '', format: 'text', content: '{{ debtor.salutation }}: {{ link.pay }}' };
  }
}

/** @returns a new message with one language. */
export function newDraft(channel: Channel, locale: Locale): Draft {
  return {
    fileName: null,
    displayName: '',
    isDefault: false,
    deprecated: false,
    tags: [],
    contentTags: [],
    attachmentSelectorList: [],
    design: null,
    version: null,
    ...NO_CONTENTS,
    [locale]: startContent(channel),
  };
}

/** @returns a new message of blocks. */
export function newDesignDraft({ design, texts }: Written, contentTags: readonly string[]): Draft {
  return { ...newDraft('email', 'en_US'), contentTags, ...designDraft({ design, texts }) };
}

/** @returns what is written as fields of a draft. */
export function designDraft({ design, texts }: Written): DesignDraft {
  const contents = Object.fromEntries(Object.entries(texts).map(([locale, own]) => [locale, { format: 'design', texts: own }]));
  return { design, ...NO_CONTENTS, ...contents };
}

/** @returns the blocks and texts of a draft; null where it is written as source. */
export function writtenOf(draft: DesignDraft): Written | null {
  const { design } = draft;
  if (!design) return null;
  const texts = localesOf(draft).map((locale) => {
    const content = draft[locale];
    return [locale, content?.format === 'design' ? content.texts : {}] as const;
  });
  return { design, texts: Object.fromEntries(texts) };
}

/** @returns the parts of a draft that what is written says, those that stayed the same left out. */
export function partsOf(draft: DesignDraft, { design, texts }: Written): Partial<DesignDraft> {
  const changed = localesOf(draft).flatMap((locale) => {
    const [before, now] = [draft[locale], texts[locale]];
    return now && before?.format === 'design' && before.texts !== now ? [[locale, { ...before, texts: now }] as const] : [];
  });
  return { ...(design === draft.design ? {} : { design }), ...Object.fromEntries(changed) };
}

/** @returns the saved message as a draft. @param copyName makes a copy of that name instead. */
export function draftOf(bundle: BundleQuery['getTemplateBundleV2'], copyName?: string): Draft {
  const contents: Record<Locale, DraftContent | null> = { ...NO_CONTENTS };
  for (const { locale, subject, format, content } of bundle.contentTemplates)
    if (isLocale(locale))
      contents[locale] =
        format === 'design'
          ? { format, texts: JSON.parse(content) as DesignTexts }
          : { subject, format: SOURCES.find((each) => each === format) ?? 'text', content };
  const { fileName, displayName, isDefault, deprecated, tags, contentTags, attachmentSelectorList, version } = bundle;
  const design = bundle.template.design as Design | null;
  const kept = { deprecated, tags, contentTags, attachmentSelectorList, design, ...contents };
  return copyName === undefined
    ? { ...kept, fileName, displayName, isDefault, version }
    : { ...kept, fileName: null, displayName: copyName, isDefault: false, version: null };
}

/** @returns the draft's languages in the product's order. */
export function localesOf(draft: Languages): Locale[] {
  return LOCALES.filter((locale) => draft[locale] !== null);
}

/** @returns a file name made of a name: "Erste Mahnung (neu)" is "erste-mahnung-neu". */
export function fileNameOf(displayName: string): string {
  const plain = displayName
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 100);
}

/** @returns a language as the server takes it. */
export function sourceOf(content: DraftContent): { subject: string; format: string; content: string } {
  if (content.format !== 'design') return content;
  const subject = content.texts.subject?.text;
  return { format: 'design', subject: typeof subject === 'string' ? subject : '', content: JSON.stringify(content.texts) };
}

/** @returns the draft as it is saved. */
export function inputOf(draft: Draft, clientId: string, channel: Channel): SaveBundleMutationVariables['templateBundle'] {
  const { fileName, displayName, isDefault, deprecated, tags, contentTags, attachmentSelectorList, design, version } = draft;
  return {
    clientId,
    contentTemplateType: channel,
    fileName: fileName ?? fileNameOf(displayName),
    displayName,
    isDefault,
    deprecated,
    tags: [...tags],
    contentTags: [...contentTags],
    attachmentSelectorList: [...attachmentSelectorList],
    template: design && { design },
    version,
    contentTemplates: localesOf(draft).flatMap((locale) => {
      const content = draft[locale];
      return content ? [{ locale, ...sourceOf(content) }] : [];
    }),
  };
}
