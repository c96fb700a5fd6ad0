/** Requests for approval as the queue and the account show them. */
import { invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal, money } from '../../../../core/money.ts';
import { instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { Approval } from './approval.logic.ts';

const MAX_LIMIT = 100;

type Row = Omit<Approval, 'requestedAt' | 'decidedAt'> & {
  readonly requestedAt: Date;
  readonly decidedAt: Date | null;
  readonly debtorName: string;
  readonly externalAccountRef: string;
};

const COLUMNS = `r.client_id as "clientId", r.approval_id as "approvalId", r.account_id as "accountId", r.kind, r.act, r.claim_refs as "claimRefs", r.amount,
  r.currency, r.reason, r.status, r.requested_by as "requestedBy", r.requested_at as "requestedAt", r.decided_by as "decidedBy",
  r.decided_at as "decidedAt", r.note, a.debtor_name as "debtorName", a.external_account_ref as "externalAccountRef"`;
const FROM =
  'from approval_request r join published.account a on a.client_id = r.client_id and a.account_id = r.account_id where r.client_id = $1';

/** @returns a page of what waits, the oldest first, or of what is over, the newest first. @throws Fault INVALID_INPUT (page, limit) */
export async function listApprovals(tx: Tx, waiting: boolean, page: number, limit: number) {
  if (page < 1) throw invalid('page', 'pageStart', { first: 1 });
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit', 'pageSize', { most: MAX_LIMIT });
  const which = waiting ? `r.status = 'waiting'` : `r.status <> 'waiting'`;
  const order = waiting ? 'r.requested_at, r.approval_id' : 'r.decided_at desc, r.approval_id';
  const rows = await tx.sql<Row & Record<string, unknown>>(`select ${COLUMNS} ${FROM} and ${which} order by ${order} limit $2 offset $3`, [
    tx.clientId,
    limit,
    (page - 1) * limit,
  ]);
  const [counted] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from approval_request r where r.client_id = $1 and ${which}`,
    [tx.clientId],
  );
  return { approvals: rows.map(presentApproval), total: counted?.total ?? 0 };
}

/** @returns an account's requests that wait, the oldest first. */
export async function listAccountApprovals(tx: Tx, accountId: Uuid) {
  const rows = await tx.sql<Row & Record<string, unknown>>(
    `select ${COLUMNS} ${FROM} and r.account_id = $2 and r.status = 'waiting' order by r.requested_at, r.approval_id`,
    [tx.clientId, accountId],
  );
  return rows.map(presentApproval);
}

/** @returns one request as it is now. */
export async function readApproval(tx: Tx, approvalId: Uuid) {
  const [row] = await tx.sql<Row & Record<string, unknown>>(`select ${COLUMNS} ${FROM} and r.approval_id = $2`, [tx.clientId, approvalId]);
  return presentApproval(row!);
}

function presentApproval({ amount, act, requestedAt, decidedAt, ...row }: Row) {
  const asked = row.kind === 'settlement' && typeof act.amount === 'string' ? fromDecimal(act.amount, row.currency) : null;
  return {
    ...row,
    id: row.approvalId,
    amount: money(amount, row.currency),
    // What a settlement asks for; the amount is what it gives up.
    settlesFor: asked === null ? null : money(asked, row.currency),
    requestedAt: instant(requestedAt),
    decidedAt: decidedAt === null ? null : instant(decidedAt),
  };
}
