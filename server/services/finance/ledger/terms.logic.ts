/** How money is put on a claim, and what interest it bears: the claim's own choices beside what the rules say. */
import { collectFaults } from '../../../../core/collectFaults.ts';
import { invalid, notFound } from '../../../../core/fault.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { InterestTerms } from '../../../../engine/ledger/interest.ts';
import { type AllocationOrder, ORDER_NAMES } from '../../../../engine/ledger/orders.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type LockedClaim, lockClaims, readMoneyClaims, setClaimTerms } from '../../account/claim/balance.logic.ts';
import { findClaimAccountId } from '../../account/ground/lookup.logic.ts';
import { orderChooser } from '../ground/component.logic.ts';
import { accrueInterest } from './interest.logic.ts';

export interface ClaimTerms {
  readonly externalClaimRef: string;
  readonly allocationOrder: string | null;
  readonly order: AllocationOrder;
  readonly interestTerms: InterestTerms | null;
  readonly interestBookedUntil: CalendarDate | null;
}

const present = (claim: LockedClaim, order: AllocationOrder): ClaimTerms => ({
  externalClaimRef: claim.externalClaimRef,
  allocationOrder: claim.allocationOrder,
  order,
  interestTerms: claim.interestTerms,
  interestBookedUntil: claim.interestBookedUntil,
});

/** @throws Fault NOT_FOUND */
export async function readClaimTerms(tx: Tx, externalClaimRef: string): Promise<ClaimTerms> {
  const accountId = await findClaimAccountId(tx, externalClaimRef);
  const claim = accountId && (await readMoneyClaims(tx, accountId)).find((each) => each.externalClaimRef === externalClaimRef);
  if (!claim) throw notFound('claimNotFound');
  return present(claim, (await orderChooser(tx))(claim));
}

/** The highest rate that is taken for one, in hundredths of a percent a year. */
const MAX_RATE = 10_000;

/**
 * Chooses for one claim. What was booked by the terms before stays; from now on the interest is reckoned by the new ones from their first
 * day, and the next booking is the difference. @throws Fault NOT_FOUND, INVALID_INPUT (allocationOrder, interestTerms.…)
 */
export async function changeClaimTerms(
  tx: Tx,
  externalClaimRef: string,
  allocationOrder: string | null,
  terms: { kind: string; basisPoints: number; from: CalendarDate } | null,
): Promise<ClaimTerms> {
  collectFaults((check) => {
    check(() => {
      if (allocationOrder !== null && !ORDER_NAMES.some((name) => name === allocationOrder))
        throw invalid('allocationOrder', 'oneOf', { choices: ORDER_NAMES.join(', ') });
    });
    check(() => {
      if (terms && terms.kind !== 'fixed' && terms.kind !== 'aboveBase')
        throw invalid('interestTerms.kind', 'oneOf', { choices: 'fixed, aboveBase' });
    });
    check(() => {
      if (terms && (terms.basisPoints < 0 || terms.basisPoints > MAX_RATE))
        throw invalid('interestTerms.basisPoints', 'rateBetween', { most: MAX_RATE });
    });
  });
  const [before] = await lockClaims(tx, [externalClaimRef]);
  if (!before) throw notFound('claimNotFound');
  const interestTerms: InterestTerms | null = terms && {
    kind: terms.kind === 'fixed' ? 'fixed' : 'aboveBase',
    basisPoints: terms.basisPoints,
    from: terms.from,
  };
  await setClaimTerms(tx, externalClaimRef, { allocationOrder, interestTerms });
  if (before.interestBookedUntil !== null) await accrueInterest(tx, [{ ...before, interestTerms }], before.interestBookedUntil);
  await appendEvents(tx, [
    {
      messageType: 'claimTermsChanged',
      accountId: before.accountId,
      externalClaimRef,
      payload: { allocationOrder, interestTerms },
    },
  ]);
  return readClaimTerms(tx, externalClaimRef);
}
