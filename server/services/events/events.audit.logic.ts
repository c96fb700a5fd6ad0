/** What staff did, for the audit: newest first, narrowed to what the caller may see (docs/decisions/audit.md). */
import { AUDITED_TYPES, auditPlace, seesOthers } from '../../../core/audit.ts';
import { AUDIT_EVENT_TYPES, AUDIT_MODULES, AUDIT_STATUSES } from '../../../core/auditModules.ts';
import { invalid } from '../../../core/fault.ts';
import type { Permission } from '../../../core/holds.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { EVENT_COLUMNS, type EventRow, presentEvent } from './events.logic.ts';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 50;
/** Pages are counted and skipped through up to here; who looks further back narrows the range. */
export const MOST_COUNTED = 10_000;
/** A question that takes longer gives up, so that nobody's audit holds a connection of everybody; ms. */
const MOST_TIME = 8_000;

export interface AuditFilter {
  readonly createdAtRange?: { readonly from?: Instant | null; readonly to?: Instant | null } | null;
  readonly statuses?: readonly string[] | null;
  readonly moduleId?: string | null;
  readonly submoduleId?: string | null;
  readonly correlationId?: string | null;
  readonly roles?: readonly string[] | null;
  readonly userIds?: readonly string[] | null;
  readonly messageTypes?: readonly string[] | null;
  readonly eventTypes?: readonly string[] | null;
}

export interface AuditRequest extends AuditFilter {
  readonly limit?: number | null;
  readonly offset?: number | null;
}

/** Who asks, and with which rights. */
export interface AuditReader {
  readonly userId: Uuid;
  readonly permissions: readonly Permission[];
}

export interface AuditRow extends EventRow {
  readonly user_email: string | null;
  readonly first_name: string | null;
  readonly middle_name: string | null;
  readonly family_name: string | null;
  readonly user_name: string | null;
  readonly role: string | null;
}

/** @returns the modules of which the caller may see others' changes, and those of their own. */
export function auditModules() {
  return AUDIT_MODULES.map(({ id, submodules }) => ({
    id,
    name: id,
    submodules: submodules.map((submodule) => ({
      id: submodule.id,
      name: submodule.id,
      messageTypes: AUDITED_TYPES.filter((type) => auditPlace(type).submodule === submodule),
    })),
  }));
}

/** @returns the statement's tables and conditions with their values. @throws Fault INVALID_INPUT naming the argument */
export function auditConditions(clientId: Uuid, filter: AuditFilter, reader: AuditReader): { from: string; values: unknown[] } {
  const values: unknown[] = [clientId];
  const value = (next: unknown) => `$${values.push(next)}`;
  const parts = ['e.client_id = $1', `e.actor_type in ('user', 'apiKey')`];
  const { from, to } = filter.createdAtRange ?? {};
  if (from != null) parts.push(`e.emit_time >= ${value(isoInstant(from))}::timestamptz`);
  if (to != null) parts.push(`e.emit_time < ${value(isoInstant(to))}::timestamptz`);
  if (filter.messageTypes) parts.push(`e.message_type = any(${value(filter.messageTypes)}::text[])`);
  const types = typesOf(filter);
  if (types) parts.push(types.length === 0 ? 'false' : anyType(types, value));
  if (filter.userIds) parts.push(`e.actor_id = any(${value(filter.userIds)}::text[])`);
  if (filter.correlationId != null) {
    if (!isUuid(filter.correlationId)) throw invalid('correlationId', 'idWrong');
    parts.push(`e.correlation_id = ${value(filter.correlationId)}::uuid`);
  }
  if (filter.roles) {
    const roles = value(filter.roles);
    parts.push(`e.actor_id in (select user_id::text from published.client_user where client_id = $1 and (role = any(${roles}::text[])
      or exists (select 1 from jsonb_array_elements(groups) as held where held->>'roleId' = any(${roles}::text[]))))`);
  }
  const seen = (['accounts', 'configuration'] as const).filter((about) => seesOthers(reader.permissions, about));
  if (seen.length < 2) {
    const visible = [...AUDITED_TYPES, OTHER].filter((type) => seen.includes(auditPlace(type).module.about));
    const me = value(reader.userId);
    parts.push(visible.length === 0 ? `e.actor_id = ${me}` : `(e.actor_id = ${me} or ${anyType(visible, value)})`);
  }
  return {
    from: `event e left join published.client_user u on u.client_id = e.client_id and u.user_id::text = e.actor_id
      left join published.api_key k on k.client_id = e.client_id and k.key_id::text = e.actor_id where ${parts.join(' and ')}`,
    values,
  };
}

/** Stands for every type that the product itself does not know. */
const OTHER = '';

function anyType(types: readonly string[], value: (next: unknown) => string): string {
  const known = `e.message_type = any(${value(types.filter((type) => type !== OTHER))}::text[])`;
  return types.includes(OTHER) ? `(${known} or e.message_type <> all(${value(AUDITED_TYPES)}::text[]))` : known;
}

/** The types that pass the filters by module, submodule, kind of deed and status; null when none of them is asked. */
function typesOf(filter: AuditFilter): readonly string[] | null {
  const { moduleId, submoduleId, eventTypes, statuses } = filter;
  if (moduleId == null && submoduleId == null && !eventTypes && !statuses) return null;
  const module = AUDIT_MODULES.find(({ id }) => id === moduleId);
  if (moduleId != null && !module) throw invalid('moduleId', 'moduleUnknown');
  if (submoduleId != null && !(module ? [module] : AUDIT_MODULES).some(({ submodules }) => submodules.some(({ id }) => id === submoduleId)))
    throw invalid('submoduleId', 'submoduleUnknown');
  oneOf('eventTypes', eventTypes, AUDIT_EVENT_TYPES);
  oneOf('statuses', statuses, AUDIT_STATUSES);
  return [...AUDITED_TYPES, OTHER].filter((type) => {
    const place = auditPlace(type);
    return (
      (moduleId == null || place.module.id === moduleId) &&
      (submoduleId == null || place.submodule.id === submoduleId) &&
      (!eventTypes || eventTypes.includes(place.eventType)) &&
      (!statuses || statuses.includes(place.status))
    );
  });
}

function oneOf(field: string, given: readonly string[] | null | undefined, known: readonly string[]): void {
  if (given?.some((each) => !known.includes(each))) throw invalid(field, 'chooseFrom', { choices: known.join(', ') });
}

export const AUDIT_COLUMNS = `${EVENT_COLUMNS.split(', ')
  .map((column) => `e.${column}`)
  .join(
    ', ',
  )}, u.email as user_email, u.first_name, u.middle_name, u.family_name, coalesce(u.name, k.name) as user_name, coalesce(u.groups->0->>'roleId', u.role) as role`;

/** @returns the event in the contract's shape. */
export function presentAudit(row: AuditRow) {
  const { attributes, payload } = presentEvent(row);
  const { module, submodule, eventType, status } = auditPlace(row.message_type);
  // Who was created before names were kept in parts has one name only.
  const isWhole = !row.first_name && !row.family_name;
  return {
    messageId: row.message_id,
    messageType: row.message_type,
    eventType,
    moduleId: module.id,
    submoduleId: submodule.id,
    moduleName: module.id,
    submoduleName: submodule.id,
    userId: row.actor_id,
    role: row.role,
    status,
    serviceName: submodule.service,
    userEmail: row.user_email,
    userFirstName: isWhole ? row.user_name : row.first_name,
    userMiddleName: isWhole ? null : row.middle_name,
    userFamilyName: isWhole ? null : row.family_name,
    correlationId: row.correlation_id,
    createdAt: attributes.emitTime,
    payload,
    attributes,
  };
}

/** @returns a page and how many there are, counted up to 10,000. @throws Fault INVALID_INPUT naming the argument; the database's query_canceled when it takes too long, which is told as EXECUTION_TIMEOUT */
export async function readAudit(tx: Tx, request: AuditRequest, reader: AuditReader) {
  const limit = request.limit ?? DEFAULT_LIMIT;
  const offset = request.offset ?? 0;
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit', 'pageSize', { most: MAX_LIMIT });
  if (offset < 0 || offset > MOST_COUNTED) throw invalid('offset', 'pageBetween', { most: MOST_COUNTED });
  const { from, values } = auditConditions(tx.clientId, request, reader);
  await tx.sql(`set local statement_timeout = ${MOST_TIME}`);
  const [counted] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from (select 1 from ${from} limit ${MOST_COUNTED + 1}) as found`,
    values,
  );
  const rows = await tx.sql<AuditRow & Record<string, unknown>>(
    `select ${AUDIT_COLUMNS} from ${from} order by e.emit_time desc, e.message_id desc limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  );
  const total = counted?.total ?? 0;
  return {
    events: rows.map(presentAudit),
    total: Math.min(total, MOST_COUNTED),
    totalRelation: total > MOST_COUNTED ? 'atLeast' : 'exact',
  };
}
