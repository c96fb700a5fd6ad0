/** Texts a client uses in many messages: its phone number, its opening hours, its signature. */
import { asc, eq } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { isLocale, LOCALES } from '../../../core/locale.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { defineSettled } from '../../platform/settled.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { placeholdersOf } from './cms.content.logic.ts';
import type { Globals, GlobalValue } from './cms.globals.ts';
import { listLandingPages } from './cms.landing.list.logic.ts';
import { liquidTexts } from './cms.pieces.ts';
import { callScript, globalPlaceholders, templateBundle } from './cms.tables.ts';
import type { ContentUse } from './cms.uses.ts';

const MOST = 200;
const LONGEST = 5_000;
const FIELD = 'globalPlaceholders';

const storedGlobals = defineSettled('globalPlaceholders', 'select md5(g::text) from global_placeholders g where client_id = $1', (tx) =>
  tx.db.select().from(globalPlaceholders).where(eq(globalPlaceholders.clientId, tx.clientId)),
);
const rowOf = async (tx: Tx): Promise<{ readonly values: Globals; readonly revision: number }> =>
  (await storedGlobals(tx))[0] ?? { values: {}, revision: 0 };

/** @returns the client's global placeholders, by name. */
export const readGlobalPlaceholders = async (tx: Tx): Promise<Globals> => (await rowOf(tx)).values;

/** Where a global placeholder is used. */
interface Use extends ContentUse {
  readonly placeholder: string;
}

/** @returns the client's global placeholders with their revision and where each is used. */
export async function readGlobals(tx: Tx): Promise<{ values: Globals; revision: number; uses: Use[] }> {
  const { values, revision } = await rowOf(tx);
  return { values, revision, uses: await findUses(tx) };
}

/**
 * Replaces the client's global placeholders.
 * @param values an object of texts, or of texts by locale; names are letters, digits and underscores and begin with a letter.
 * @param revision the one that was edited; null saves over any.
 * @throws Fault INVALID_INPUT; CONFLICT when one that messages use is missing, or somebody saved in between
 */
export async function setGlobalPlaceholders(tx: Tx, values: unknown, revision: number | null = null): Promise<Globals> {
  const checked = checkValues(values);
  // Two people who save at once come one after the other.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:globalPlaceholders`]);
  const before = await rowOf(tx);
  if (revision !== null && revision !== before.revision) throw fault('CONFLICT', 'globalsChanged', {}, 'revision');
  const missing = (await findUses(tx)).filter(({ placeholder }) => !Object.hasOwn(checked, placeholder));
  if (missing.length > 0) throw fault('CONFLICT', 'globalUsed', { messages: inWords(missing) }, FIELD);
  const row = { values: checked, revision: before.revision + 1, updatedAt: now() };
  await tx.db
    .insert(globalPlaceholders)
    .values({ clientId: tx.clientId, ...row })
    .onConflictDoUpdate({ target: globalPlaceholders.clientId, set: row });
  const names = new Set([...Object.keys(before.values), ...Object.keys(checked)]);
  const differs = (name: string) => JSON.stringify(before.values[name]) !== JSON.stringify(checked[name]);
  await appendEvents(tx, [{ messageType: 'globalPlaceholdersChanged', payload: { changed: [...names].filter(differs) } }]);
  return checked;
}

/** "global.phone (First reminder, Notice)": names alone, which need no translation. */
const inWords = (uses: readonly Use[]): string =>
  [...Map.groupBy(uses, ({ placeholder }) => placeholder)]
    .map(([name, found]) => `global.${name} (${[...new Set(found.map(({ displayName }) => displayName))].join(', ')})`)
    .join('; ');

function checkValues(values: unknown): Globals {
  if (!isObject(values)) throw invalid(FIELD, 'jsonObject');
  const entries = Object.entries(values);
  if (entries.length > MOST) throw invalid(FIELD, 'globalMost', { number: MOST });
  collectFaults((check) => {
    for (const [name, value] of entries)
      check(() => {
        if (!/^[A-Za-z][A-Za-z0-9_]{0,59}$/.test(name))
          throw invalid(`${FIELD}.${name.slice(0, 60)}`, 'globalName', { name: name.slice(0, 60) });
        checkValue(name, value);
      });
  });
  return Object.fromEntries(entries) as Globals;
}

function checkValue(name: string, value: unknown): asserts value is GlobalValue {
  const texts = isObject(value) ? Object.entries(value) : [[null, value] as const];
  if (texts.length === 0) throw invalid(`${FIELD}.${name}`, 'globalText', { name, number: LONGEST });
  for (const [locale, text] of texts) {
    const field = locale === null ? `${FIELD}.${name}` : `${FIELD}.${name}.${locale.slice(0, 20)}`;
    if (locale !== null && !isLocale(locale)) throw invalid(field, 'unknownOf', { name: locale.slice(0, 20), choices: LOCALES.join(', ') });
    if (typeof text !== 'string' || text.length > LONGEST) throw invalid(field, 'globalText', { name, number: LONGEST });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns where global placeholders are used: in the client's templates, and in call scripts in its own words. */
async function findUses(tx: Tx): Promise<Use[]> {
  const bundles = await tx.db
    .select()
    .from(templateBundle)
    .where(eq(templateBundle.clientId, tx.clientId))
    .orderBy(asc(templateBundle.displayName), asc(templateBundle.fileName));
  const scripts = await tx.db.select().from(callScript).where(eq(callScript.clientId, tx.clientId)).orderBy(asc(callScript.topic));
  const sources = [
    ...bundles.map(({ contentTemplateType: kind, fileName, displayName, contents }) => ({
      ...{ kind, fileName, displayName },
      texts: Object.values(contents).map((content) => liquidTexts(content).join('\n')),
    })),
    ...scripts.map(({ topic, content }) => ({ kind: 'callScript' as const, fileName: topic, displayName: topic, texts: [content] })),
  ];
  // Reading a template takes a thread's time: only those that name one at all are read.
  const asked = sources.map((source) => ({ ...source, texts: source.texts.filter((text) => text.includes('global')) }));
  const tags = await placeholdersOf(
    tx,
    asked.flatMap(({ texts }) => texts),
  );
  const found: Use[] = asked.flatMap(({ kind, fileName, displayName, texts }) => {
    const used = new Set(tags.splice(0, texts.length).flat());
    return [...used].flatMap((tag) =>
      tag.startsWith('global.') ? [{ placeholder: tag.slice('global.'.length), kind, fileName, displayName }] : [],
    );
  });
  const pages = (await listLandingPages(tx)).flatMap(({ landingPageId, displayName, content }) =>
    [...JSON.stringify(content.parts).matchAll(/\bglobal\.([A-Za-z]\w*)/g)].map(([, placeholder]) => ({
      placeholder: placeholder!,
      kind: 'landingPage' as const,
      fileName: landingPageId,
      displayName,
    })),
  );
  found.push(...pages);
  return [...new Map(found.map((use) => [JSON.stringify(use), use])).values()];
}
