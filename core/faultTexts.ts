/**
 * What the server refuses with, by the key that it sends with it. Clients say it in other languages by the same keys
 * (web/shell/i18n/…/faults.json); a test holds the two together.
 */
import { ACCOUNT_FAULTS } from './faultTexts/account.ts';
import { ADMINISTRATION_FAULTS } from './faultTexts/administration.ts';
import { API_FAULTS } from './faultTexts/api.ts';
import { BANK_FAULTS } from './faultTexts/bank.ts';
import { CHANNEL_FAULTS } from './faultTexts/channels.ts';
import { COMMON_FAULTS } from './faultTexts/common.ts';
import { CONNECTOR_FAULTS } from './faultTexts/connectors.ts';
import { CONTENT_FAULTS } from './faultTexts/content.ts';
import { DEBTOR_FAULTS } from './faultTexts/debtor.ts';
import { DESIGN_FAULTS } from './faultTexts/design.ts';
import { FILES_FAULTS } from './faultTexts/files.ts';
import { FINANCE_FAULTS } from './faultTexts/finance.ts';
import { IDENTITY_FAULTS } from './faultTexts/identity.ts';
import { IMPORT_FAULTS } from './faultTexts/import.ts';
import { LETTER_FAULTS } from './faultTexts/letters.ts';
import { OUTSOURCING_FAULTS } from './faultTexts/outsourcing.ts';
import { PARTNER_FILE_FAULTS } from './faultTexts/partnerFiles.ts';
import { PARTNER_FAULTS } from './faultTexts/partners.ts';
import { PLATFORM_FAULTS } from './faultTexts/platform.ts';
import { PROPOSAL_FAULTS } from './faultTexts/proposals.ts';
import { STRATEGY_FAULTS } from './faultTexts/strategy.ts';
import { TASKS_FAULTS } from './faultTexts/tasks.ts';
import { WEBHOOK_FAULTS } from './faultTexts/webhooks.ts';
import { WORKFLOW_FAULTS } from './faultTexts/workflows.ts';

export const FAULT_TEXTS = {
  ...COMMON_FAULTS,
  ...PLATFORM_FAULTS,
  ...IDENTITY_FAULTS,
  ...ADMINISTRATION_FAULTS,
  ...ACCOUNT_FAULTS,
  ...DEBTOR_FAULTS,
  ...TASKS_FAULTS,
  ...FINANCE_FAULTS,
  ...BANK_FAULTS,
  ...IMPORT_FAULTS,
  ...CONTENT_FAULTS,
  ...CHANNEL_FAULTS,
  ...DESIGN_FAULTS,
  ...LETTER_FAULTS,
  ...STRATEGY_FAULTS,
  ...WORKFLOW_FAULTS,
  ...FILES_FAULTS,
  ...PARTNER_FAULTS,
  ...API_FAULTS,
  ...OUTSOURCING_FAULTS,
  ...WEBHOOK_FAULTS,
  ...CONNECTOR_FAULTS,
  ...PARTNER_FILE_FAULTS,
  ...PROPOSAL_FAULTS,
} as const;

export type FaultKey = keyof typeof FAULT_TEXTS;
/** What says that there is no such thing. */
export type NotFoundKey = Extract<FaultKey, `${string}NotFound`>;

/** What a fault says apart from any language: the key of its text, and what is filled in. */
export interface FaultWords {
  readonly key: string;
  readonly values: Readonly<Record<string, FaultValue>>;
}

/** What is filled in: a text or number as it is, or words that are themselves said in the reader's language. */
export type FaultValue = string | number | FaultWords;

type Placeholder<Text extends string> = Text extends `${string}{{${infer Name}}}${infer More}` ? Name | Placeholder<More> : never;

/** A value for each placeholder of a text. */
export type FaultValues<Key extends FaultKey> = { readonly [Name in Placeholder<(typeof FAULT_TEXTS)[Key]>]: FaultValue };

/** A text with nothing to fill in. */
export type PlainFaultKey = { [Key in FaultKey]: [Placeholder<(typeof FAULT_TEXTS)[Key]>] extends [never] ? Key : never }[FaultKey];

/** @returns whether there is a text with this key. */
export function isFaultKey(key: string): key is FaultKey {
  return Object.hasOwn(FAULT_TEXTS, key);
}
