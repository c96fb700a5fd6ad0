/** Letters that came back. */
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
    events.push(eventOf(debtor, lines, letter.reason));
  }
  await write(tx, wrong);
  await appendEvents(tx, events);
}

/** Notes the address that no letter reaches: once the debtor has another one, letters go out again. */
async function write(tx: Tx, debtors: readonly DebtorRow[]): Promise<void> {
  if (debtors.length === 0) return;
  await tx.sql(
    `update debtor d set returned_address = ${addressKey('d')}
     where client_id = $1 and (account_id, debtor_id) in (select * from unnest($2::uuid[], $3::uuid[]) as named (account_id, debtor_id))`,
    [tx.clientId, debtors.map((each) => each.account_id), debtors.map((each) => each.debtor_id)],
  );
}

const eventOf = ({ account_id, debtor_id, external_debtor_ref }: DebtorRow, lines: string, reason: string): NewEvent => ({
  messageType: 'contactStateChanged',
  accountId: account_id,
  payload: {
    debtorId: debtor_id,
    externalDebtorRef: external_debtor_ref,
    kind: 'address',
    value: lines.replaceAll('\n', ', '),
    from: 'valid',
    state: 'wrong',
    reason: reason || null,
  },
});
