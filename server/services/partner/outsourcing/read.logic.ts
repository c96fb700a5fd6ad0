/** What is with partners, and what was. */
import { invalid } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { ASSIGNMENT_GROUPS, type AssignmentGroup, type AssignmentStatus, type OutsourceMethod } from '../../../../core/outsourcing.ts';
import { type CalendarDate, type Instant, instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { requireAccount } from '../../account/ground/lookup.logic.ts';

const SIZE = 50;
const MOST_SIZE = 500;
const GROUPS = Object.keys(ASSIGNMENT_GROUPS) as AssignmentGroup[];

interface Row {
  readonly assignment_id: Uuid;
  readonly external_claim_ref: string;
  readonly account_id: Uuid;
  readonly amount: bigint;
  readonly currency: string;
  readonly due_date: CalendarDate | null;
  readonly created_at: Date;
  readonly partner_id: Uuid;
  readonly partner_name: string;
  readonly status: AssignmentStatus;
  readonly outsource_method: OutsourceMethod;
  readonly note: string | null;
  readonly collected: bigint;
  readonly ended_at: Date | null;
  readonly end_note: string | null;
}

const SELECT = `select c.assignment_id, c.external_claim_ref, c.account_id, c.amount, c.currency, c.due_date, c.created_at, c.partner_id, p.name as partner_name,
  c.status, c.outsource_method, c.note, c.collected, c.ended_at, c.end_note from claim_assignment c join partner p on p.client_id = c.client_id and p.partner_id = c.partner_id`;

const present = (row: Row) => ({
  assignmentId: row.assignment_id,
  externalClaimRef: row.external_claim_ref,
  accountId: row.account_id,
  amount: { minor: row.amount, currency: row.currency },
  currency: row.currency,
  dueDate: row.due_date,
  createdAt: instant(row.created_at),
  partnerId: row.partner_id,
  partnerName: row.partner_name,
  status: row.status,
  outsourceMethod: row.outsource_method,
  note: row.note,
  collected: { minor: row.collected, currency: row.currency },
  endedAt: row.ended_at && instant(row.ended_at),
  endNote: row.end_note,
});

/** @returns where the claim is; null: with no partner. */
export async function readOutsourcedClaim(tx: Tx, externalClaimRef: string) {
  const [row] = await tx.sql<Row & Record<string, unknown>>(
    `${SELECT} where c.client_id = $1 and c.external_claim_ref = $2 and c.ended_at is null`,
    [tx.clientId, externalClaimRef],
  );
  return row ? present(row) : null;
}

/** @returns what of an account is out; null: nothing. @throws Fault NOT_FOUND */
export async function readOutsourcedAccount(tx: Tx, accountId: Uuid) {
  await requireAccount(tx, accountId);
  const rows = await tx.sql<Row & { is_whole: boolean } & Record<string, unknown>>(
    `${SELECT} where c.client_id = $1 and c.account_id = $2 and c.ended_at is null order by c.created_at, c.assignment_id`,
    [tx.clientId, accountId],
  );
  const [first] = rows;
  if (!first) return null;
  const [left] = await tx.sql(
    `select 1 from published.claim c where c.client_id = $1 and c.account_id = $2 and c.status = 'open'
       and not exists (select from claim_assignment o where o.client_id = $1 and o.external_claim_ref = c.external_claim_ref and o.ended_at is null) limit 1`,
    [tx.clientId, accountId],
  );
  return {
    clientId: tx.clientId,
    accountId,
    partnerId: first.partner_id,
    partnerName: first.partner_name,
    note: first.note,
    createdAt: instant(first.created_at),
    externalClaimRefs: rows.map((row) => row.external_claim_ref).sort(),
    isWhole: left === undefined,
  };
}

interface About {
  readonly partnerId?: string | null;
  readonly accountId?: string | null;
  readonly externalClaimRef?: string | null;
}

/** Conditions on `c`. An account's are found by its claims, whose assignments have an index. @throws Fault INVALID_INPUT without any */
function aboutOf({ partnerId, accountId, externalClaimRef }: About, bind: (value: unknown) => string): string[] {
  const where: string[] = [];
  for (const id of [partnerId, accountId])
    if (id != null && !isUuid(id)) throw invalid(id === partnerId ? 'partnerId' : 'accountId', 'idWrong');
  if (partnerId != null) where.push(`c.partner_id = ${bind(partnerId)}::uuid`);
  if (accountId != null)
    where.push(
      `c.external_claim_ref in (select external_claim_ref from published.claim where client_id = $1 and account_id = ${bind(accountId)}::uuid)`,
    );
  if (externalClaimRef != null) where.push(`c.external_claim_ref = ${bind(externalClaimRef)}`);
  if (where.length === 0) throw invalid('partnerId', 'partnerOrAccount');
  return where;
}

/** Everything but the kind of group. */
function statusesOf(groups: readonly string[] | null | undefined): readonly string[] | null {
  if (!groups) return null;
  return groups.flatMap((group): readonly string[] => {
    if (!GROUPS.includes(group as AssignmentGroup)) throw invalid('statuses', 'oneOf', { choices: GROUPS.join(', ') });
    return ASSIGNMENT_GROUPS[group as AssignmentGroup];
  });
}

/** One page, newest first. @throws Fault INVALID_INPUT */
export async function listAssignments(
  tx: Tx,
  args: About & { readonly statuses?: readonly string[] | null; readonly size?: number | null; readonly searchAfter?: string | null },
) {
  const size = args.size ?? SIZE;
  if (size < 1 || size > MOST_SIZE) throw invalid('size', 'pageSize', { most: MOST_SIZE });
  const values: unknown[] = [tx.clientId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where = aboutOf(args, bind);
  const statuses = statusesOf(args.statuses);
  if (statuses) where.push(`c.status = any(${bind(statuses)}::text[])`);
  if (args.searchAfter != null) {
    const [at, id] = readCursor(args.searchAfter);
    where.push(`(c.created_at, c.assignment_id) < (to_timestamp(${bind(at)}::float8 / 1000), ${bind(id)}::uuid)`);
  }
  const rows = await tx.sql<Row & Record<string, unknown>>(
    `${SELECT} where c.client_id = $1 and ${where.join(' and ')} order by c.created_at desc, c.assignment_id desc limit ${size + 1}`,
    values,
  );
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    results: page.map(present),
    searchAfter: rows.length > size && last ? `${instant(last.created_at)} ${last.assignment_id}` : null,
  };
}

function readCursor(text: string): [Instant, string] {
  const [at, id] = text.split(' ');
  if (!/^\d{1,16}$/.test(at ?? '') || !isUuid(id ?? '')) throw invalid('searchAfter', 'pageEndWrong');
  return [Number(at) as Instant, id!];
}

/** Counts and sums by what became of claims, of one partner or account. */
export async function sumAssignments(tx: Tx, about: About) {
  const values: unknown[] = [tx.clientId];
  const where = aboutOf(about, (value) => `$${values.push(value)}`);
  const rows = await tx.sql<{ status: AssignmentStatus; currency: string; count: number; amount: bigint }>(
    `select c.status, c.currency, count(*)::int as count, sum(c.amount)::bigint as amount from claim_assignment c
     where c.client_id = $1 and ${where.join(' and ')} group by c.status, c.currency`,
    values,
  );
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return GROUPS.flatMap((status) =>
    currencies.flatMap((currency) => {
      const own = rows.filter((row) => row.currency === currency && (ASSIGNMENT_GROUPS[status] as readonly string[]).includes(row.status));
      if (own.length === 0) return [];
      return [
        {
          status,
          currency,
          count: own.reduce((sum, row) => sum + row.count, 0),
          amount: { minor: own.reduce((sum, row) => sum + row.amount, 0n), currency },
        },
      ];
    }),
  );
}
