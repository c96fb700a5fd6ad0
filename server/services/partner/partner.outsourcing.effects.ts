/** What steps of strategies and rules do: give claims to partners and take them back. */
import type { Uuid } from '../../../core/id.ts';
import { type AskedEffect, defineEffect } from '../../platform/effects.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { openClaimsOf } from '../account/ground/facts.logic.ts';
import { type Asked, outsourceClaims } from './outsourcing/assign.logic.ts';
import { givenTogether, recallClaims } from './outsourcing/recall.logic.ts';

type Outsource = AskedEffect<'outsource'>;

defineEffect({
  kind: 'outsource',
  perform: async (tx, asked) => {
    const accounts = asked.filter(({ effect }) => effect.whole);
    const claimsOf = accounts.length > 0 ? await openRefs(tx, [...new Set(accounts.map(({ accountId }) => accountId))]) : new Map();
    // Each actor's events name it: those of one strategy are written together.
    for (const own of Map.groupBy(asked, ({ actor }) => `${actor.type} ${actor.id}`).values())
      await outsourceClaims(
        { ...tx, actor: own[0]!.actor },
        own.flatMap((each) =>
          (each.effect.whole ? (claimsOf.get(each.accountId) ?? []) : [each.externalClaimRef]).map((ref: string) => askedOf(each, ref)),
        ),
        { method: 'strategy' },
      );
  },
});

/** Where a whole account is given away, the runs of its other claims did not ask. */
function askedOf({ key, effect, runId, stepId, actor, externalClaimRef }: Outsource, ref: string): Asked {
  const [only] = effect.shares;
  const to =
    effect.shares.length === 1 && only ? { partnerId: only.partnerId } : { owner: `step:${actor.id}:${stepId}`, shares: effect.shares };
  return { externalClaimRef: ref, to, requestKey: key, runId: ref === externalClaimRef ? runId : null };
}

async function openRefs(tx: Tx, accountIds: readonly Uuid[]): Promise<Map<Uuid, string[]>> {
  const claims = Map.groupBy(await openClaimsOf(tx, accountIds), ({ accountId }) => accountId);
  return new Map([...claims].map(([accountId, own]) => [accountId, own.map(({ externalClaimRef }) => externalClaimRef).sort()]));
}

defineEffect({
  kind: 'recall',
  perform: async (tx, asked) => {
    for (const own of Map.groupBy(asked, ({ actor }) => `${actor.type} ${actor.id}`).values()) {
      const refs = await givenTogether(
        tx,
        own.map(({ externalClaimRef }) => externalClaimRef),
      );
      await recallClaims({ ...tx, actor: own[0]!.actor }, refs);
    }
  },
});
