/** An assistant of the demo's client, and what it proposes to the staff. */

import type { Uuid } from '../../core/id.ts';
import { toDecimal } from '../../core/money.ts';
import { BUILT_IN_ROLES, FIXED_ROLE } from '../../core/roles.ts';
import { addDays, type CalendarDate, DAY, type Instant } from '../../core/time.ts';
import type { Actor, Tx } from '../platform/tenancy.ts';
import { createApiKey } from '../services/api/api.key.logic.ts';
import { propose } from '../services/api/api.proposal.logic.ts';

interface Owing {
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly balance: bigint;
}
type As = <Result>(actor: Actor, work: (tx: Tx) => Promise<Result>) => Promise<Result>;

const SCOPES = ['accounts', 'debtors', 'claims', 'promises', 'notes'].flatMap((noun) => [`${noun}:read`, `${noun}:write`]);
const KEY_LIFE = 180 * DAY;

/** What it proposes, one for each debtor. */
const PROPOSALS: readonly ((
  debtor: Owing & { debtorRef: string },
  day: CalendarDate,
) => readonly [operation: string, input: Readonly<Record<string, unknown>>, reason: string])[] = [
  ({ accountId }) => [
    'addNote',
    { accountId, text: 'Works days and can’t talk at work. Wants to be called after 17:00, on the mobile number.' },
    'Two calls in a row ended after a few seconds, both before noon. The last email says when calls are welcome.',
  ],
  ({ externalClaimRef, balance }, day) => [
    'createPromise',
    { externalClaimRef, amount: toDecimal(balance / 2n, 'EUR'), dueDate: addDays(day, 14), method: 'bankTransfer' },
    'The last message offers half of it when the salary arrives. Nothing like it is on the account yet.',
  ],
  ({ accountId, debtorRef }) => [
    'updateDebtor',
    { accountId, externalDebtorRef: debtorRef, addressLine1: 'Lindenallee', houseNumber: '27', postalCode: '14467', city: 'Potsdam' },
    'Our letter came back, and the signature of the last email names this address.',
  ],
];

/** Makes the assistant's key and has it propose something for each of the debtors. */
export async function proposeChanges(as: As, supervisor: Uuid, debtors: readonly Owing[], day: CalendarDate): Promise<void> {
  const { permissions } = BUILT_IN_ROLES.find(({ name }) => name === FIXED_ROLE)!;
  const expiresAt = (Date.now() + KEY_LIFE) as Instant;
  const key = { name: 'Service assistant', scopes: SCOPES, expiresAt };
  const { row } = await as({ type: 'user', id: supervisor }, (tx) =>
    createApiKey(tx, key, { userId: supervisor, groups: [], permissions }),
  );
  const { keyId } = row;
  await as({ type: 'apiKey', id: keyId }, async (tx) => {
    for (const [index, debtor] of debtors.slice(0, PROPOSALS.length).entries()) {
      const { accountId, externalClaimRef } = debtor;
      const [account] = await tx.sql<{ debtorRef: string }>(
        'select debtor_ref as "debtorRef" from account where client_id = $1 and account_id = $2',
        [tx.clientId, accountId],
      );
      const [operation, input, reason] = PROPOSALS[index]!({ ...debtor, debtorRef: account!.debtorRef }, day);
      const about = 'externalClaimRef' in input ? externalClaimRef : null;
      await propose(tx, { keyId, operation, input, reason, accountId, externalClaimRef: about });
    }
  });
}
