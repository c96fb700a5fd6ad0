/** A message while it is edited: what is saved, what has changed, what a new one starts with. */
import { isLocale, LOCALES, type Locale } from '../../core/locale.ts';
import type { MessageChannel } from '../../core/messageChannels.ts';
import type { BundleQuery, SaveBundleMutationVariables } from './cms.graphql.ts';

export type Channel = MessageChannel;

export interface DraftContent {
  readonly subject: string;
  readonly format: 'mjml' | 'text';
  readonly content: string;
}

/** What a message is, and its text in each language; null where it has none. Languages are fields of their own: two people may edit two of them. */
export type Draft = Facts & Readonly<Record<Locale, DraftContent | null>>;

interface Facts {
  /** Null until it is saved: then made of the name. */
  readonly fileName: string | null;
  readonly displayName: string;
  readonly isDefault: boolean;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly contentTags: readonly string[];
  /** Null for a new message. */
  readonly version: number | null;
}

const NO_CONTENTS = Object.fromEntries(LOCALES.map((locale) => [locale, null])) as Record<Locale, null>;

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

/** @returns what a language starts with: the text of another one, or the first page. */
export function startContent(channel: Channel, from?: DraftContent | null): DraftContent {
  if (from) return from;
  return channel === 'email'
    ? { subject: '', format: 'mjml', content: FIRST_PAGE }
    : { subject: '', format: 'text', content: '{{ debtor.salutation }}: {{ link.pay }}' };
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
    version: null,
    ...NO_CONTENTS,
    [locale]: startContent(channel),
  };
}

/** @returns the saved message as a draft. @param copyName makes a copy of that name instead. */
export function draftOf(bundle: BundleQuery['getTemplateBundleV2'], copyName?: string): Draft {
  const contents: Record<Locale, DraftContent | null> = { ...NO_CONTENTS };
  for (const { locale, subject, format, content } of bundle.contentTemplates)
    if (isLocale(locale)) contents[locale] = { subject, format: format === 'mjml' ? 'mjml' : 'text', content };
  const { fileName, displayName, isDefault, deprecated, tags, contentTags, version } = bundle;
  const kept = { deprecated, tags, contentTags, ...contents };
  return copyName === undefined
    ? { ...kept, fileName, displayName, isDefault, version }
    : { ...kept, fileName: null, displayName: copyName, isDefault: false, version: null };
}

/** @returns the draft's languages in the product's order. */
export function localesOf(draft: Draft): Locale[] {
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

/** @returns the draft as it is saved. */
export function inputOf(draft: Draft, clientId: string, channel: Channel): SaveBundleMutationVariables['templateBundle'] {
  const { fileName, displayName, isDefault, deprecated, tags, contentTags, version } = draft;
  return {
    clientId,
    contentTemplateType: channel,
    fileName: fileName ?? fileNameOf(displayName),
    displayName,
    isDefault,
    deprecated,
    tags: [...tags],
    contentTags: [...contentTags],
    version,
    contentTemplates: localesOf(draft).flatMap((locale) => {
      const content = draft[locale];
      return content ? [{ locale, ...content }] : [];
    }),
  };
}
