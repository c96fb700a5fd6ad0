/** A client's configuration: every field checked, every change told with what it was before (specification 1, sections 3 and 5). */
import { eq } from 'drizzle-orm';
import { regionsOf } from '../../../core/calendar.ts';
import { collectFaults } from '../../../core/collectFaults.ts';
import { isCountry } from '../../../core/country.ts';
import { EVENT_TYPES } from '../../../core/events/catalogue.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { FEATURE_FLAGS } from '../../../core/featureFlags.ts';
import { isLocale, LOCALES, type Locale } from '../../../core/locale.ts';
import { RIGHT_PARTY_FACTS, RIGHT_PARTY_NEEDED } from '../../../core/rightParty.ts';
import { MOST_LEVELS, nestingOf } from '../../platform/edge/body.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { ClientConfigurationInput } from './backoffice.graphql.ts';
import { type ClientRow, readClient } from './backoffice.logic.ts';
import { type Editor, type MetaFields, metaFieldsKeeper } from './backoffice.metaFields.logic.ts';
import { client, type Tag } from './backoffice.tables.ts';

/** What a client has that names no tags of its own (specification 1, section 3). WORKFLOW marks tasks that a workflow made. */
export const DEFAULT_TAGS: readonly Tag[] = [
  { type: 'task', key: 'URGENT', label: 'Urgent', color: 'red-light' },
  { type: 'task', key: 'ENABLE_INSTALMENTS', label: 'Enable instalments', color: 'blue-light' },
  { type: 'task', key: 'UPDATE_PAYMENT_PROVIDERS', label: 'Update payment providers', color: 'gray-light' },
  { type: 'content', key: 'PERFORMING_CLAIMS', label: 'Performing claims', color: 'blue-light' },
  { type: 'content', key: 'REMINDERS', label: 'Reminders', color: 'gray-light' },
  { type: 'content', key: 'LEGAL_NOTICE', label: 'Legal notice', color: 'red-light' },
];
const WORKFLOW_TAG: Tag = { type: 'task', key: 'WORKFLOW', label: 'Workflow', color: 'gray-light' };

const TAG_TYPES = ['task', 'content', 'accountFile', 'segment'];
const TAG_COLORS = ['red-light', 'blue-light', 'gray-light'];
const KEY = /^[A-Z][A-Z0-9_]{0,39}$/;
/** Characters of the schemas of metadata, and of what new records begin with. */
const MOST_META = 200_000;
/** @returns the configuration as screens read it. @throws Fault NOT_FOUND */
export async function configurationOf(tx: Tx) {
  return present(await readClient(tx), await metaFieldsKeeper().read(tx));
}

function present(row: ClientRow, metaFields: MetaFields) {
  const tags = row.tags.length > 0 ? row.tags : DEFAULT_TAGS;
  return {
    ...row,
    metaFields,
    customFonts: [...row.customFonts],
    rightPartyFacts: [...row.rightPartyFacts],
    contactOutcomes: row.contactOutcomes.map(({ category, resolutions }) => ({ category, resolutions: [...resolutions] })),
    tags: [...tags, ...(tags.some((tag) => tag.type === 'task' && tag.key === WORKFLOW_TAG.key) ? [] : [WORKFLOW_TAG])],
    allowedEvents: row.allowedEvents && [...row.allowedEvents],
    allowedReactions: row.allowedReactions && [...row.allowedReactions],
  };
}

type Change = Partial<Omit<ClientRow, 'clientId' | 'createdAt' | 'isDemo' | 'metaFields'>>;

/**
 * Changes what the input names. Metadata fields are the metadata schemas': an owner that `metaFields` names gets these fields, others stay.
 * @throws Fault INVALID_INPUT naming the field, CONFLICT when somebody changed it since `revision`, FORBIDDEN for metadata fields of
 * somebody who may not edit the schemas.
 */
export async function setConfiguration(tx: Tx, input: ClientConfigurationInput, editor: Editor) {
  const before = await readClient(tx, 'update');
  if (input.revision != null && input.revision !== before.revision) throw fault('CONFLICT', 'configurationChanged');
  const change = checkConfiguration(input);
  const keeper = metaFieldsKeeper();
  if (input.metaFields != null) await keeper.write(tx, json('metaFields', input.metaFields), editor);
  if (change.defaultMeta) change.defaultMeta = await keeper.checkDefaults(tx, change.defaultMeta);
  const fields = Object.keys(change) as (keyof Change)[];
  const changes = fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(change[field]))
    .map((field) => ({ field, from: before[field], to: change[field] }));
  if (changes.length === 0) return present(before, await keeper.read(tx));
  const [after] = await tx.db
    .update(client)
    .set({ ...change, revision: before.revision + 1 })
    .where(eq(client.clientId, tx.clientId))
    .returning();
  await appendEvents(tx, [{ messageType: 'clientConfigurationChanged', payload: { changes } }]);
  return present(after!, await keeper.read(tx));
}

/** What a new client must say, and what a change may. @returns only what is named; default values of metadata only read. @throws Fault INVALID_INPUT */
export function checkConfiguration(input: ClientConfigurationInput): Change {
  return collectFaults((check) => {
    const change: Change = {};
    /** Reads a field that the input names. */
    const read = <Field extends keyof Change, Given>(
      field: Field,
      given: Given | null | undefined,
      to: (given: Given) => Change[Field],
    ) => {
      if (given == null) return;
      check(() => {
        change[field] = to(given);
      });
    };
    read('name', input.name, (name) => filled('name', name, 120));
    read('currency', input.currency, currencyOf);
    read('defaultLocale', input.defaultLocale, localeOf);
    read('timezone', input.timezone, timezoneOf);
    read('countryCode', input.countryCode, countryOf);
    read('excludeHolidays', input.excludeHolidays, (value) => value);
    read('useMocks', input.useMocks, (value) => value);
    read('featureFlags', input.featureFlags, (flags) => flagsOf(json('featureFlags', flags)));
    read('defaultMeta', input.defaultMeta, (meta) => json('defaultMeta', meta));
    read('customFonts', input.customFonts, (fonts) => each(fonts, fontOf));
    read('contactOutcomes', input.contactOutcomes, outcomesOf);
    read('rightPartyFacts', input.rightPartyFacts, rightPartyFactsOf);
    // WORKFLOW comes with every answer and is the product's own: a client does not keep it.
    read('tags', input.tags, (tags) => tagsOf(tags.filter((tag) => tag.type !== WORKFLOW_TAG.type || tag.key !== WORKFLOW_TAG.key)));
    if (input.allowedEvents !== undefined)
      check(() => {
        change.allowedEvents = allowedOf('allowedEvents', input.allowedEvents ?? null);
      });
    if (input.allowedReactions !== undefined)
      check(() => {
        change.allowedReactions = input.allowedReactions?.map((name) => filled('allowedReactions', name, 60)) ?? null;
      });
    if (input.restrictCreationOfPromiseToPayAfterDays !== undefined)
      check(() => {
        change.restrictCreationOfPromiseToPayAfterDays = promiseDaysOf(input.restrictCreationOfPromiseToPayAfterDays ?? null);
      });
    return change;
  });
}

/** @returns what each item is read as. @throws Fault INVALID_INPUT naming every wrong one */
const each = <From, To>(items: readonly From[], read: (item: From, index: number) => To): To[] =>
  collectFaults((check) => items.flatMap((item, index) => check(() => [read(item, index)]) ?? []));

function currencyOf(currency: string): string {
  if (!Intl.supportedValuesOf('currency').includes(currency)) throw invalid('currency', 'currencyCode');
  return currency;
}

function localeOf(locale: string): Locale {
  if (!isLocale(locale)) throw invalid('defaultLocale', 'localeOf', { locales: LOCALES.join(', ') });
  return locale;
}

function rightPartyFactsOf(facts: readonly string[]): readonly string[] {
  const known = RIGHT_PARTY_FACTS.filter((fact) => facts.includes(fact));
  if (facts.some((fact) => !known.some((each) => each === fact)))
    throw invalid('rightPartyFacts', 'chooseFrom', { choices: RIGHT_PARTY_FACTS.join(', ') });
  if (known.length < RIGHT_PARTY_NEEDED) throw invalid('rightPartyFacts', 'rightPartyFew');
  return known;
}

function promiseDaysOf(days: number | null): number | null {
  if (days !== null && (days < 1 || days > 365)) throw invalid('restrictCreationOfPromiseToPayAfterDays', 'promiseDays');
  return days;
}

function filled(field: string, text: string, most: number): string {
  const value = text.trim();
  if (value === '' || value.length > most) throw invalid(field, 'charactersFromTo', { most });
  return value;
}

function json(field: string, value: unknown): Record<string, unknown> {
  let read = value;
  if (typeof value === 'string') {
    if (value.length > MOST_META) throw invalid(field, 'atMostCharacters', { number: MOST_META });
    if (nestingOf(value) > MOST_LEVELS) throw invalid(field, 'levelsMost', { number: MOST_LEVELS });
  }
  try {
    if (typeof value === 'string') read = JSON.parse(value);
  } catch (error) {
    throw invalid(field, 'noJson', { why: (error as Error).message });
  }
  if (typeof read !== 'object' || read === null || (Array.isArray(read) && field !== 'featureFlags')) throw invalid(field, 'jsonObject');
  if (JSON.stringify(read).length > MOST_META) throw invalid(field, 'atMostCharacters', { number: MOST_META });
  return read as Record<string, unknown>;
}

/** A name, not an offset: PostgreSQL reads "+02:00" the other way round than JavaScript does, and an offset has no summer. */
function timezoneOf(text: string): string {
  const wrong = () => invalid('timezone', 'zoneName');
  if (!/^[A-Z]/i.test(text)) throw wrong();
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
  } catch {
    throw wrong();
  }
  return text;
}

/** A country, or a part of one whose holidays differ: DE, DE-BY. */
function countryOf(text: string): string {
  const [country = '', region, ...rest] = text.split('-');
  if (!isCountry(country) || rest.length > 0) throw invalid('countryCode', 'countryCode');
  if (region !== undefined && !regionsOf(country).some(({ code }) => code === region))
    throw invalid('countryCode', 'regionUnknown', { region: region.slice(0, 10) || 'this region', country });
  return text;
}

function flagsOf(given: Record<string, unknown>): Record<string, boolean> {
  const entries = Array.isArray(given) ? given.map((name) => [String(name), true] as const) : Object.entries(given);
  for (const [name, value] of entries) {
    if (!FEATURE_FLAGS.some((flag) => flag === name)) throw invalid('featureFlags', 'unknownName', { name: name.slice(0, 60) });
    if (typeof value !== 'boolean') throw invalid('featureFlags', 'metaBoolean');
  }
  return Object.fromEntries(entries) as Record<string, boolean>;
}

/** A font is served by this house or by its address over https; the page's policy decides what is really loaded. */
function fontOf(font: { label: string; value: string; url: string }, index: number) {
  const field = `customFonts.${index}`;
  if (!/^(https:\/\/|\/)/.test(font.url) || !URL.canParse(font.url, 'https://here.example')) throw invalid(`${field}.url`, 'fontAddress');
  return { label: filled(`${field}.label`, font.label, 60), value: filled(`${field}.value`, font.value, 120), url: font.url };
}

function outcomesOf(given: readonly { category: string; resolutions: readonly string[] }[]) {
  const categories = given.map((each) => each.category.trim());
  return each(given, ({ category, resolutions }, index) => {
    const field = `contactOutcomes.${index}`;
    onlyOnce(`${field}.category`, categories, index);
    if (category.includes(':')) throw invalid(`${field}.category`, 'categoryColon');
    const name = filled(`${field}.category`, category, 60);
    if (resolutions.length === 0) throw invalid(`${field}.resolutions`, 'resolutionMissing', { category: name });
    const words = resolutions.map((each) => filled(`${field}.resolutions`, each, 60));
    for (const place of words.keys()) onlyOnce(`${field}.resolutions`, words, place);
    return { category: name, resolutions: words };
  });
}

function tagsOf(given: readonly { type: string; key: string; label: string; color: string }[]): Tag[] {
  const names = given.map((tag) => `${tag.type} ${tag.key}`);
  return each(given, (tag, index) => {
    const field = `tags.${index}`;
    if (!TAG_TYPES.includes(tag.type)) throw invalid(`${field}.type`, 'schemaType', { types: TAG_TYPES.join(', ') });
    if (!TAG_COLORS.includes(tag.color)) throw invalid(`${field}.color`, 'oneOf', { choices: TAG_COLORS.join(', ') });
    if (!KEY.test(tag.key)) throw invalid(`${field}.key`, 'tagKey');
    onlyOnce(`${field}.key`, names, index);
    return { ...tag, label: filled(`${field}.label`, tag.label, 60) } as Tag;
  });
}

function allowedOf(field: string, given: readonly string[] | null): readonly string[] | null {
  const known = new Set<string>(Object.values(EVENT_TYPES).flat());
  for (const type of given ?? []) if (!known.has(type)) throw invalid(field, 'unknownName', { name: type.slice(0, 60) });
  return given && [...new Set(given)];
}

function onlyOnce(field: string, names: readonly string[], index: number): void {
  const name = names[index] ?? '';
  if (names.indexOf(name) !== index) throw invalid(field, 'thereTwice', { name: name.slice(0, 60) });
}
