/** The configuration as it is edited: JSON as text, so that half-written JSON is not lost. */
import type { ReactNode } from 'react';
import type { ConfigurationFragment, SetConfigurationMutationVariables } from './backoffice.graphql.ts';

export type Draft = {
  readonly name: string;
  readonly currency: string;
  readonly defaultLocale: string;
  readonly timezone: string;
  readonly countryCode: string;
  readonly excludeHolidays: boolean;
  readonly useMocks: boolean;
  readonly restrictCreationOfPromiseToPayAfterDays: number | null;
  /** Only what the client decides itself. */
  readonly featureFlags: Readonly<Record<string, boolean>>;
  readonly defaultMeta: string;
  readonly contactOutcomes: readonly { readonly category: string; readonly resolutions: readonly string[] }[];
  readonly rightPartyFacts: readonly string[];
  readonly tags: readonly { readonly type: string; readonly key: string; readonly label: string; readonly color: string }[];
  /** Null: all. */
  readonly allowedEvents: readonly string[] | null;
  readonly allowedReactions: readonly string[] | null;
};

/** The text that names each field. */
export const FIELD_TEXTS = {
  name: 'locality.name',
  currency: 'locality.currency',
  defaultLocale: 'locality.locale',
  timezone: 'locality.timezone',
  countryCode: 'locality.country',
  excludeHolidays: 'locality.holidays',
  useMocks: 'locality.mocks',
  restrictCreationOfPromiseToPayAfterDays: 'locality.promise',
  featureFlags: 'flags.title',
  defaultMeta: 'meta.defaultMeta',
  contactOutcomes: 'outcomes.title',
  rightPartyFacts: 'rightParty.title',
  tags: 'tags.title',
  allowedEvents: 'reactions.events',
  allowedReactions: 'reactions.reactions',
} as const satisfies Record<keyof Draft, string>;

/** What each part of the form is given. */
export interface Part {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** The server's refusal of a field, as it is shown beside that: "tags.2.key". */
  readonly refused: (field: string) => ReactNode;
}

const text = (value: unknown) => JSON.stringify(value ?? {}, null, 2);

/** @returns what the form begins with. */
export function draftOf(saved: ConfigurationFragment): Draft {
  const { name, currency, defaultLocale, timezone, countryCode, excludeHolidays, useMocks } = saved;
  const flags = saved.featureFlags as Record<string, boolean> | readonly string[] | null;
  return {
    name,
    currency,
    defaultLocale,
    timezone,
    countryCode,
    excludeHolidays,
    useMocks,
    restrictCreationOfPromiseToPayAfterDays: saved.restrictCreationOfPromiseToPayAfterDays,
    featureFlags: Array.isArray(flags) ? Object.fromEntries(flags.map((flag) => [flag, true])) : ({ ...flags } as Record<string, boolean>),
    defaultMeta: text(saved.defaultMeta),
    contactOutcomes: saved.contactOutcomes.map(({ category, resolutions }) => ({ category, resolutions })),
    rightPartyFacts: saved.rightPartyFacts,
    tags: saved.tags.map(({ type, key, label, color }) => ({ type, key, label, color })),
    allowedEvents: saved.allowedEvents,
    allowedReactions: saved.allowedReactions,
  };
}

/** @returns what is sent: the fields that changed. */
export function inputOf(draft: Draft, start: Draft): SetConfigurationMutationVariables['clientConfiguration'] {
  const changed = (Object.keys(draft) as (keyof Draft)[]).filter((key) => JSON.stringify(draft[key]) !== JSON.stringify(start[key]));
  return Object.fromEntries(changed.map((key) => [key, draft[key]]));
}
