/** Collections that a bank refuses before they settle: no money has moved, so nothing is charged back. */

import { fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type Actor, type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { type DirectDebit, readDirectDebit } from '../debit/debit.logic.ts';
import { declinePayment } from '../payment/payment.logic.ts';
import { readStatusFile } from './file.logic.ts';
import { endDebit } from './return.logic.ts';
import { NO_REASON } from './status.ts';

/** @param code ISO 20022; not specified when null. @throws Fault NOT_FOUND, CONFLICT when it is not at the bank */
export async function rejectCollection(tx: Tx, paymentId: Uuid, code: string | null): Promise<DirectDebit> {
  const row = await readDirectDebit(tx, paymentId, true);
  if (row.status === 'returned') return row;
  if (row.status !== 'exported') throw fault('CONFLICT', 'notAtBank');
  const reason = code ?? NO_REASON;
  await declinePayment(tx, paymentId, reason);
  return endDebit(tx, row, reason, {});
}

/**
 * Takes a bank's status report from a file: what it refused is owed again, and free to be collected anew. Told again it changes nothing.
 * @returns how many collections it refused that were at the bank. @throws Fault INVALID_INPUT (file)
 */
export async function processStatusReport(database: Database, clientId: Uuid, actor: Actor, path: string): Promise<number> {
  const told = await readStatusFile({ clientId }, path);
  const [collections, groups, files] = (['collection', 'group', 'file'] as const).map(
    (kind) => new Map(told.filter((each) => each.kind === kind).map(({ id, reason }) => [id, reason])),
  );
  return inClient(
    database,
    clientId,
    async (tx) => {
      const rows = await tx.sql<{ payment_id: Uuid; end_to_end_id: string; payment_group: string; message_id: string }>(
        `select d.payment_id, p.end_to_end_id, f.message_id,
           f.message_id || '-' || d.sequence_type || '-' || to_char(d.collection_date, 'YYMMDD') as payment_group
         from direct_debit d join payment p on p.client_id = $1 and p.payment_id = d.payment_id
         join direct_debit_file f on f.client_id = $1 and f.file_id = d.file_id
         where d.client_id = $1 and d.status = 'exported' order by d.payment_id`,
        [tx.clientId],
      );
      const refused = rows.flatMap((row) => {
        const code = collections!.get(row.end_to_end_id) ?? groups!.get(row.payment_group) ?? files!.get(row.message_id);
        return code === undefined ? [] : [{ paymentId: row.payment_id, code }];
      });
      for (const each of refused) await rejectCollection(tx, each.paymentId, each.code);
      return refused.length;
    },
    { actor },
  );
}
