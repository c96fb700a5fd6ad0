/** A number or address that somebody chose for a message: whose it is, and whether it may be used. */

import type { Uuid } from '../../../../core/id.ts';
import type { MessageChannel } from '../../../../core/messageChannels.ts';
import { normalizePhone } from '../../../../core/phone.ts';
import type { GateFacts } from '../../../../engine/gate/types.ts';
import type { Facts } from '../../../../engine/types.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import type { ContactState } from '../ground/account.tables.ts';
import { loadNamedDebtors } from '../ground/facts.logic.ts';

/** `key` names the asker, as several may ask about one address. */
export interface AskedContact {
  readonly key: string;
  readonly accountId: Uuid;
  readonly channel: MessageChannel;
  readonly externalDebtorRef: string | null;
  readonly value: string;
}

export interface ChosenContact {
  /** null: none of the account's addresses; it was typed in. */
  readonly state: ContactState | null;
  /** Whether its debtor, or somebody else who has it, has died. */
  readonly deceased: boolean;
  /** The debtor who was named. */
  readonly debtor: Facts['debtor'] | null;
}

/** @returns what is known about each, by key. A debtor that does not exist has no `debtor`. */
export async function loadChosenContacts(tx: Tx, asked: readonly AskedContact[]): Promise<Map<string, ChosenContact>> {
  if (asked.length === 0) return new Map();
  const country = (await readClient(tx)).countryCode.slice(0, 2);
  const normal = ({ channel, value }: AskedContact) =>
    channel === 'email' ? value.trim().toLowerCase() : (normalizePhone(value, country) ?? value.trim());
  const points = await tx.sql<{
    account_id: Uuid;
    external_debtor_ref: string;
    deceased: boolean;
    email: boolean;
    value: string;
    normalized: string;
    state: ContactState;
  }>(
    `select p.account_id, d.external_debtor_ref, d.deceased, p.kind = 'email' as email, p.value, p.normalized, p.state from contact_point p
     join debtor d on d.client_id = $1 and d.account_id = p.account_id and d.debtor_id = p.debtor_id
     where p.client_id = $1 and p.account_id = any($2::uuid[])`,
    [tx.clientId, [...new Set(asked.map((each) => each.accountId))]],
  );
  const debtors = await loadNamedDebtors(
    tx,
    asked.flatMap(({ accountId, externalDebtorRef }) => (externalDebtorRef === null ? [] : [{ accountId, externalDebtorRef }])),
  );
  return new Map(
    asked.map((each): [string, ChosenContact] => {
      const wanted = normal(each);
      const known = points.filter(
        (point) =>
          point.account_id === each.accountId &&
          point.email === (each.channel === 'email') &&
          (each.externalDebtorRef === null || point.external_debtor_ref === each.externalDebtorRef) &&
          [point.value, point.normalized, each.channel === 'email' ? '' : normalizePhone(point.value, country)].includes(wanted),
      );
      // An address that anybody of the account does not have any more is used for nobody.
      const bad = known.find(({ state }) => state === 'wrong' || state === 'bounced');
      const debtor = each.externalDebtorRef === null ? null : debtors.get(`${each.accountId} ${each.externalDebtorRef}`);
      return [
        each.key,
        {
          state: bad?.state ?? known[0]?.state ?? null,
          deceased: known.some((point) => point.deceased) || (debtor?.deceased ?? false),
          debtor: debtor?.debtor ?? null,
        },
      ];
    }),
  );
}

/** @returns the facts the gate is asked with when a message goes to the chosen address instead of the main debtor's own. */
export function withChosenContact(facts: GateFacts, channel: MessageChannel, chosen: ChosenContact | undefined): GateFacts {
  if (!chosen) return facts;
  const usable = chosen.state !== 'wrong' && chosen.state !== 'bounced';
  return {
    ...facts,
    deceased: facts.deceased || chosen.deceased,
    contact: { ...facts.contact, [channel]: usable ? 'valid' : 'wrong' },
  };
}
