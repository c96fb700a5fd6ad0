/** What debtors tell staff on their page where a strategy lets them: when to be called, and a message (docs/decisions/strategies.md). */
import { isHoliday } from '../../../core/calendar.ts';
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { maskPhone } from '../../../core/maskPhone.ts';
import { formatPhone, normalizePhone } from '../../../core/phone.ts';
import type { CalendarDate, TimeOfDay } from '../../../core/time.ts';
import { callDays } from '../../../engine/gate/callTimes.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listPhones } from '../account/contact/contact.logic.ts';
import { type DebtorClaim, readDebtorClaims, readDebtors } from '../account/debtor/debtor.logic.ts';
import { raiseCallTask, readCallWish } from '../account/task/request.logic.ts';
import { receiveFromPage } from '../cms/cms.page.logic.ts';
import { readContactSetting } from '../operations/operations.logic.ts';
import { readWorkCalendar } from '../operations/operations.schedule.logic.ts';

type Offer = 'debtorCallbackEnabled' | 'debtorTextFeedbackEnabled';

const offering = (claims: readonly DebtorClaim[], offer: Offer) => claims.filter((claim) => claim.balance > 0n && claim[offer]);

/** @returns whether the page lets the debtor write. */
export const mayWrite = (claims: readonly DebtorClaim[]): boolean => offering(claims, 'debtorTextFeedbackEnabled').length > 0;

/** @returns what the page offers to choose about a call; null where no strategy offers one, or no time is left to offer. */
export async function readCallOffer(tx: Tx, accountId: Uuid, claims: readonly DebtorClaim[]) {
  if (offering(claims, 'debtorCallbackEnabled').length === 0) return null;
  const { days, zone } = await readCallDays(tx, accountId);
  if (days.length === 0) return null;
  const { day, time } = (await readCallWish(tx, accountId)) ?? {};
  const phone = await knownPhone(tx, accountId);
  return {
    zone,
    days: days.map((each) => ({ ...each, from: clock(each.from), until: clock(each.until), times: each.times.map(clock) })),
    phone: phone && maskPhone(phone),
    asked: day && time ? { day: day as CalendarDate, time } : null,
  };
}

/**
 * Asks staff to call. A wish that nobody has called about yet is replaced.
 * @param wish phone null: the number that is known. @throws Fault INVALID_INPUT (day, time, phone), CONFLICT where no strategy offers it
 */
export async function requestCall(
  tx: Tx,
  accountId: Uuid,
  wish: { readonly day: string; readonly time: string; readonly phone: string | null },
  key: string,
): Promise<void> {
  const offers = offering(await readDebtorClaims(tx, accountId), 'debtorCallbackEnabled');
  if (offers.length === 0) throw fault('CONFLICT', 'callsOff');
  const { days, zone } = await readCallDays(tx, accountId);
  const chosen = days.find(({ date }) => date === wish.day);
  if (!chosen) throw invalid('day', 'callDay');
  if (!chosen.times.some((time) => clock(time) === wish.time)) throw invalid('time', 'callTime');
  const country = (await readWorkCalendar(tx)).countryCode.slice(0, 2);
  const phone = wish.phone === null ? await knownPhone(tx, accountId) : normalizePhone(wish.phone, country);
  if (phone === null) throw invalid('phone', 'notPhone');
  const about = { accountId, externalClaimRef: soleOf(offers) };
  await raiseCallTask(tx, {
    ...about,
    values: { day: chosen.date, time: wish.time, zone },
    description: formatPhone(phone),
    dueDate: chosen.date,
    key,
  });
  const payload = { day: chosen.date, time: wish.time, zone, phone: maskPhone(phone) };
  await appendEvents(tx, [{ messageType: 'portalCallbackRequested', ...about, payload }]);
}

/** Takes a message to staff. @param key makes a repeated one the same. @throws Fault CONFLICT where no strategy offers it */
export async function leaveMessage(tx: Tx, accountId: Uuid, text: string, key: string): Promise<void> {
  const offers = offering(await readDebtorClaims(tx, accountId), 'debtorTextFeedbackEnabled');
  if (offers.length === 0) throw fault('CONFLICT', 'messagesOff');
  await receiveFromPage(tx, { accountId, externalClaimRef: soleOf(offers), text, reference: key });
}

/** The claim that it is about; null when several may be meant. */
const soleOf = (claims: readonly DebtorClaim[]) => (claims.length === 1 ? claims[0]!.externalClaimRef : null);

async function readCallDays(tx: Tx, accountId: Uuid) {
  const { account } = await readDebtors(tx, accountId);
  const { timezone, countryCode, closedDays } = await readWorkCalendar(tx);
  const { gateRules: rules } = await readContactSetting(tx);
  const zone = account.timezone ?? timezone;
  const isFree = (date: CalendarDate) => closedDays.has(date) || isHoliday(date, countryCode);
  return { zone, days: callDays({ rules, holidayRegion: countryCode, zone }, isFree, now()) };
}

/** The main debtor's best number: the list has them in that order, mobiles after landlines. */
async function knownPhone(tx: Tx, accountId: Uuid): Promise<string | null> {
  const phones = (await listPhones(tx, accountId)).filter(({ contactPhoneNumberState }) => contactPhoneNumberState !== 'wrong');
  const [first] = phones;
  const own = phones.filter(({ externalDebtorRef }) => externalDebtorRef === first?.externalDebtorRef);
  return (own.find(({ type }) => type === 'mobile') ?? first)?.contactPhoneNumber ?? null;
}

const clock = ({ hour, minute }: TimeOfDay) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
