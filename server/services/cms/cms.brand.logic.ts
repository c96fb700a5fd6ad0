/** How a client's designs look, and the words it does not want in them. */
import { eq } from 'drizzle-orm';
import { type Brand, brand as brandForm, DEFAULT_BRAND } from '../../../blocks/brand.ts';
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { enqueue } from '../../platform/jobs.ts';
import { defineSettled } from '../../platform/settled.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { contentBrand } from './cms.tables.ts';

const MOST_WORDS = 200;
const LONGEST_WORD = 60;

/** Makes every design of a client again, in the background: what it is made of has changed (cms.jobs.ts). */
export const REMAKE_DESIGNS = { name: 'cms.remakeDesigns' } as const;

const storedBrand = defineSettled('brand', 'select md5(b::text) from content_brand b where client_id = $1', (tx) =>
  tx.db.select().from(contentBrand).where(eq(contentBrand.clientId, tx.clientId)),
);

/** @returns what the client has set, or the product's own look as revision 0. */
export async function readBrand(tx: Tx) {
  const [row] = await storedBrand(tx);
  // What an earlier version did not know yet is as it is by default.
  return row
    ? { ...row, brand: { ...DEFAULT_BRAND, ...row.brand } }
    : { brand: DEFAULT_BRAND, avoidedWords: [], revision: 0, updatedAt: null, updatedBy: null };
}

export interface BrandInput {
  readonly brand: unknown;
  readonly avoidedWords?: readonly string[] | null | undefined;
  /** The one that was edited; 0 where nothing was set yet. */
  readonly revision: number;
}

/**
 * Replaces the brand; every design is made again soon after.
 * @throws Fault INVALID_INPUT naming the field, CONFLICT when somebody saved since `revision`.
 */
export async function saveBrand(tx: Tx, input: BrandInput, userName: string) {
  const parsed = brandForm.safeParse(input.brand);
  if (!parsed.success) throw faultOfIssues('brand', parsed.error.issues);
  await holdLook(tx, 'change');
  const before = await readBrand(tx);
  if (before.revision !== input.revision) throw fault('CONFLICT', 'brandChanged', {}, 'revision');
  const row = {
    clientId: tx.clientId,
    brand: parsed.data,
    avoidedWords: input.avoidedWords ? checkWords(input.avoidedWords) : before.avoidedWords,
    revision: before.revision + 1,
    updatedAt: now(),
    updatedBy: userName,
  };
  await tx.db.insert(contentBrand).values(row).onConflictDoUpdate({ target: contentBrand.clientId, set: row });
  const changed = (Object.keys(row.brand) as (keyof Brand)[]).filter((key) => row.brand[key] !== before.brand[key]);
  await appendEvents(tx, [{ messageType: 'brandChanged', payload: { changed } }]);
  if (changed.length > 0) await remakeDesigns(tx);
  return row;
}

function checkWords(wanted: readonly string[]): string[] {
  const words = [...new Set(wanted.map((word) => word.trim()).filter((word) => word !== ''))];
  if (words.length > MOST_WORDS || words.some((word) => word.length > LONGEST_WORD))
    throw invalid('avoidedWords', 'avoidedWords', { number: MOST_WORDS, length: LONGEST_WORD });
  return words;
}

/** Asks for every design to be made again when this transaction is through; one such job waits per client. */
export async function remakeDesigns(tx: Tx): Promise<void> {
  await enqueue(
    tx,
    REMAKE_DESIGNS,
    { clientId: tx.clientId },
    { key: `${REMAKE_DESIGNS.name}:${tx.clientId}`, queue: REMAKE_DESIGNS.name },
  );
}

/**
 * Designs are saved with the look there is (`use`, many at once); who changes it (`change`) waits for them, so that the job that follows finds every
 * design that was made with the old one.
 */
export async function holdLook(tx: Tx, to: 'use' | 'change'): Promise<void> {
  const lock = to === 'use' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.sql(`select ${lock}(hashtextextended($1, 0))`, [`${tx.clientId}:look`]);
}
