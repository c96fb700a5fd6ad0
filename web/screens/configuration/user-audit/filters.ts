/** The audit's filters as they stand in the URL, and as getAuditEvents takes them. */
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { at } from '../../../../core/zone.ts';
import { dayRange } from '../../../ui/listFilters.ts';
import type { AuditEventsQueryVariables } from './events.graphql.ts';

/** Filters in the menu's order; their names are the URL's parameters. */
export const FILTERS = ['range', 'module', 'submodule', 'eventType', 'type', 'user', 'role', 'status', 'correlation'] as const;
export type FilterName = (typeof FILTERS)[number];
/** Those with several values. */
export const SEVERAL: readonly FilterName[] = ['eventType', 'type', 'user', 'role', 'status'];

export type AuditFilter = Omit<AuditEventsQueryVariables, 'clientId' | 'limit' | 'offset'>;

/** What the URL asks for. @param zone the client's time zone: days are whole days there. */
export function filterOf(params: URLSearchParams, zone: string): AuditFilter {
  const filter: AuditFilter = {};
  const { from, to } = dayRange(params.get('range'));
  const midnight = (day: CalendarDate) => isoInstant(at(day, { hour: 0, minute: 0 }, zone));
  if (from || to) filter.createdAtRange = { from: from && midnight(from), to: to && midnight(addDays(to, 1)) };
  if (params.has('module')) filter.moduleId = params.get('module');
  if (params.has('submodule')) filter.submoduleId = params.get('submodule');
  if (params.has('eventType')) filter.eventTypes = params.getAll('eventType');
  if (params.has('type')) filter.messageTypes = params.getAll('type');
  if (params.has('user')) filter.userIds = params.getAll('user');
  if (params.has('role')) filter.roles = params.getAll('role');
  if (params.has('status')) filter.statuses = params.getAll('status');
  // One that is no id is asked for too: the server's refusal shows, where all entries would pass for those of the id.
  if (params.get('correlation')) filter.correlationId = params.get('correlation');
  return filter;
}
