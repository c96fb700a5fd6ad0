/** Giving many claims to partners, or taking them back: whole accounts or single claims, selected or found. */
import { z } from 'zod';
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Share, WHOLE } from '../../../engine/outsourcing/shares.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type BulkResult, defineBulkAction, type Params } from '../account/bulk/bulk.definition.logic.ts';
import { type BulkItem, failures } from '../account/bulk/bulk.items.logic.ts';
import { openClaimsOf } from '../account/ground/facts.logic.ts';
import { readAllocation, sharedBy } from './outsourcing/allocation.logic.ts';
import { type Answer, type Asked, outsourceClaims } from './outsourcing/assign.logic.ts';
import { noteOf } from './outsourcing/hand.logic.ts';
import { requirePartner } from './outsourcing/partner.logic.ts';
import { outClaimsOf, recallClaims } from './outsourcing/recall.logic.ts';
import { checkShares } from './outsourcing/shares.logic.ts';

const permission = { domain: 'partner', action: 'outsource' };

/** Several partners with the percentage of each, or one partner. */
const allocations = z.array(z.object({ partnerId: z.string(), percentage: z.number() }));

/** @throws Fault INVALID_INPUT (params.partnerAllocations) */
function sharesIn({ partnerId, partnerAllocations }: Params): Share[] {
  if (partnerAllocations === undefined) return [{ partnerId: String(partnerId ?? ''), basisPoints: WHOLE }];
  const read = allocations.safeParse(partnerAllocations);
  if (!read.success) throw invalid('params.partnerAllocations', 'sharesSum');
  return read.data.map((each) => ({ partnerId: each.partnerId, basisPoints: Math.round(each.percentage * 100) }));
}

/** @returns who gets the claims: an allocation rule's partners, several by percentages, or one. */
async function receiversIn(tx: Tx, params: Params): Promise<Asked['to']> {
  if (params.allocationId !== undefined) return sharedBy(tx, String(params.allocationId));
  const shares = sharesIn(params);
  const [only] = shares;
  return shares.length === 1 && only ? { partnerId: only.partnerId } : { owner: 'bulk', shares };
}

const noteIn = ({ note }: Params) => noteOf(typeof note === 'string' ? note : null);

async function give(tx: Tx, refs: readonly string[], params: Params): Promise<Answer[]> {
  const to = await receiversIn(tx, params);
  // A chunk that is done again after a crash finds nothing of it done; the same claims of another action are another request.
  const requestKey = `bulk:${tx.correlationId ?? ''}`;
  const asked = refs.map((externalClaimRef) => ({ externalClaimRef, to, requestKey }));
  return outsourceClaims(tx, asked, { method: 'bulk', note: noteIn(params) });
}

/** Undoing is possible for what was given; what the partner had is done, and nothing of it is undone. */
const itemsOf = (answers: readonly Answer[]): BulkItem[] =>
  answers.flatMap(({ externalClaimRef: itemId, outcome, partnerId, reason }): BulkItem[] => {
    if (outcome === 'refused') return [{ itemId, outcome: 'failed', ...(reason && { reason }) }];
    return outcome === 'given' ? [{ itemId, outcome: 'done', before: { partnerId } }] : [];
  });

const countOf = (answers: readonly Answer[]) => answers.filter(({ outcome }) => outcome === 'refused').length;

defineBulkAction({
  name: 'outsource',
  permission,
  check: async (tx, params) => {
    noteIn(params);
    if (params.allocationId !== undefined) return void (await readAllocation(tx, String(params.allocationId) as Uuid));
    const shares = sharesIn(params);
    checkShares(shares, 'params.partnerAllocations');
    for (const { partnerId } of shares) await requirePartner(tx, partnerId);
  },
  claims: async (tx, refs, params): Promise<BulkResult> => {
    const answers = await give(tx, refs, params);
    return { done: refs.length - countOf(answers), failed: countOf(answers), items: itemsOf(answers) };
  },
  // An account counts as done; which of its claims stay, its page tells.
  accounts: async (tx, accountIds, params): Promise<BulkResult> => {
    const claims = await openClaimsOf(tx, accountIds as readonly Uuid[]);
    const answers = await give(
      tx,
      claims.map(({ externalClaimRef }) => externalClaimRef),
      params,
    );
    return { done: accountIds.length, failed: 0, items: itemsOf(answers).filter(({ outcome }) => outcome === 'done') };
  },
  undo: async (tx, items) => {
    const refs = items.map(({ itemId }) => itemId);
    const rows = await tx.sql<{ ref: string; partner_id: string }>(
      'select external_claim_ref as ref, partner_id from claim_assignment where client_id = $1 and external_claim_ref = any($2::text[]) and ended_at is null',
      [tx.clientId, refs],
    );
    const holders = new Map(rows.map((row) => [row.ref, row.partner_id]));
    const same = items.filter(({ itemId, before }) => holders.get(itemId) === before?.partnerId).map(({ itemId }) => itemId);
    const back = new Set(await recallClaims(tx, same));
    const left = refs.filter((ref) => !back.has(ref));
    return { done: back.size, failed: left.length, items: failures(left, 'changedSince') };
  },
});

defineBulkAction({
  name: 'recallClaims',
  permission,
  check: async (_tx, params) => void noteIn(params),
  claims: async (tx, refs, params): Promise<BulkResult> => {
    const back = new Set(await recallClaims(tx, refs, noteIn(params)));
    const left = refs.filter((ref) => !back.has(ref));
    return { done: back.size, failed: left.length, items: failures(left, 'notOutsourced') };
  },
  accounts: async (tx, accountIds, params): Promise<BulkResult> => {
    await recallClaims(tx, await outClaimsOf(tx, accountIds as readonly Uuid[]), noteIn(params));
    return { done: accountIds.length, failed: 0 };
  },
});
