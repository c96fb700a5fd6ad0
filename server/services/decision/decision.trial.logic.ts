/** Trees tried out before they go live: on one claim with its path, on the portfolio with counts. Nothing is written. */

import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Money, money } from '../../../core/money.ts';
import { type CompiledTree, compileTree, type TreeDecision, type TriedNode } from '../../../engine/trees/compile.ts';
import type { DecisionTree } from '../../../engine/trees/tree.ts';
import type { Need, Reason } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { ClaimRef } from '../account/ground/facts.logic.ts';
import { contextFor, factsFor } from './decision.facts.logic.ts';
import { findTree, treeVersions } from './decision.read.logic.ts';

/** Claims of one account that are shown. */
const MOST_CLAIMS = 20;
/** Open claims that one test of the portfolio decides; more would keep a person waiting. */
export const MOST_LOOKED = 10_000;
/** Facts that are in memory at once. */
const BATCH = 2_000;

export interface ClaimTrial {
  readonly externalClaimRef: string;
  readonly decision: TreeDecision;
  readonly tried: readonly TriedNode[];
}

/** @param reference a claim's, or an account's for its open claims. @throws Fault NOT_FOUND when there is neither. */
export async function tryOnClaims(tx: Tx, tree: DecisionTree, reference: string): Promise<ClaimTrial[]> {
  const claims = await tx.sql<{ accountId: Uuid; externalClaimRef: string }>(
    `select external_claim_ref as "externalClaimRef", account_id as "accountId" from published.claim c where client_id = $1 and external_claim_ref = $2 and status <> 'deleted'
     union select external_claim_ref, account_id from published.claim c where client_id = $1 and status = 'open'
       and account_id = (select account_id from published.account where client_id = $1 and external_account_ref = $2)
     order by 1 limit ${MOST_CLAIMS}`,
    [tx.clientId, reference.trim()],
  );
  if (claims.length === 0) throw notFound('treeClaimNotFound');
  const compiled = compileTree(tree);
  const facts = await factsFor(tx, claims, compiled.needs);
  const context = await contextFor(tx);
  return claims.map(({ externalClaimRef }) => {
    const known = facts.get(externalClaimRef) ?? {};
    return { externalClaimRef, decision: compiled.decide(known, context), tried: compiled.explain(known, context) };
  });
}

export interface LeafCount {
  readonly nodeId: string | null;
  readonly claims: number;
  readonly balances: readonly { readonly currency: string; readonly balance: Money }[];
}

export interface Counts {
  readonly version: number | null;
  readonly problem: Reason | null;
  readonly leaves: readonly LeafCount[];
}

export interface PortfolioTrial {
  readonly looked: number;
  readonly open: number;
  readonly counts: Counts;
  readonly before: Counts | null;
  readonly changed: number | null;
}

/** @param compared a version of a saved tree, its live one when `version` is null; nothing is compared when it has none. @throws Fault NOT_FOUND */
export async function tryOnPortfolio(
  tx: Tx,
  tree: DecisionTree,
  compared: { readonly treeId: string; readonly version: number | null } | null,
): Promise<PortfolioTrial> {
  const other = compared && (await versionToCompare(tx, compared.treeId, compared.version));
  const now = new Tally(null, compileTree(tree));
  const before = other && new Tally(other.version, compileTree(other.tree));
  const needs = [...new Set<Need>([...now.compiled.needs, ...(before?.compiled.needs ?? [])])];
  const context = await contextFor(tx);
  let looked = 0;
  let changed = 0;
  for (let after = ''; looked < MOST_LOOKED; ) {
    const claims = await openClaims(tx, after, Math.min(BATCH, MOST_LOOKED - looked));
    const facts = await factsFor(tx, claims, needs);
    for (const { externalClaimRef } of claims) {
      const known = facts.get(externalClaimRef);
      if (!known?.claim) continue;
      const { balance, currency } = known.claim;
      const outcome = now.count(known, context, balance, currency);
      if (before && before.count(known, context, balance, currency) !== outcome) changed += 1;
    }
    looked += claims.length;
    if (claims.length < BATCH) break;
    after = claims.at(-1)!.externalClaimRef;
  }
  const [{ open } = { open: 0 }] = await tx.sql<{ open: number }>(
    `select count(*)::int as open from published.claim where client_id = $1 and status = 'open'`,
    [tx.clientId],
  );
  return { looked, open, counts: now.counts(), before: before?.counts() ?? null, changed: before ? changed : null };
}

async function versionToCompare(tx: Tx, treeId: string, version: number | null) {
  if (version !== null) return findTree(tx, treeId, version);
  const [live] = await treeVersions(tx, treeId, 'live');
  return live ? findTree(tx, treeId, live.version) : null;
}

function openClaims(tx: Tx, after: string, limit: number): Promise<(ClaimRef & Record<string, unknown>)[]> {
  return tx.sql(
    `select external_claim_ref as "externalClaimRef", account_id as "accountId" from published.claim
     where client_id = $1 and status = 'open' and external_claim_ref > $2 order by external_claim_ref limit $3`,
    [tx.clientId, after, limit],
  );
}

/** What one version makes of the claims. */
class Tally {
  readonly compiled: CompiledTree;
  private readonly version: number | null;
  private readonly leaves = new Map<string | null, { claims: number; sums: Map<string, bigint> }>();

  constructor(version: number | null, compiled: CompiledTree) {
    this.version = version;
    this.compiled = compiled;
  }

  /** @returns the outcome and the values as one text, to compare with another version's. */
  count(
    facts: Parameters<CompiledTree['decide']>[0],
    context: Parameters<CompiledTree['decide']>[1],
    balance: bigint,
    currency: string,
  ): string {
    const { leaf, outcome, values } = this.compiled.decide(facts, context);
    const known = this.leaves.get(leaf) ?? { claims: 0, sums: new Map<string, bigint>() };
    known.claims += 1;
    known.sums.set(currency, (known.sums.get(currency) ?? 0n) + balance);
    this.leaves.set(leaf, known);
    return leaf === null ? '' : JSON.stringify([outcome, values]);
  }

  counts(): Counts {
    const leaves = [...this.leaves].map(([nodeId, { claims, sums }]) => ({
      nodeId,
      claims,
      balances: [...sums]
        .sort(([left], [right]) => left.localeCompare(right))
        .map(([currency, sum]) => ({ currency, balance: money(sum, currency) })),
    }));
    return { version: this.version, problem: this.compiled.problem, leaves };
  }
}
