/** Which agreements are in force on claims, and what of them a new one would end. */
import { and, eq, inArray } from 'drizzle-orm';
import { fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type AgreementKind, conflictsOf, type InTheWay, type Standing } from '../../../../engine/ledger/standing.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { promiseOf } from '../ground/coverage.ts';
import { instalment, instalmentsPlan, promiseToPay, settlementOffer } from '../ground/finance.tables.ts';

/** What is in the way, in the currency of its account. */
export interface AccountConflicts extends InTheWay {
  readonly currency: string;
}

/** @returns what the account's active promises, plans and accepted settlements say about the claims; of a promise, its parts on them. */
async function readActiveAgreements(
  tx: Tx,
  accountId: Uuid,
  claimRefs: readonly string[],
): Promise<{ standing: Standing[]; currency: string }> {
  const promises = await tx.db
    .select()
    .from(promiseToPay)
    .where(
      and(
        eq(promiseToPay.clientId, tx.clientId),
        eq(promiseToPay.accountId, accountId),
        eq(promiseToPay.status, 'active'),
        inArray(promiseToPay.externalClaimRef, [...claimRefs]),
      ),
    );
  const plans = await tx.db
    .select()
    .from(instalmentsPlan)
    .where(and(eq(instalmentsPlan.clientId, tx.clientId), eq(instalmentsPlan.accountId, accountId), eq(instalmentsPlan.status, 'active')));
  const parts = plans.length === 0 ? [] : await lastDays(tx, plans);
  const offers = await tx.db
    .select()
    .from(settlementOffer)
    .where(
      and(eq(settlementOffer.clientId, tx.clientId), eq(settlementOffer.accountId, accountId), eq(settlementOffer.status, 'accepted')),
    );
  const standing = [
    ...[...Map.groupBy(promises, promiseOf)].flatMap(([id, rows]): Standing[] => {
      const [first] = rows;
      if (!first) return [];
      const amount = rows.reduce((sum, row) => sum + row.amount, 0n);
      return [{ kind: 'promise', id, claimRefs: rows.map((row) => row.externalClaimRef), amount, until: first.dueDate }];
    }),
    ...plans.flatMap((plan): Standing[] => {
      const until = parts.find((part) => part.instalmentsPlanId === plan.instalmentsPlanId)?.dueDate;
      return until ? [{ kind: 'plan', id: plan.instalmentsPlanId, claimRefs: plan.claimRefs, amount: plan.amount, until }] : [];
    }),
    ...offers.map(
      (offer): Standing => ({
        kind: 'settlement',
        id: offer.settlementOfferId,
        claimRefs: offer.claimRefs,
        amount: offer.amount,
        until: offer.validUntil,
      }),
    ),
  ];
  return { standing, currency: [...promises, ...plans, ...offers][0]?.currency ?? '' };
}

async function lastDays(tx: Tx, plans: readonly { instalmentsPlanId: Uuid }[]) {
  const ids = plans.map((plan) => plan.instalmentsPlanId);
  const rows = await tx.db
    .select()
    .from(instalment)
    .where(and(eq(instalment.clientId, tx.clientId), inArray(instalment.instalmentsPlanId, ids)));
  return rows.sort((a, b) => (a.dueDate < b.dueDate ? 1 : -1));
}

/**
 * @param besides an agreement that is ended first in any case: the plan that is revised. @returns what a new agreement on the claims ends, or
 * what refuses it.
 */
export async function inTheWay(
  tx: Tx,
  kind: AgreementKind,
  accountId: Uuid,
  claimRefs: readonly string[],
  besides: Uuid | null = null,
): Promise<AccountConflicts> {
  const { standing, currency } = await readActiveAgreements(tx, accountId, claimRefs);
  const found = conflictsOf(
    kind,
    claimRefs,
    standing.filter((each) => each.id !== besides),
  );
  return { ...found, currency };
}

const NAMES: Readonly<Record<AgreementKind, string>> = { promise: 'promise', plan: 'instalment plan', settlement: 'settlement' };

/**
 * Refuses what may not be made, and what ends other agreements without somebody having said that it may.
 * @param mayEnd whoever makes it was told what it ends. @returns what it ends. @throws Fault CONFLICT, on field endsAgreements when it has to be asked
 */
export function permitted({ ends, refusedBy, currency }: AccountConflicts, mayEnd: boolean): readonly Standing[] {
  if (refusedBy?.kind === 'plan') throw fault('CONFLICT', 'claimInPlan');
  if (refusedBy) throw fault('CONFLICT', 'claimSettled');
  if (ends.length > 0 && !mayEnd) {
    const what = ends.map((each) => `${NAMES[each.kind]} of ${toDecimal(each.amount, currency)} ${currency} (until ${each.until})`);
    throw fault('CONFLICT', 'agreementsEnd', { what: what.join(', ') }, 'endsAgreements');
  }
  return ends;
}
