/** What is in no batch yet, and what of it has no account. */
import { fault } from '../../../../core/fault.ts';
import { addDays, type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import { at } from '../../../../core/zone.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { accountsOf, type Chart, type Keys } from './chart.ts';

/** Days that batches are about, as moments of the client's zone. */
export interface Span {
  readonly from: Instant | null;
  /** The first moment that is not in it any more. */
  readonly until: Instant;
}

/** @param beginsOn what was booked before that day is in other books. */
export async function spanOf(tx: Tx, from: CalendarDate | null, until: CalendarDate, beginsOn: CalendarDate | null): Promise<Span> {
  const { timezone } = await readLocality(tx);
  const midnight = (day: CalendarDate) => at(day, { hour: 0, minute: 0 }, timezone);
  const first =
    [from, beginsOn]
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null;
  return { from: first === null ? null : midnight(first), until: midnight(addDays(until, 1)) };
}

/** SQL of entries `e` that were booked in a span and are in no batch. $1 is the client, $2 and $3 the span. */
export const WAITING = `e.client_id = $1 and e.booked_at < $2::timestamptz and ($3::timestamptz is null or e.booked_at >= $3)
  and not exists (select from accounting_entry a where a.client_id = $1 and a.entry_id = e.entry_id)`;

export const spanValues = (tx: Tx, { from, until }: Span): unknown[] => [
  tx.clientId,
  isoInstant(until),
  from === null ? null : isoInstant(from),
];

/** How money moved, of entries `e` that a payment made. */
export const METHOD = `(select p.method from payment p where p.client_id = e.client_id and p.payment_id = e.payment_id and e.contra = 'bank')`;

/** Entries that go to the same two accounts. */
export interface Group extends Keys {
  readonly currency: string;
  readonly entries: number;
  /** Minor units: of entries above zero, and of those below. */
  readonly plus: bigint;
  readonly minus: bigint;
  /** The first claims. */
  readonly claims: readonly string[];
}

/** @param where SQL of entries `e`. */
export async function groupEntries(tx: Tx, where: string, values: unknown[]): Promise<Group[]> {
  return tx.sql<Group & Record<string, unknown>>(
    `select kind, component, contra, method, currency, count(*)::int as entries, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as plus,
       coalesce(sum(amount) filter (where amount < 0), 0)::bigint as minus, (array_agg(external_claim_ref order by external_claim_ref))[1:3] as claims
     from (select e.kind, e.component, e.contra, e.currency, e.amount, e.external_claim_ref, ${METHOD} as method from ledger_entry e where ${where}) each
     group by 1, 2, 3, 4, 5 order by 5, 1, 2, 3, 4`,
    values,
  );
}

export interface Missing {
  /** "part.principal" or "side.fee". */
  readonly key: string;
  readonly entries: number;
  readonly claims: readonly string[];
}

/** @returns what has no account, by what would have to get one. */
export function missingOf(chart: Chart, groups: readonly Group[]): Missing[] {
  const found = new Map<string, Missing>();
  for (const group of groups) {
    const accounts = accountsOf(chart, group);
    if (!('missing' in accounts)) continue;
    for (const key of accounts.missing) {
      const known = found.get(key);
      const claims = [...new Set([...(known?.claims ?? []), ...group.claims])].slice(0, 3);
      found.set(key, { key, entries: (known?.entries ?? 0) + group.entries, claims });
    }
  }
  return [...found.values()];
}

/** @throws Fault CONFLICT naming what has no account, before anything is written */
export function requireAccounts(chart: Chart, groups: readonly Group[]): void {
  const missing = missingOf(chart, groups);
  if (missing.length === 0) return;
  const list = missing
    .map(({ key, entries, claims }) => `${key} (${entries}: ${claims.join(', ')}${entries > claims.length ? ' …' : ''})`)
    .join('; ');
  throw fault('CONFLICT', 'accountingMissing', { list });
}
