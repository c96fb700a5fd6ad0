/** Tells of what is due in so many days, where a rule asks for it: each item once per due date and number of days, and never late. */
import { addDays, type CalendarDate } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { DUE_EVENTS, type DueEvent } from '../../../engine/reactions/fields.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { type DueItem, findDue } from '../finance/facts/due.logic.ts';
import { readRules } from './reactions.rules.logic.ts';

/** Notices of due dates that have long passed are forgotten. */
const KEPT_DAYS = 400;

/** Appends the events of today; a day on which no worker ran is not made up for. @returns how many. */
export async function tellOfDue(tx: Tx): Promise<number> {
  const wanted = new Map<DueEvent, Set<number>>();
  for (const { rule } of await readRules(tx, 'is_enabled and message_type = any($2::text[])', [[...DUE_EVENTS]]))
    if (rule.daysBeforeDueDate !== null) {
      const messageType = rule.messageType as DueEvent;
      wanted.set(messageType, (wanted.get(messageType) ?? new Set()).add(rule.daysBeforeDueDate));
    }
  if (wanted.size === 0) return 0;
  const today = localDate(now(), (await readClient(tx)).timezone);
  let told = 0;
  for (const [messageType, days] of wanted)
    for (const daysBefore of days) {
      const dueDate = addDays(today, daysBefore);
      const items = await findDue(tx, messageType, dueDate);
      const news = await noteNotices(tx, messageType, items, dueDate, daysBefore);
      await appendEvents(
        tx,
        news.map((item) => ({ ...item.event(daysBefore), actor: { type: 'system', id: null } })),
      );
      told += news.length;
    }
  await tx.sql('delete from due_notice where client_id = $1 and due_date < $2', [tx.clientId, addDays(today, -KEPT_DAYS)]);
  return told;
}

/** @returns the items that were not told of before. */
async function noteNotices(
  tx: Tx,
  messageType: DueEvent,
  items: readonly DueItem[],
  dueDate: CalendarDate,
  days: number,
): Promise<DueItem[]> {
  const rows = await tx.sql<{ item_id: string }>(
    `insert into due_notice (client_id, message_type, item_id, due_date, days) select $1, $2, unnest($3::uuid[]), $4, $5
     on conflict do nothing returning item_id`,
    [tx.clientId, messageType, items.map(({ itemId }) => itemId), dueDate, days],
  );
  const fresh = new Set(rows.map(({ item_id }) => item_id));
  return items.filter(({ itemId }) => fresh.has(itemId));
}
