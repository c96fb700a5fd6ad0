/** Which address of an account a form is about. The browser's address names its place, never the address itself: addresses are personal data. */
import { isWrittenChannel } from '../../../../core/messageChannels.ts';
import type { Account, Debtor } from './account.ts';

const emailsOf = (debtor: Debtor) => debtor.emails.map((each) => each.email);
const mobilesOf = (debtor: Debtor) => debtor.phones.filter(({ type }) => type === 'mobile').map((each) => each.contactPhoneNumber);

/** @returns what names the address in the browser's; null for one that no message goes to. */
export function contactPlace(account: Account, point: { externalDebtorRef: string; kind: string; value: string }): string | null {
  const debtor = account.debtors.find((each) => each.externalDebtorRef === point.externalDebtorRef);
  if (!debtor || (point.kind !== 'email' && point.kind !== 'mobile')) return null;
  const [channel, known] = point.kind === 'email' ? ['email', emailsOf(debtor)] : ['sms', mobilesOf(debtor)];
  return `${channel}.${account.debtors.indexOf(debtor)}.${known.indexOf(point.value)}`;
}

/** @param place what contactPlace gave. @returns the address; null when there is none, or no longer. */
export function contactNamed(account: Account, place: string | null) {
  const [channel, at, nth] = (place ?? '').split('.');
  const debtor = account.debtors[Number(at)];
  if (!debtor || !isWrittenChannel(channel)) return null;
  const value = (channel === 'email' ? emailsOf(debtor) : mobilesOf(debtor))[Number(nth)];
  return value === undefined ? null : ({ channel, externalDebtorRef: debtor.externalDebtorRef, value } as const);
}
