/** The bank accounts that messages name. */
import type { MessageChannel } from '../../../core/messageChannels.ts';
import type { Facts } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type TransferAccount, transferAccount } from '../finance/account/transfer.logic.ts';

/** By currency; null where the client has no account for it. */
export type Payments = ReadonlyMap<string, TransferAccount | null>;

/** @returns where money in the currencies of these claims goes; nothing for channels whose messages name no account. */
export async function readPayments(tx: Tx, channel: MessageChannel, about: readonly Facts[]): Promise<Payments> {
  const found = new Map<string, TransferAccount | null>();
  if (channel !== 'email' && channel !== 'letter') return found;
  for (const currency of new Set(about.flatMap(({ claim }) => claim?.currency ?? [])))
    found.set(currency, await transferAccount(tx, currency));
  return found;
}

/** @returns the account that a message's claim is paid to. */
export const accountFor = ({ claim }: Facts, payments: Payments | undefined): TransferAccount | null =>
  (claim && payments?.get(claim.currency)) ?? null;
