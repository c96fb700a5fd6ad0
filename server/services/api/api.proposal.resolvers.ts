import { fault, missingPermission, notFound } from '../../../core/fault.ts';
import { holds } from '../../../core/holds.ts';
import { afterReading, type RequestContext } from '../../platform/guard.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { Proposal, Resolvers } from './api.graphql.ts';
import { proposedOperation } from './api.operations.ts';
import {
  confirm,
  countOpen,
  listProposals,
  namesOf,
  type ProposalRow,
  readProposal,
  reject,
  requireOpen,
  statusOf,
} from './api.proposal.logic.ts';

/** What programs propose is about the whole client; the table is closed to partners' people. */
const isPartners = ({ database }: RequestContext) => database.reach !== undefined;

export const proposalResolvers = {
  Query: {
    getProposals: async (_, { status, accountId, size, searchAfter }, context) => {
      if (isPartners(context)) return { results: [], searchAfter: null };
      const { rows, next } = await listProposals(context.tx, { status, accountId }, size ?? 50, searchAfter ?? null);
      return { results: await present(context.tx, context, rows), searchAfter: next };
    },
    getProposal: async (_, { proposalId }, context) => {
      if (isPartners(context)) throw notFound('proposalNotFound');
      const [proposal] = await present(context.tx, context, [await readProposal(context.tx, proposalId)]);
      return proposal!;
    },
    countOpenProposals: (_, __, context) => (isPartners(context) ? 0 : countOpen(context.tx)),
  },
  Mutation: {
    confirmProposal: async (_, { proposalId }, context) => {
      const row = await findOpen(context, proposalId);
      const operation = proposedOperation(row.operation);
      if (!operation) throw fault('CONFLICT', 'proposalOutdated');
      return afterReading(async () => {
        let answer: Proposal | undefined;
        // What it causes belongs to the proposal.
        await operation.run({ ...context, correlationId: row.proposalId }, row.input, async (tx, work) => {
          const confirmed = await confirm(tx, row.proposalId, context.identity.userId, work);
          [answer] = await present(tx, context, [confirmed.row]);
          return confirmed.done;
        });
        return answer!;
      });
    },
    rejectProposal: async (_, { proposalId, note }, context) => {
      const row = await findOpen(context, proposalId);
      const missing = missingOf(context, row);
      if (missing) throw missingPermission(missing);
      const [answer] = await present(context.tx, context, [
        await reject(context.tx, row.proposalId, context.identity.userId, note ?? null),
      ]);
      return answer!;
    },
  },
} satisfies Resolvers;

async function findOpen(context: RequestContext, proposalId: string): Promise<ProposalRow> {
  if (isPartners(context)) throw notFound('proposalNotFound');
  const row = await readProposal(context.tx, proposalId);
  requireOpen(row);
  return row;
}

/** @returns the first right of the operation's that the caller lacks; null: none. */
function missingOf({ permissions }: RequestContext, { operation }: ProposalRow): string | null {
  const lacking = proposedOperation(operation)?.rules.find(({ domain, action }) => !holds(permissions, domain, action));
  return lacking ? `${lacking.domain}/${lacking.action}` : null;
}

async function present(tx: Tx, context: RequestContext, rows: readonly ProposalRow[]): Promise<Proposal[]> {
  const names = await namesOf(tx, rows);
  return rows.map((row) => ({
    proposalId: row.proposalId,
    operation: row.operation,
    summary: proposedOperation(row.operation)?.summary ?? row.operation,
    status: statusOf(row),
    reason: row.reason,
    values: row.input,
    accountId: row.accountId,
    externalClaimRef: row.externalClaimRef,
    debtorName: row.accountId && (names.accounts.get(row.accountId)?.name ?? null),
    currency: row.accountId && (names.accounts.get(row.accountId)?.currency ?? null),
    keyId: row.keyId,
    keyName: names.keys.get(row.keyId) ?? '',
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy,
    decidedByName: row.decidedBy && (names.users.get(row.decidedBy) ?? null),
    note: row.note,
    mayConfirm: proposedOperation(row.operation) !== undefined && missingOf(context, row) === null,
  }));
}
