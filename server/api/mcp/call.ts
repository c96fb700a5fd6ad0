/** Calls of tools: endpoints that read are run, others are written down for people to decide. */
import { invalid, notFound } from '../../../core/fault.ts';
import { SCREENS } from '../../../core/screens.ts';
import { isoInstant } from '../../../core/time.ts';
import { actorOf, type Identity } from '../../platform/caller.ts';
import type { RequestContext } from '../../platform/guard.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { listProposals, type ProposalRow, type ProposalStatus, propose, statusOf } from '../../services/api/api.proposal.logic.ts';
import { isByKeys, type Values } from '../endpoint.ts';
import { pageOf } from '../pages.ts';
import type { Places } from '../problems.ts';
import { run } from '../run.ts';
import type { Components } from '../schemas.ts';
import { readTogether, variablesOf } from '../variables.ts';
import { shownIn } from './hidden.ts';
import { mark } from './mark.ts';
import type { Ready } from './proposals.ts';
import { subjectOf } from './subject.ts';
import { MOST_WORDS, proposingName, type Tool } from './tools.ts';

export interface ToolCall {
  readonly identity: Identity;
  readonly context: Partial<RequestContext>;
  readonly components: Components;
}

/** @returns what the tool answers, an object. @throws Fault for values that are wrong, and whatever the operation is refused with */
export async function callTool(tool: Tool, values: Values, call: ToolCall): Promise<Record<string, unknown>> {
  if (!tool.ready) return ownProposals(values, call);
  if (tool.ready.endpoint.method === 'GET') return read(tool.ready, values, call);
  return suggest(tool.ready, values, call);
}

/** @returns how faults' fields are called in what was sent: it is one object, so that each is a name in it. */
export const placesOf = ({ endpoint, parameters }: Ready): Places => ({
  parameters: new Set(parameters.map(({ name }) => name)),
  body: endpoint.body,
  renamed:
    endpoint.pages && endpoint.pages.by !== 'whole' ? { [endpoint.pages.limit]: 'limit', searchAfter: 'after', offset: 'after' } : {},
});

async function read(ready: Ready, values: Values, { identity, context, components }: ToolCall): Promise<Record<string, unknown>> {
  const { endpoint, answer } = ready;
  const variables = variablesOf(ready, readTogether(ready, ready.readers, values), clientOf(identity), null);
  const data = await run(ready, ready.schema, variables, { contextValue: { ...context, byKeys: isByKeys(endpoint) } });
  if (data === null || data === undefined) throw notFound(endpoint.absent ?? 'apiPathNotFound');
  // As JSON says it, as it is described.
  const said = JSON.parse(JSON.stringify(pageOf(endpoint, variables, data))) as unknown;
  const marked = mark(answer ?? {}, said, components);
  return isPlainObject(marked) && isPlainObject(said) ? marked : { result: marked };
}

async function suggest(ready: Ready, { why, ...values }: Values, { identity, context }: ToolCall): Promise<Record<string, unknown>> {
  const { endpoint, readers } = ready;
  if (typeof why !== 'string' || why.trim() === '') throw invalid('why', 'sayWhy');
  if (why.trim().length > MOST_WORDS) throw invalid('why', 'atMostCharacters', { number: MOST_WORDS });
  const clientId = clientOf(identity);
  // Whatever would be refused when it is confirmed, because it can't be read, is refused now.
  variablesOf(ready, readTogether(ready, readers, values), clientId, null);
  const row = await inClient(
    context.database!,
    clientId,
    async (tx) =>
      propose(tx, { keyId: identity.userId, operation: endpoint.name, input: values, reason: why, ...(await subjectOf(tx, values)) }),
    { actor: actorOf(identity), ...(context.correlationId ? { correlationId: context.correlationId } : {}) },
  );
  return {
    proposalId: row.proposalId,
    status: 'open',
    expiresAt: isoInstant(row.expiresAt),
    link: linkTo(row, context),
    next: 'Nothing has been done. A person decides it at the link; listProposals says what became of it.',
  };
}

async function ownProposals(
  { status, accountId, limit, after }: Values,
  { identity, context }: ToolCall,
): Promise<Record<string, unknown>> {
  const filter = {
    keyId: identity.userId,
    status: (status ?? null) as ProposalStatus | null,
    accountId: (accountId ?? null) as string | null,
  };
  const { rows, next } = await inClient(
    context.database!,
    clientOf(identity),
    (tx: Tx) => listProposals(tx, filter, Number(limit ?? 50), (after ?? null) as string | null),
    { actor: actorOf(identity), readOnly: true },
  );
  const items = rows.map((row) => ({
    proposalId: row.proposalId,
    tool: proposingName(row.operation),
    status: statusOf(row),
    accountId: row.accountId,
    externalClaimRef: row.externalClaimRef,
    createdAt: isoInstant(row.createdAt),
    expiresAt: isoInstant(row.expiresAt),
    decidedAt: row.decidedAt && isoInstant(row.decidedAt),
    note: row.note,
    link: linkTo(row, context),
  }));
  return shownIn({ items, next }) as Record<string, unknown>;
}

const clientOf = ({ groups }: Identity) => groups[0]!.clientId;
const linkTo = ({ clientId, proposalId }: ProposalRow, { publicUrl }: Partial<RequestContext>): string =>
  `${publicUrl ?? ''}/${clientId}/${SCREENS.proposals.path}?proposal=${proposalId}`;
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
