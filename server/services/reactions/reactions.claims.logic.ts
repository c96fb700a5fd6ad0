/** The claims that an event is about, with what rules need to know of them. */
import type { Uuid } from '../../../core/id.ts';
import type { ReactingClaim } from '../../../engine/reactions/decide.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims, type KnownClaim, openClaimsOf } from '../account/ground/facts.logic.ts';
import { factsOf } from '../strategy/strategy.engine.logic.ts';
import type { AnsweredEvent } from './reactions.match.logic.ts';

/** @returns the claims that an event names; none when it is about its whole account. */
function namedBy({ externalClaimRef, payload }: AnsweredEvent): string[] {
  if (externalClaimRef !== null) return [externalClaimRef];
  return Array.isArray(payload.claimRefs) ? payload.claimRefs.filter((ref) => typeof ref === 'string') : [];
}

/**
 * @returns per event its claims, the oldest first: those that it names, whatever has become of them, or every open one of its account.
 */
export async function claimsOfEvents(
  tx: Tx,
  events: readonly AnsweredEvent[],
  needs: readonly string[],
): Promise<Map<Uuid, ReactingClaim[]>> {
  const whole = events.filter((event) => namedBy(event).length === 0).flatMap(({ accountId }) => accountId ?? []);
  const named = [...new Set(events.flatMap(namedBy))];
  const found = [
    ...(named.length > 0 ? await findClaims(tx, named) : []),
    ...(whole.length > 0 ? await openClaimsOf(tx, [...new Set(whole)]) : []),
  ];
  const claims = new Map(found.filter(({ status }) => status !== 'deleted').map((claim) => [claim.externalClaimRef, claim]));
  const facts = await factsOf(tx, [...claims.values()], () => needs);
  const ofAccount = Map.groupBy(claims.values(), ({ accountId }) => accountId as string);
  return new Map(
    events.map((event) => {
      const refs = namedBy(event);
      const own = (ofAccount.get(event.accountId ?? '') ?? []).filter((claim: KnownClaim) =>
        refs.length > 0 ? refs.includes(claim.externalClaimRef) : claim.status === 'open',
      );
      const reacting = own.flatMap(({ externalClaimRef }) => {
        const known = facts.get(externalClaimRef);
        return known ? [{ externalClaimRef, facts: known }] : [];
      });
      return [event.messageId, reacting.sort((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))];
    }),
  );
}

/** Claims without a due date come last, as they do where an account names its oldest one. */
const ageOf = ({ externalClaimRef, facts: { claim } }: ReactingClaim) =>
  `${claim?.externalDueDate ?? claim?.dueDate ?? '9999-12-31'} ${externalClaimRef}`;
