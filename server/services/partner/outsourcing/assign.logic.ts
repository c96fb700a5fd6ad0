/** Giving claims to partners, any number at once (docs/decisions/outsourcing.md). */
import type { BulkReason } from '../../../../core/bulkReasons.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { OutsourceMethod } from '../../../../core/outsourcing.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type LockedClaim, lockClaims } from '../../account/claim/balance.logic.ts';
import { refreshOutsourced } from '../../account/ground/outsourced.logic.ts';
import { livingPartners } from './partner.logic.ts';
import { chooseByShares, ruleKeyOf, type ShareRule } from './shares.logic.ts';

/** One claim that is to be given away. */
export interface Asked {
  readonly externalClaimRef: string;
  readonly to: { readonly partnerId: string } | ShareRule;
  /** Names what asks, a step's effect or a press: the same request gives a claim once, however often it is repeated. */
  readonly requestKey: string;
  /** The run of a strategy that asks: it goes on, every other run of the claim waits. */
  readonly runId?: Uuid | null;
}

export interface Answer {
  readonly externalClaimRef: string;
  readonly accountId: Uuid | null;
  readonly outcome: 'given' | 'kept' | 'refused';
  /** Who has it; of a refused one who has it instead. */
  readonly partnerId: string | null;
  /** Why it was refused. */
  readonly reason: BulkReason | null;
}

interface Known {
  readonly ref: string;
  readonly partner_id: string;
  readonly request_key: string;
  readonly is_out: boolean;
}

/**
 * Gives open claims on which something is owed, unless they are disputed. One that the partner has already stays with it, as does one that
 * another has, which is refused. With percentages, whoever has the claim keeps it if it is one of theirs.
 * @returns an answer for each claim, in no order; of a claim that is asked for twice the first counts.
 */
export async function outsourceClaims(
  tx: Tx,
  asked: readonly Asked[],
  { method, note = null }: { readonly method: OutsourceMethod; readonly note?: string | null },
): Promise<Answer[]> {
  if (asked.length === 0) return [];
  const first = new Map<string, Asked>();
  for (const each of asked) if (!first.has(each.externalClaimRef)) first.set(each.externalClaimRef, each);
  const refs = [...first.keys()];
  const claims = new Map((await lockClaims(tx, refs, 'all')).map((claim) => [claim.externalClaimRef, claim]));
  const known = await readKnown(tx, refs, [...new Set(asked.map(({ requestKey }) => requestKey))]);
  const partners = await livingPartners(
    tx,
    asked.flatMap(({ to }) => ('shares' in to ? to.shares.map(({ partnerId }) => partnerId) : [to.partnerId])),
    true,
  );
  const answers: Answer[] = [];
  const fresh: { asked: Asked; claim: LockedClaim }[] = [];
  for (const each of first.values()) {
    const claim = claims.get(each.externalClaimRef);
    const before = known.get(each.externalClaimRef) ?? [];
    const answer = answerOf(each, claim, before, partners);
    if (answer) answers.push({ externalClaimRef: each.externalClaimRef, accountId: claim?.accountId ?? null, ...answer });
    else if (claim) fresh.push({ asked: each, claim });
  }
  const debtorKeys = await readDebtorKeys(
    tx,
    fresh.map(({ claim }) => claim.accountId),
  );
  const given = await withPartners(
    tx,
    fresh.map((each) => ({ ...each, debtorKey: debtorKeys.get(each.claim.accountId) ?? each.claim.accountId })),
  );
  await write(tx, given, partners, method, note);
  return [
    ...answers,
    ...given.map(({ claim, partnerId }) => ({
      externalClaimRef: claim.externalClaimRef,
      accountId: claim.accountId,
      outcome: 'given' as const,
      partnerId,
      reason: null,
    })),
  ];
}

/** @returns what is clear without choosing a partner; null: the claim can be given. */
function answerOf(
  { to, requestKey }: Asked,
  claim: LockedClaim | undefined,
  before: readonly Known[],
  partners: ReadonlyMap<string, string>,
): Pick<Answer, 'outcome' | 'partnerId' | 'reason'> | null {
  const refused = (reason: BulkReason, partnerId: string | null = null) => ({ outcome: 'refused' as const, partnerId, reason });
  const wanted = 'shares' in to ? to.shares.map(({ partnerId }) => partnerId) : [to.partnerId];
  const out = before.find(({ is_out }) => is_out);
  if (out)
    return wanted.includes(out.partner_id)
      ? { outcome: 'kept', partnerId: out.partner_id, reason: null }
      : refused('withOtherPartner', out.partner_id);
  // It has come back since: the request has been carried out all the same.
  const repeated = before.find(({ request_key }) => request_key === requestKey);
  if (repeated) return { outcome: 'kept', partnerId: null, reason: null };
  if (!claim || claim.status === 'deleted') return refused('gone');
  if (claim.status !== 'open') return refused('notOpen');
  if (claim.balance <= 0n) return refused('nothingOwed');
  if (claim.disputedAt !== null) return refused('disputed');
  return wanted.every((partnerId) => partners.has(partnerId)) ? null : refused('partnerGone');
}

/** Where claims are, and whether these requests gave them before. */
async function readKnown(tx: Tx, refs: readonly string[], requestKeys: readonly string[]): Promise<Map<string, Known[]>> {
  const rows = await tx.sql<Known & Record<string, unknown>>(
    `select external_claim_ref as ref, partner_id, request_key, ended_at is null as is_out from claim_assignment
     where client_id = $1 and external_claim_ref = any($2::text[]) and (ended_at is null or request_key = any($3::text[]))`,
    [tx.clientId, refs, requestKeys],
  );
  return Map.groupBy(rows, ({ ref }) => ref);
}

/** @returns by account what tells its main debtor from others: one debtor may have several accounts. */
async function readDebtorKeys(tx: Tx, accountIds: readonly Uuid[]): Promise<Map<Uuid, string>> {
  const rows = await tx.sql<{ account_id: Uuid; debtor_ref: string }>(
    `select account_id, debtor_ref from published.account where client_id = $1 and account_id = any($2::uuid[])`,
    [tx.clientId, [...new Set(accountIds)]],
  );
  return new Map(rows.map((row) => [row.account_id, row.debtor_ref || row.account_id]));
}

interface Fresh {
  readonly asked: Asked;
  readonly claim: LockedClaim;
  readonly debtorKey: string;
}

/** Rules are locked in one order in every transaction. */
async function withPartners(tx: Tx, fresh: readonly Fresh[]): Promise<(Fresh & { partnerId: string })[]> {
  const chosen = new Map<string, string>();
  const rules = Map.groupBy(fresh, ({ asked: { to } }) => ('shares' in to ? ruleKeyOf(to) : ''));
  for (const key of [...rules.keys()].sort()) {
    const own = rules.get(key) ?? [];
    const to = own[0]!.asked.to;
    if (!('shares' in to)) continue;
    const claims = own.map(({ claim, debtorKey }) => ({ externalClaimRef: claim.externalClaimRef, debtorKey }));
    for (const [ref, partnerId] of await chooseByShares(tx, to, claims)) chosen.set(ref, partnerId);
  }
  return fresh.map((each) => ({
    ...each,
    partnerId: 'shares' in each.asked.to ? chosen.get(each.claim.externalClaimRef)! : each.asked.to.partnerId,
  }));
}

async function write(
  tx: Tx,
  given: readonly (Fresh & { partnerId: string })[],
  partners: ReadonlyMap<string, string>,
  method: OutsourceMethod,
  note: string | null,
): Promise<void> {
  if (given.length === 0) return;
  const at = now();
  await tx.sql(
    `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, due_date, outsource_method,
       request_key, run_id, debtor_key, note, created_at, created_by, updated_at)
     select $1, v.id, v.partner, v.account, v.ref, v.currency, v.amount, v.due, $2, v.request, v.run, v.debtor, $3, $4, $5, $4
     from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::text[], $10::text[], $11::bigint[], $12::date[], $13::text[], $14::uuid[], $15::text[])
       as v(id, partner, account, ref, currency, amount, due, request, run, debtor)`,
    [
      tx.clientId,
      method,
      note,
      isoInstant(at),
      tx.actor.type === 'user' ? tx.actor.id : null,
      given.map(() => uuidv7()),
      given.map(({ partnerId }) => partnerId),
      given.map(({ claim }) => claim.accountId),
      given.map(({ claim }) => claim.externalClaimRef),
      given.map(({ claim }) => claim.currency),
      given.map(({ claim }) => claim.balance),
      given.map(({ claim }) => claim.dueDate),
      given.map(({ asked }) => asked.requestKey),
      given.map(({ asked }) => asked.runId ?? null),
      given.map(({ debtorKey }) => debtorKey),
    ],
  );
  await refreshOutsourced(
    tx,
    given.map(({ claim }) => claim.accountId),
  );
  await appendEvents(
    tx,
    given.map(({ claim, partnerId }) => ({
      messageType: 'claimOutsourced',
      accountId: claim.accountId,
      externalClaimRef: claim.externalClaimRef,
      emitTime: at,
      payload: {
        partnerId: partnerId as Uuid,
        partnerName: partners.get(partnerId) ?? '',
        outsourceMethod: method,
        amount: toDecimal(claim.balance, claim.currency),
        currency: claim.currency,
      },
    })),
  );
}
