/** A partner's recurring schedule: saved, looked ahead, and carried out when it comes round. */

import { isHoliday } from '../../../../core/calendar.ts';
import { fault, invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { OutsourceMethod } from '../../../../core/outsourcing.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { type Frequency, frequencyProblem, type MonthOptions, nextTimes, type Schedule } from '../../../../engine/outsourcing/schedule.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { enqueue, type JobReference } from '../../../platform/jobs.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { nextClaimRefs } from '../../account/claim/claims.logic.ts';
import { readWorkCalendar } from '../../operations/operations.schedule.logic.ts';
import { readAllocation, sharedBy } from './allocation.logic.ts';
import { outsourceClaims } from './assign.logic.ts';
import { noteOf } from './hand.logic.ts';
import type { Selection } from './outsourcing.tables.ts';
import { livingPartners, requirePartner } from './partner.logic.ts';

/** Carries out what is due of a partner; the job itself is defined in partner.outsourcing.jobs.ts. */
export const scheduleDue: JobReference<{ clientId: Uuid; partnerId: Uuid }> = { name: 'partner.schedule' };

/** Times that people are shown. */
const SHOWN = 5;
/** Claims of one transaction. */
const CHUNK = 500;
const METHODS: readonly OutsourceMethod[] = ['schedule', 'file', 'api'];
const MOST_PORTFOLIOS = 100;

export interface FrequencyInput {
  readonly amount: number;
  readonly unit: string;
  readonly daysOfTheWeek?: readonly string[] | null;
  readonly timeOfTheDay: { readonly hour: number; readonly minute: number };
  readonly monthOptions?: {
    readonly dayOfMonth?: number | null;
    readonly weekOfMonth?: number | null;
    readonly dayOfTheWeek?: string | null;
  } | null;
}

export interface ConfigInput {
  readonly frequency: FrequencyInput;
  readonly outsourceMethod?: string | null;
  readonly daysPastDue: number;
  readonly portfolios?: readonly string[] | null;
  readonly allocationId?: Uuid | null;
  readonly note?: string | null;
  readonly endsAt?: Instant | null;
  readonly revision?: number | null;
}

interface Row {
  readonly partner_id: Uuid;
  readonly frequency: Frequency;
  readonly outsource_method: OutsourceMethod;
  readonly selection: Selection;
  readonly allocation_id: Uuid | null;
  readonly note: string | null;
  readonly begins_on: CalendarDate;
  readonly ends_at: Date | null;
  readonly next_at: Date | null;
  readonly running_for: Date | null;
  readonly cursor: string | null;
  readonly last_at: Date | null;
  readonly last_given: number;
  readonly updated_at: Date;
  readonly revision: number;
}

const SELECT = 'select * from outsourcing_config where client_id = $1 and partner_id = $2::uuid';

/** @returns the frequency, whole. @throws Fault INVALID_INPUT naming the field */
function readFrequency({ amount, unit, daysOfTheWeek, timeOfTheDay, monthOptions }: FrequencyInput): Frequency {
  const { dayOfMonth, weekOfMonth, dayOfTheWeek } = monthOptions ?? {};
  const month = dayOfMonth != null ? { dayOfMonth } : weekOfMonth != null ? { weekOfMonth, dayOfTheWeek: dayOfTheWeek ?? '' } : null;
  const frequency = {
    amount,
    unit,
    daysOfTheWeek: daysOfTheWeek ?? [],
    timeOfTheDay: { hour: timeOfTheDay.hour, minute: timeOfTheDay.minute },
    monthOptions: month as MonthOptions | null,
  } as Frequency;
  const problem = frequencyProblem(frequency);
  if (problem) throw invalid(`frequency.${problem}`, 'frequencyWrong');
  return frequency;
}

async function scheduleOf(
  tx: Tx,
  { frequency, beginsOn, endsAt }: Pick<Schedule, 'frequency' | 'endsAt'> & { beginsOn: CalendarDate | null },
): Promise<Schedule> {
  const { timezone: zone, countryCode, excludeHolidays, closedDays } = await readWorkCalendar(tx);
  const isFree = (date: CalendarDate) => closedDays.has(date) || (excludeHolidays && isHoliday(date, countryCode));
  return { frequency, beginsOn: beginsOn ?? localDate(now(), zone), endsAt, zone, isFree };
}

const ofRow = (row: Row) => ({ frequency: row.frequency, beginsOn: row.begins_on, endsAt: row.ends_at && instant(row.ends_at) });

/** The next five times of what isn't saved yet. @throws Fault INVALID_INPUT */
export async function previewTimes(tx: Tx, frequency: FrequencyInput, endsAt: Instant | null | undefined): Promise<Instant[]> {
  return nextTimes(await scheduleOf(tx, { frequency: readFrequency(frequency), beginsOn: null, endsAt: endsAt ?? null }), now(), SHOWN);
}

async function present(tx: Tx, row: Row) {
  const { frequency } = row;
  return {
    partnerId: row.partner_id,
    frequency: {
      ...frequency,
      daysOfTheWeek: [...frequency.daysOfTheWeek],
      monthOptions: frequency.monthOptions && { dayOfMonth: null, weekOfMonth: null, dayOfTheWeek: null, ...frequency.monthOptions },
    },
    outsourceMethod: row.outsource_method,
    daysPastDue: row.selection.daysPastDue,
    portfolios: [...row.selection.portfolios],
    allocationId: row.allocation_id,
    note: row.note,
    endsAt: row.ends_at && instant(row.ends_at),
    nextTimes: row.next_at ? nextTimes(await scheduleOf(tx, ofRow(row)), now(), SHOWN) : [],
    lastAt: row.last_at && instant(row.last_at),
    lastGiven: row.last_given,
    updatedAt: instant(row.updated_at),
    revision: row.revision,
  };
}

/** @returns the partner's schedule; null: none. @throws Fault NOT_FOUND */
export async function readConfig(tx: Tx, partnerId: Uuid) {
  await requirePartner(tx, partnerId);
  const [row] = await tx.sql<Row & Record<string, unknown>>(SELECT, [tx.clientId, partnerId]);
  return row ? present(tx, row) : null;
}

/** @throws Fault NOT_FOUND, INVALID_INPUT naming the field, CONFLICT when it was changed in between */
export async function saveConfig(tx: Tx, partnerId: Uuid, input: ConfigInput) {
  const partnerName = await requirePartner(tx, partnerId);
  const frequency = readFrequency(input.frequency);
  const method = METHODS.find((each) => each === (input.outsourceMethod ?? 'schedule'));
  if (!method) throw invalid('outsourceMethod', 'oneOf', { choices: METHODS.join(', ') });
  if (!Number.isInteger(input.daysPastDue) || input.daysPastDue < 0 || input.daysPastDue > 36_500)
    throw invalid('daysPastDue', 'daysPastDueRange');
  const portfolios = [...new Set(input.portfolios ?? [])];
  if (portfolios.length > MOST_PORTFOLIOS) throw invalid('portfolios', 'selectMost', { number: MOST_PORTFOLIOS });
  const allocationId = input.allocationId ?? null;
  if (allocationId !== null) await requireShare(tx, allocationId, partnerId, partnerName);
  const [before] = await tx.sql<Row & Record<string, unknown>>(`${SELECT} for update`, [tx.clientId, partnerId]);
  if (input.revision != null && before?.revision !== input.revision) throw fault('CONFLICT', 'outsourcingConfigChanged');
  const endsAt = input.endsAt ?? null;
  const { zone } = await scheduleOf(tx, { frequency, beginsOn: null, endsAt });
  // Units are counted from the day on which the frequency was chosen: another note moves no week.
  const isSame = before && JSON.stringify(before.frequency) === JSON.stringify(frequency);
  const beginsOn = isSame ? before.begins_on : localDate(now(), zone);
  const [nextAt = null] = nextTimes(await scheduleOf(tx, { frequency, beginsOn, endsAt }), now(), 1);
  const [row] = await tx.sql<Row & Record<string, unknown>>(
    `insert into outsourcing_config as c (client_id, partner_id, frequency, outsource_method, selection, note, begins_on, ends_at, next_at, updated_at, updated_by, allocation_id)
     values ($1, $2::uuid, $3::jsonb, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, $12::uuid)
     on conflict (client_id, partner_id) do update set frequency = excluded.frequency, outsource_method = excluded.outsource_method, selection = excluded.selection,
       allocation_id = excluded.allocation_id, note = excluded.note, begins_on = excluded.begins_on, ends_at = excluded.ends_at, next_at = excluded.next_at, updated_at = excluded.updated_at,
       updated_by = excluded.updated_by, revision = c.revision + 1 returning *`,
    [
      tx.clientId,
      partnerId,
      JSON.stringify(frequency),
      method,
      JSON.stringify({ daysPastDue: input.daysPastDue, portfolios } satisfies Selection),
      noteOf(input.note),
      beginsOn,
      endsAt === null ? null : isoInstant(endsAt),
      nextAt === null ? null : isoInstant(nextAt),
      isoInstant(now()),
      tx.actor.id,
      allocationId,
    ],
  );
  await appendEvents(tx, [
    {
      messageType: 'outsourcingConfigSaved',
      payload: {
        partnerId,
        partnerName,
        frequency: { ...frequency },
        endsAt: endsAt === null ? null : isoInstant(endsAt),
        nextAt: nextAt === null ? null : isoInstant(nextAt),
      },
    },
  ]);
  await wakeAt(tx, partnerId, nextAt);
  return present(tx, row!);
}

/** Has the job look at the time; a later call moves it. */
async function wakeAt(tx: Tx, partnerId: Uuid, runAt: Instant | null): Promise<void> {
  if (runAt !== null)
    await enqueue(tx, scheduleDue, { clientId: tx.clientId, partnerId }, { runAt, key: `${scheduleDue.name}:${tx.clientId}:${partnerId}` });
}

/** @throws Fault NOT_FOUND, INVALID_INPUT (allocationId) when the rule gives the partner nothing */
async function requireShare(tx: Tx, allocationId: Uuid, partnerId: Uuid, partner: string): Promise<void> {
  // Locked, as whoever deletes or changes the rule asks for its schedules with the lock.
  const { name, shares } = await readAllocation(tx, allocationId, true);
  if (!shares.some((share) => share.partnerId === partnerId)) throw invalid('allocationId', 'allocationWithout', { name, partner });
}

/** @throws Fault CONFLICT while the partner has a schedule */
export async function refuseScheduled(tx: Tx, partnerId: Uuid, name: string): Promise<void> {
  const rows = await tx.sql('select 1 from outsourcing_config where client_id = $1 and partner_id = $2::uuid', [tx.clientId, partnerId]);
  if (rows.length > 0) throw fault('CONFLICT', 'partnerScheduled', { name });
}

/** Takes the schedule away; what was given stays with the partner. @throws Fault NOT_FOUND */
export async function deleteConfig(tx: Tx, partnerId: Uuid): Promise<true> {
  const partnerName = await requirePartner(tx, partnerId);
  const gone = await tx.sql('delete from outsourcing_config where client_id = $1 and partner_id = $2::uuid returning 1', [
    tx.clientId,
    partnerId,
  ]);
  if (gone.length === 0) throw fault('NOT_FOUND', 'outsourcingConfigNotFound');
  await appendEvents(tx, [{ messageType: 'outsourcingConfigDeleted', payload: { partnerId, partnerName } }]);
  return true;
}

/** @returns partners of the client whose schedule is due. */
export async function duePartners(tx: Tx): Promise<Uuid[]> {
  const rows = await tx.sql<{ partner_id: Uuid }>('select partner_id from outsourcing_config where client_id = $1 and next_at <= $2', [
    tx.clientId,
    isoInstant(now()),
  ]);
  return rows.map((row) => row.partner_id);
}

/**
 * One chunk of what is due, in the transaction that notes how far it is: a killed process repeats nothing, and of several processes one works.
 * What came due several times while nobody ran is carried out once.
 * @returns whether there is more to do now.
 */
export async function advanceSchedule(tx: Tx, partnerId: Uuid): Promise<'more' | 'over'> {
  const [row] = await tx.sql<Row & Record<string, unknown>>(`${SELECT} and next_at <= $3 for update skip locked`, [
    tx.clientId,
    partnerId,
    isoInstant(now()),
  ]);
  if (!row?.next_at) return 'over';
  const dueAt = instant(row.next_at);
  // Days past due are those of when it began: midnight between two chunks changes nothing.
  const beganAt = row.running_for ? instant(row.running_for) : now();
  const partnerName = (await livingPartners(tx, [partnerId])).get(partnerId);
  const { daysPastDue, portfolios } = row.selection;
  const filter = {
    statuses: ['open'],
    owing: true,
    disputed: false,
    outsourced: false,
    daysPastDueRange: { from: daysPastDue },
    ...(portfolios.length > 0 && { portfolios: [...portfolios] }),
  };
  const refs = partnerName === undefined ? [] : await nextClaimRefs(tx, filter, row.cursor, CHUNK, beganAt);
  // What this schedule gave before and people took back stays theirs: it is asked for under one key.
  const to = row.allocation_id === null ? { partnerId } : await sharedBy(tx, row.allocation_id);
  const asked = refs.map((externalClaimRef) => ({ externalClaimRef, to, requestKey: `schedule:${partnerId}` }));
  const answers = await outsourceClaims(tx, asked, { method: row.outsource_method, note: row.note });
  const given = answers.filter(({ outcome }) => outcome === 'given').length + (row.running_for ? row.last_given : 0);
  const isOver = refs.length < CHUNK;
  const [nextAt = null] = isOver && partnerName !== undefined ? nextTimes(await scheduleOf(tx, ofRow(row)), now(), 1) : [];
  const next = isOver ? nextAt : instant(row.next_at);
  await tx.sql(
    `update outsourcing_config set next_at = $3, running_for = $4, cursor = $5, last_at = case when $4::timestamptz is null then $6::timestamptz else last_at end, last_given = $7
     where client_id = $1 and partner_id = $2::uuid`,
    [
      tx.clientId,
      partnerId,
      next === null ? null : isoInstant(next),
      isOver ? null : isoInstant(beganAt),
      isOver ? null : (refs.at(-1) ?? null),
      isoInstant(now()),
      given,
    ],
  );
  if (!isOver) return 'more';
  if (partnerName !== undefined)
    await appendEvents(tx, [{ messageType: 'outsourcingScheduled', payload: { partnerId, partnerName, dueAt: isoInstant(dueAt), given } }]);
  await wakeAt(tx, partnerId, nextAt);
  return 'over';
}
