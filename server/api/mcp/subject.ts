/** Whom a proposal is about, so that it stands on their timeline, and goes with their data. */
import { notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findFile } from '../../services/files/files.logic.ts';
import { readPlan } from '../../services/finance/agreement/instalments.logic.ts';
import { readPromise } from '../../services/finance/agreement/promise.logic.ts';
import type { Values } from '../endpoint.ts';

export interface Subject {
  readonly accountId: Uuid | null;
  readonly externalClaimRef: string | null;
}

/**
 * @param values what would be sent. @returns the account that they name, by itself or by what belongs to it; null where there is none or several.
 * @throws Fault NOT_FOUND for what the client doesn't have
 */
export async function subjectOf(tx: Tx, values: Values): Promise<Subject> {
  const { accountId, externalClaimRef, externalClaimRefs, promiseToPayId, instalmentsPlanId, fileId } = values;
  const refs = [externalClaimRef ?? externalClaimRefs ?? []].flat().map(String);
  const claims = await claimsOf(tx, refs);
  // A list of claims may name what is skipped; a claim by itself is there.
  if (typeof externalClaimRef === 'string' && claims.length === 0) throw notFound('claimNotFound');
  const owners = new Set<Uuid>(claims.map((claim) => claim.account_id));
  if (typeof accountId === 'string') owners.add(await accountOf(tx, accountId));
  if (typeof promiseToPayId === 'string') owners.add((await readPromise(tx, promiseToPayId)).accountId);
  if (typeof instalmentsPlanId === 'string') owners.add((await readPlan(tx, instalmentsPlanId)).accountId);
  if (typeof fileId === 'string') owners.add((await findFile(tx, fileId, ['announced', 'stored', 'refused'])).accountId);
  const [owner] = owners;
  return {
    accountId: owners.size === 1 ? owner! : null,
    externalClaimRef: claims.length === 1 ? claims[0]!.external_claim_ref : null,
  };
}

const claimsOf = (tx: Tx, refs: readonly string[]) =>
  tx.sql<{ account_id: Uuid; external_claim_ref: string }>(
    'select account_id, external_claim_ref from published.claim where client_id = $1 and external_claim_ref = any($2::text[])',
    [tx.clientId, refs],
  );

async function accountOf(tx: Tx, accountId: string): Promise<Uuid> {
  const found = isUuid(accountId)
    ? await tx.sql('select from published.account where client_id = $1 and account_id = $2', [tx.clientId, accountId])
    : [];
  if (found.length === 0) throw notFound('accountNotFound');
  return accountId;
}
