/** Texts a client uses in many messages: its phone number, its opening hours, its signature. */
import { eq } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { placeholdersOf } from './cms.content.logic.ts';
import { globalPlaceholders, templateBundle } from './cms.tables.ts';

const MOST = 200;
const LONGEST = 5_000;

/** @returns the client's global placeholders, by name. */
export async function readGlobalPlaceholders(tx: Tx): Promise<Record<string, string>> {
  const [row] = await tx.db.select().from(globalPlaceholders).where(eq(globalPlaceholders.clientId, tx.clientId));
  return row?.values ?? {};
}

/**
 * Replaces the client's global placeholders.
 * @param values an object of texts; names are letters, digits and underscores and begin with a letter.
 * @throws Fault INVALID_INPUT; CONFLICT when one that messages use is missing
 */
export async function setGlobalPlaceholders(tx: Tx, values: unknown): Promise<Record<string, string>> {
  const checked = checkValues(values);
  const missing = await usedButMissing(tx, checked);
  if (missing.length > 0) throw fault('CONFLICT', 'globalUsed', { messages: missing.join('; ') }, 'globalPlaceholders');
  const before = await readGlobalPlaceholders(tx);
  const updatedAt = now();
  await tx.db
    .insert(globalPlaceholders)
    .values({ clientId: tx.clientId, values: checked, updatedAt })
    .onConflictDoUpdate({ target: globalPlaceholders.clientId, set: { values: checked, updatedAt } });
  const names = new Set([...Object.keys(before), ...Object.keys(checked)]);
  await appendEvents(tx, [
    { messageType: 'globalPlaceholdersChanged', payload: { changed: [...names].filter((name) => before[name] !== checked[name]) } },
  ]);
  return checked;
}

function checkValues(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw invalid('globalPlaceholders', 'jsonObject');
  const entries = Object.entries(values);
  if (entries.length > MOST) throw invalid('globalPlaceholders', 'globalMost', { number: MOST });
  collectFaults((check) => {
    for (const [name, value] of entries)
      check(() => {
        if (!/^[A-Za-z][A-Za-z0-9_]{0,59}$/.test(name))
          throw invalid(`globalPlaceholders.${name.slice(0, 60)}`, 'globalName', { name: name.slice(0, 60) });
        if (typeof value !== 'string' || value.length > LONGEST)
          throw invalid(`globalPlaceholders.${name}`, 'globalText', { name, number: LONGEST });
      });
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

async function usedButMissing(tx: Tx, values: Record<string, string>): Promise<string[]> {
  const bundles = await tx.db.select().from(templateBundle).where(eq(templateBundle.clientId, tx.clientId));
  const texts = bundles.map(({ contents }) => Object.values(contents).map(({ subject, source }) => `${subject}\n${source}`));
  const tags = await placeholdersOf(tx, texts.flat());
  return bundles.flatMap((bundle, index) => {
    const used = new Set(tags.splice(0, texts[index]!.length).flat());
    const gone = [...used].filter((tag) => tag.startsWith('global.') && !Object.hasOwn(values, tag.slice('global.'.length)));
    return gone.length > 0 ? [`"${bundle.displayName}" uses ${gone.join(', ')}`] : [];
  });
}
