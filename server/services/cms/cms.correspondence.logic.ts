/** Everything that was written and said with debtors, over all accounts: what waits first. */
import { CORRESPONDENCE_CHANNELS } from '../../../core/contactOutcomes.ts';
import { invalid } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { CALL_STATES, type PressedKey } from '../../../core/spokenCall.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import type { MessageAttachment } from '../../platform/delivery.tables.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { stillAContact } from '../operations/operations.resolution.logic.ts';

export interface CorrespondenceFilter {
  readonly accountId?: string | null;
  readonly channels?: readonly string[] | null;
  readonly direction?: string | null;
  readonly waiting?: boolean | null;
  readonly userIds?: readonly string[] | null;
  readonly bundleName?: string | null;
  readonly delivery?: string | null;
  readonly callResults?: readonly string[] | null;
  readonly createdAtRange?: { readonly from?: Instant | null; readonly to?: Instant | null } | null;
  readonly searchText?: string | null;
}

interface Row extends Record<string, unknown> {
  kind: 'message' | 'call';
  id: Uuid;
  account_id: Uuid;
  external_account_ref: string;
  external_claim_ref: string | null;
  debtor_name: string;
  assignee_user_id: Uuid | null;
  channel: string;
  direction: string;
  waiting: boolean;
  recipient: string | null;
  sender: string | null;
  locale: string | null;
  bundle_name: string | null;
  subject: string | null;
  excerpt: string;
  has_html: boolean;
  attachments: MessageAttachment[];
  user_id: Uuid | null;
  parent_id: Uuid | null;
  provider_name: string | null;
  created_at: Date;
  opened_at: Date | null;
  clicked_at: Date | null;
  bounced_at: Date | null;
  handled_at: Date | null;
  handled_by: Uuid | null;
  call_result: string | null;
  call_keys: PressedKey[] | null;
  call_seconds: number | null;
  resolution_id: Uuid | null;
  category: string | null;
  resolution: string | null;
  delinquency_reason: string | null;
  additional_information: string | null;
  resolved_by: Uuid | null;
  resolved_at: Date | null;
}

const MOST = 100;
const EXCERPT = 300;
/** A reader sees "1,000+" from here on. */
const MOST_COUNTED = 1_000;

/** SQL over the shared columns: what became of a message that was sent, counted as the home page does (cms.report.logic.ts). */
const DELIVERIES: Readonly<Record<string, string>> = {
  delivered: 'm.bounced_at is null',
  opened: 'm.opened_at is not null',
  clicked: 'm.clicked_at is not null',
  bounced: 'm.bounced_at is not null',
};

const WAITING = `c.direction = 'inbound' and c.handled_at is null`;
const MESSAGE = `select 'message' as kind, c.communication_id as id, c.account_id, a.external_account_ref, c.external_claim_ref, a.debtor_name, a.assignee_user_id,
    c.channel, c.direction, ${WAITING} as waiting, c.recipient, c.sender, c.locale, c.bundle_name, c.subject, left(c.text_content, ${EXCERPT}) as excerpt,
    c.html_content is not null as has_html, c.attachments, c.user_id, c.parent_id, c.provider_name, c.created_at, c.opened_at, c.clicked_at, c.bounced_at,
    c.handled_at, c.handled_by, case when c.channel = 'phone' then coalesce(k.result, case k.answered_by when 'person' then 'answered' else k.answered_by end, 'placed') end as call_result,
    k.keys as call_keys, k.seconds as call_seconds, r.resolution_id, r.category, r.resolution, r.delinquency_reason, r.additional_information, r.user_id as resolved_by, r.created_at as resolved_at
  from communication c join published.account a on a.client_id = $1 and a.account_id = c.account_id
  left join automated_call k on k.client_id = $1 and k.outbox_id = c.outbox_id
  left join published.communication_resolution r on r.client_id = $1 and r.communication_request_id = c.communication_id::text`;
const CALL = `select 'call' as kind, r.resolution_id as id, r.account_id, a.external_account_ref, r.external_claim_ref, a.debtor_name, a.assignee_user_id,
    r.communication_method as channel, r.outcome_direction as direction, false as waiting, null as recipient, null as sender, null as locale, null as bundle_name, null as subject,
    left(r.additional_information, ${EXCERPT}) as excerpt, false as has_html, '[]'::jsonb as attachments, r.user_id, null::uuid as parent_id, null as provider_name,
    r.created_at, null::timestamptz as opened_at, null::timestamptz as clicked_at, null::timestamptz as bounced_at, null::timestamptz as handled_at, null::uuid as handled_by,
    null as call_result, null::jsonb as call_keys, null::int as call_seconds, r.resolution_id, r.category, r.resolution, r.delinquency_reason, r.additional_information, r.user_id as resolved_by, r.created_at as resolved_at
  from published.communication_resolution r join published.account a on a.client_id = $1 and a.account_id = r.account_id
  where r.client_id = $1 and ${stillAContact('r')} and not exists (select from communication c where c.client_id = $1 and c.communication_id::text = r.communication_request_id)`;

/** @returns one page. @throws Fault INVALID_INPUT beside the field */
export async function searchCorrespondence(
  tx: Tx,
  filter: CorrespondenceFilter,
  asked: { size?: number | null; searchAfter?: string | null },
) {
  const size = asked.size ?? 50;
  if (size < 1 || size > MOST) throw invalid('size', 'pageSize', { most: MOST });
  const after = readCursor(asked.searchAfter);
  const known = check(filter);
  if (known === 'nothing') return { results: [], searchAfter: null };
  const rows: Row[] = [];
  const showsWaiting = filter.waiting !== false && filter.direction !== 'outbound' && after?.part !== 'rest';
  if (showsWaiting) rows.push(...(await readWaiting(tx, known, size + 1, after)));
  if (filter.waiting !== true && rows.length <= size) rows.push(...(await readRest(tx, known, size + 1 - rows.length, after)));
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    results: page.map(present),
    searchAfter: rows.length > size && last ? `${last.waiting ? 'waiting' : 'rest'}_${last.created_at.toISOString()}_${last.id}` : null,
  };
}

interface Known {
  readonly accountId: string | null;
  readonly channels: readonly string[] | null;
  readonly direction: string | null;
  readonly userIds: readonly string[] | null;
  readonly bundleName: string | null;
  readonly callResults: readonly string[] | null;
  /** SQL. */
  readonly delivery: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly search: string;
}

function check(filter: CorrespondenceFilter): Known | 'nothing' {
  if (filter.accountId && !isUuid(filter.accountId)) return 'nothing';
  if (filter.userIds?.some((id) => !isUuid(id))) return 'nothing';
  const wrong = filter.channels?.find((each) => !(CORRESPONDENCE_CHANNELS as readonly string[]).includes(each));
  if (wrong !== undefined) throw invalid('filter.channels', 'oneOf', { choices: CORRESPONDENCE_CHANNELS.join(', ') });
  if (filter.direction && !['inbound', 'outbound'].includes(filter.direction))
    throw invalid('filter.direction', 'oneOf', { choices: 'inbound, outbound' });
  const delivery = filter.delivery ? DELIVERIES[filter.delivery] : 'true';
  if (delivery === undefined) throw invalid('filter.delivery', 'oneOf', { choices: Object.keys(DELIVERIES).join(', ') });
  if (filter.callResults?.some((each) => !(CALL_STATES as readonly string[]).includes(each)))
    throw invalid('filter.callResults', 'oneOf', { choices: CALL_STATES.join(', ') });
  const { from, to } = filter.createdAtRange ?? {};
  return {
    accountId: filter.accountId ?? null,
    channels: filter.channels?.length ? filter.channels : null,
    direction: filter.direction || null,
    userIds: filter.userIds?.length ? filter.userIds : null,
    bundleName: filter.bundleName || null,
    callResults: filter.callResults?.length ? filter.callResults : null,
    delivery: filter.delivery ? `(m.kind = 'message' and m.direction = 'outbound' and ${delivery})` : delivery,
    from: from == null ? null : isoInstant(from),
    to: to == null ? null : isoInstant(to),
    search: filter.searchText?.trim().replace(/[\\%_]/g, '\\$&') ?? '',
  };
}

/** Conditions over the shared columns of both kinds; $1 is the client, these follow from $2. */
function conditions(known: Known): { text: string; values: unknown[] } {
  return {
    text: `($2::uuid is null or m.account_id = $2) and ($3::text[] is null or m.channel = any($3)) and ($4::text is null or m.direction = $4)
      and ($5::uuid[] is null or m.user_id = any($5) or m.handled_by = any($5) or m.assignee_user_id = any($5))
      and ($6::text is null or m.bundle_name = $6) and ($7::timestamptz is null or m.created_at >= $7) and ($8::timestamptz is null or m.created_at < $8)
      and ($9::text[] is null or m.call_result = any($9)) and ${known.delivery}`,
    values: [known.accountId, known.channels, known.direction, known.userIds, known.bundleName, known.from, known.to, known.callResults],
  };
}

const found = (place: string, columns: readonly string[]) =>
  `(${place} = '' or ${columns.map((each) => `${each} ilike '%' || ${place} || '%'`).join(' or ')})`;
const MESSAGE_WORDS = ['c.recipient', 'c.sender', 'a.debtor_name', 'a.external_account_ref', 'c.subject', 'c.text_content'];
const CALL_WORDS = ['a.debtor_name', 'a.external_account_ref', 'r.additional_information'];

async function readWaiting(tx: Tx, known: Known, size: number, after: Cursor | null): Promise<Row[]> {
  const { text, values } = conditions(known);
  return tx.sql<Row>(
    `select * from (${MESSAGE} where c.client_id = $1 and ${WAITING} and ${found('$10', MESSAGE_WORDS)}) m
     where ${text} and ($11::timestamptz is null or (m.created_at, m.id) > ($11, $12::uuid)) order by m.created_at, m.id limit $13`,
    [tx.clientId, ...values, known.search, after?.at ?? null, after?.id ?? null, size],
  );
}

async function readRest(tx: Tx, known: Known, size: number, after: Cursor | null): Promise<Row[]> {
  const { text, values } = conditions(known);
  const place = after?.part === 'rest' ? after : null;
  const part = (kind: string) =>
    `(select * from (${kind}) m where ${text} and ($11::timestamptz is null or (m.created_at, m.id) < ($11, $12::uuid)) order by m.created_at desc, m.id desc limit $13)`;
  return tx.sql<Row>(
    `${part(`${MESSAGE} where c.client_id = $1 and not (${WAITING}) and ${found('$10', MESSAGE_WORDS)}`)}
     union all ${part(`${CALL} and ${found('$10', CALL_WORDS)}`)}
     order by created_at desc, id desc limit $13`,
    [tx.clientId, ...values, known.search, place?.at ?? null, place?.id ?? null, size],
  );
}

interface Cursor {
  readonly part: 'waiting' | 'rest';
  readonly at: string;
  readonly id: Uuid;
}

function readCursor(text: string | null | undefined): Cursor | null {
  if (!text) return null;
  const [part, at = '', id] = text.split('_');
  if ((part !== 'waiting' && part !== 'rest') || !Number.isFinite(Date.parse(at)) || !isUuid(id))
    throw invalid('searchAfter', 'pageEndUnknown');
  return { part, at, id };
}

const moment = (value: Date | null) => (value === null ? null : instant(value));

function present(row: Row) {
  return {
    id: row.id,
    kind: row.kind,
    accountId: row.account_id,
    externalAccountRef: row.external_account_ref,
    externalClaimRef: row.external_claim_ref,
    debtorName: row.debtor_name,
    assigneeUserId: row.assignee_user_id,
    channel: row.channel,
    direction: row.direction,
    waiting: row.waiting,
    recipient: row.recipient,
    sender: row.sender,
    locale: row.locale,
    bundleName: row.bundle_name,
    subject: row.subject,
    excerpt: row.excerpt,
    hasHtml: row.has_html,
    attachments: row.attachments,
    userId: row.user_id,
    parentId: row.parent_id,
    providerName: row.provider_name,
    createdAt: instant(row.created_at),
    openedAt: moment(row.opened_at),
    clickedAt: moment(row.clicked_at),
    bouncedAt: moment(row.bounced_at),
    handledAt: moment(row.handled_at),
    handledBy: row.handled_by,
    call: row.call_result === null ? null : { result: row.call_result, keys: row.call_keys ?? [], seconds: row.call_seconds },
    resolution:
      row.resolution_id === null
        ? null
        : {
            resolutionId: row.resolution_id,
            category: row.category ?? '',
            resolution: row.resolution ?? '',
            delinquencyReason: row.delinquency_reason ?? '',
            additionalInformation: row.additional_information ?? '',
            userId: row.resolved_by ?? '',
            createdAt: instant(row.resolved_at ?? row.created_at),
          },
    messageURL: row.kind === 'message' ? `communication/${row.id}` : null,
  };
}

/** @returns what asks for somebody: messages that wait, of unknown senders, of unknown fate. */
export async function countCorrespondence(tx: Tx) {
  const [row] = await tx.sql<{ waiting: number; unmatched: number; parked: number }>(
    `select (select count(*) from (select from communication c where c.client_id = $1 and ${WAITING} limit ${MOST_COUNTED}) w)::int as waiting,
       (select count(*) from (select from unmatched_message where client_id = $1 and settled_at is null limit ${MOST_COUNTED}) u)::int as unmatched,
       (select count(*) from (select from outbox where client_id = $1 and status = 'unknown' limit ${MOST_COUNTED}) p)::int as parked`,
    [tx.clientId],
  );
  return row ?? { waiting: 0, unmatched: 0, parked: 0 };
}
