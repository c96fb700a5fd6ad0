/** Requests for approval: asked, decided, withdrawn, listed. */
import { invalid } from '../../../core/fault.ts';
import { money } from '../../../core/money.ts';
import { APPROVAL_KINDS, type ApprovalKind } from '../../../engine/ledger/approval.ts';
import { requirePermission } from '../../platform/guard.ts';
import { readLimit } from './approval/approval.act.ts';
import { decideApproval, requestApproval, withdrawApproval } from './approval/approval.logic.ts';
import { listAccountApprovals, listApprovals, readApproval } from './approval/approval.read.ts';
import type { MutationResolvers, QueryResolvers } from './finance.graphql.ts';
import { staffKey } from './ground/keys.ts';
import { currencyOf } from './ground/read.logic.ts';

/** Whoever may not do it at all may not ask for it either. */
const RIGHTS: Readonly<Record<ApprovalKind, 'bookLedger' | 'offerSettlement'>> = {
  writeOff: 'bookLedger',
  correction: 'bookLedger',
  refund: 'bookLedger',
  settlement: 'offerSettlement',
};

export const approvalQueries: QueryResolvers = {
  listApprovals: (_, { waiting, page, limit }, { tx }) => listApprovals(tx, waiting, page ?? 1, limit ?? 50),
  getAccountApprovals: (_, { accountId }, { tx }) => listAccountApprovals(tx, accountId),
  getOwnLimits: async (_, { accountId }, { tx, identity }) => {
    const currency = await currencyOf(tx, accountId, null);
    const limit = async (kind: 'writeOff' | 'settlement' | 'refund') => {
      const most = await readLimit(tx, identity, kind, currency);
      return most === null ? null : money(most, currency);
    };
    return { writeOff: await limit('writeOff'), settlement: await limit('settlement'), refund: await limit('refund'), currency };
  },
};

export const approvalMutations: MutationResolvers = {
  requestApproval: async (_, { act, idempotencyKey }, context) => {
    const { tx, identity } = context;
    const kind = APPROVAL_KINDS.find((each) => each === act.kind);
    if (!kind) throw invalid('kind', 'oneOf', { choices: APPROVAL_KINDS.join(', ') });
    requirePermission(context, 'operations', RIGHTS[kind]);
    const { approvalId } = await requestApproval(tx, identity, { ...act, kind }, staffKey(identity.userId, idempotencyKey));
    return readApproval(tx, approvalId);
  },
  decideApproval: async (_, { approvalId, approves, note }, { tx, identity }) => {
    await decideApproval(tx, identity, approvalId, approves, note ?? '');
    return readApproval(tx, approvalId);
  },
  withdrawApproval: async (_, { approvalId }, { tx, identity }) => {
    await withdrawApproval(tx, identity.userId, approvalId);
    return readApproval(tx, approvalId);
  },
};
