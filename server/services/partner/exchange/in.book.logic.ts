/** Books what was decided of a chunk: through the same functions as staff do, set-based where rows are many. */
import type { Uuid } from '../../../../core/id.ts';
import type { ReturnKind } from '../../../../core/partnerFiles.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { updateDebtor } from '../../account/debtor/debtor.edit.logic.ts';
import { book } from '../../finance/ledger/ledger.logic.ts';
import { collectedKey } from '../../finance/payment/payment.collected.logic.ts';
import { addNotes } from '../../notes/notes.logic.ts';
import { bookReported } from '../outsourcing/payment.logic.ts';
import { closeAssignments } from './closing.logic.ts';
import type { Decided } from './in.decide.logic.ts';
import type { ReturnRow } from './in.read.ts';

/** A row that is booked. */
interface Fresh extends Decided {
  readonly row: ReturnRow;
  readonly accountId: Uuid;
}

export interface Partner {
  readonly partnerId: Uuid;
  readonly name: string;
}

/** The accounts of the rows must be locked. @param userId in whose name notes are written */
export async function bookRows(tx: Tx, { partnerId, name }: Partner, decided: readonly Decided[], userId: Uuid): Promise<void> {
  const fresh = decided.filter(({ outcome, row, accountId }) => outcome === 'booked' && row && accountId) as Fresh[];
  const of = (kind: ReturnKind) => fresh.filter((each) => each.kind === kind);
  const payments = of('payment');
  const collected = payments.map(({ row, accountId, amount, currency, date }) => ({
    accountId,
    externalClaimRef: row.claimRef,
    amount: amount ?? 0n,
    currency: currency ?? '',
    valueDate: date,
    key: collectedKey(partnerId, row.reference || row.key),
  }));
  await bookReported(tx, partnerId, collected);
  await book(
    tx,
    of('costs').map(({ row, accountId, amount, currency, date }) => ({
      accountId,
      externalClaimRef: row.claimRef,
      kind: 'fee' as const,
      amount: amount ?? 0n,
      currency: currency ?? '',
      valueDate: date,
      key: `partner:${partnerId}:${row.key}`,
      description: row.text === '' ? name : `${name}: ${row.text}`.slice(0, 500),
    })),
  );
  await addNotes(
    tx,
    of('note').map(({ row, accountId }) => ({ accountId, externalClaimRef: row.claimRef, text: `${name}: ${row.text}` })),
    userId,
  );
  await appendEvents(
    tx,
    of('status').map(({ row, accountId }) => ({
      messageType: 'partnerReported' as const,
      accountId,
      externalClaimRef: row.claimRef,
      payload: {
        partnerId,
        partnerName: name,
        status: row.status || row.text,
        text: row.status === '' ? null : row.text || null,
        date: row.date,
        reference: row.reference || null,
      },
    })),
  );
  for (const { row, accountId, debtorRef } of of('contact'))
    if (debtorRef !== null) await updateDebtor(tx, accountId, debtorRef, row.contact, [], null);
  await closeAssignments(
    tx,
    partnerId,
    of('closing').map(({ row }) => ({ externalClaimRef: row.claimRef, note: [row.reason, row.text].filter(Boolean).join(': ') || null })),
  );
}
