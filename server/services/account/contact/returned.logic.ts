/** Letters that came back, and addresses that staff know to be wrong. */
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type PostalAddress, postalLines } from '../../../../core/postalAddress.ts';
import { appendEvents, type NewEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { addressKey } from '../ground/postal.ts';

export interface ReturnedLetter {
  readonly accountId: Uuid;
  /** The lines it was addressed to, name first. */
  readonly value: string;
  readonly reason: string;
}

interface DebtorRow extends Record<string, unknown> {
  account_id: Uuid;
  debtor_id: Uuid;
  external_debtor_ref: string;
  address: PostalAddress;
  is_wrong: boolean;
}

/** Marks the addresses of letters that came back: no letter goes there until another address is known. One that has changed meanwhile stays as it is. */
export async function markReturned(tx: Tx, letters: readonly ReturnedLetter[]): Promise<void> {
  if (letters.length === 0) return;
  const home = (await readLocality(tx)).countryCode.slice(0, 2);
  const debtors = await tx.sql<DebtorRow>(
    `select account_id, debtor_id, external_debtor_ref, address, coalesce(returned_address = ${addressKey('d')}, false) as is_wrong
     from debtor d where client_id = $1 and account_id = any($2::uuid[]) order by account_id, position for update`,
    [tx.clientId, [...new Set(letters.map(({ accountId }) => accountId))]],
  );
  const events: NewEvent[] = [];
  const wrong: DebtorRow[] = [];
  for (const debtor of debtors) {
    const lines = postalLines('', debtor.address, home).join('\n');
    const letter = letters.find(
      ({ accountId, value }) => accountId === debtor.account_id && value.split('\n').slice(1).join('\n') === lines,
    );
    if (!letter || debtor.is_wrong) continue;
    wrong.push(debtor);
    events.push(eventOf(debtor, lines, false, letter.reason));
  }
  await write(tx, wrong, true);
  await appendEvents(tx, events);
}

/** Notes by hand whether letters arrive at a debtor's present address. @throws Fault NOT_FOUND */
export async function setAddressWrong(tx: Tx, accountId: Uuid, externalDebtorRef: string, isWrong: boolean, reason: string): Promise<void> {
  const [debtor] = await tx.sql<DebtorRow>(
    `select account_id, debtor_id, external_debtor_ref, address, coalesce(returned_address = ${addressKey('d')}, false) as is_wrong
     from debtor d where client_id = $1 and account_id = $2 and external_debtor_ref = $3 for update`,
    [tx.clientId, accountId, externalDebtorRef],
  );
  if (!debtor) throw notFound('debtorNotFound');
  if (debtor.is_wrong === isWrong) return;
  const home = (await readLocality(tx)).countryCode.slice(0, 2);
  await write(tx, [debtor], isWrong);
  await appendEvents(tx, [eventOf(debtor, postalLines('', debtor.address, home).join('\n'), !isWrong, reason)]);
}

async function write(tx: Tx, debtors: readonly DebtorRow[], isWrong: boolean): Promise<void> {
  if (debtors.length === 0) return;
  await tx.sql(
    `update debtor d set returned_address = ${isWrong ? addressKey('d') : 'null'}
     where client_id = $1 and (account_id, debtor_id) in (select * from unnest($2::uuid[], $3::uuid[]) as named (account_id, debtor_id))`,
    [tx.clientId, debtors.map((each) => each.account_id), debtors.map((each) => each.debtor_id)],
  );
}

const eventOf = ({ account_id, debtor_id, external_debtor_ref }: DebtorRow, lines: string, isGood: boolean, reason: string): NewEvent => ({
  messageType: 'contactStateChanged',
  accountId: account_id,
  payload: {
    debtorId: debtor_id,
    externalDebtorRef: external_debtor_ref,
    kind: 'address',
    value: lines.replaceAll('\n', ', '),
    from: isGood ? 'wrong' : 'valid',
    state: isGood ? 'valid' : 'wrong',
    reason: reason || null,
  },
});
