/** A file of what was done and said before: notes, messages, calls and promises become events of the timeline at their own time. */
import { words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import { instant, isoInstant } from '../../../core/time.ts';
import { at as atTime } from '../../../core/zone.ts';
import { appendHistory, type PastEvent, readKnownEvents } from '../../platform/history.ts';
import { noteCommunications } from '../account/claim/effects.logic.ts';
import { readImportAccounts, readImportClaims } from '../account/intake/import.read.logic.ts';
import { type ChunkImporter, Outcome } from './import.chunk.ts';
import type { ImportedRow } from './import.reader.ts';
import { uuidOf } from './import.repeats.ts';

/** The fact that each kind of action is, and the channel of contacts. */
const FACTS: Readonly<Record<string, readonly [type: PastEvent['messageType'], channel?: string]>> = {
  note: ['noteAdded'],
  email: ['communicationSent', 'email'],
  sms: ['communicationSent', 'sms'],
  letter: ['communicationSent', 'letter'],
  call: ['communicationSent', 'call'],
  promise: ['promiseToPayCreated'],
  promiseBroken: ['promiseToPayBroken'],
};

/** A day without a time is noon: no zone moves it to another day. */
const NOON = { hour: 12, minute: 0 };

export const importActions: ChunkImporter = async ({ tx, rows, zone, overlay }) => {
  const accounts = await readImportAccounts(tx, [...new Set(rows.filter((row) => row.account.ref !== '').map((row) => row.account.ref))]);
  const claims = await readImportClaims(tx, [...new Set(rows.filter((row) => row.claimRef !== '').map((row) => row.claimRef))], false);
  const ids = rows.map((row) => eventId(row));
  const known = new Set([...(await readKnownEvents(tx, ids)), ...((await overlay?.recall<boolean>('action', ids)) ?? new Map()).keys()]);
  const outcome = new Outcome();
  const events: Parameters<typeof appendHistory>[1][number][] = [];
  for (const row of rows) {
    const id = eventId(row);
    const claim = row.claimRef === '' ? undefined : claims.get(row.claimRef);
    const account = row.account.ref === '' ? undefined : accounts.get(row.account.ref);
    if (row.claimRef !== '' && !claim) outcome.reject(row, 'claim.ref', words('rowClaimUnknown', { claim: row.claimRef }));
    else if (row.account.ref !== '' && !account)
      outcome.reject(row, 'account.ref', words('rowAccountUnknown', { account: row.account.ref }));
    else if (claim && account && claim.accountId !== account.accountId)
      outcome.reject(row, 'account.ref', words('rowClaimElsewhere', { claim: claim.ref, account: claim.accountRef }));
    else if (known.has(id)) outcome.unchanged++;
    else {
      known.add(id);
      outcome.created++;
      const [messageType, channel] = FACTS[row.action?.kind ?? 'note'] ?? (['noteAdded'] as const);
      const currency = claim?.currency ?? account?.currency ?? row.currency;
      events.push({
        messageId: id,
        messageType,
        accountId: (claim?.accountId ?? account?.accountId) as Uuid,
        externalClaimRef: claim?.ref ?? null,
        emitTime: isoInstant(atTime(row.date!, NOON, zone)),
        payload: {
          source: 'import',
          text: row.action?.text ?? '',
          ...(channel ? { channel } : {}),
          ...(row.action?.amount ? { amount: toDecimal(row.action.amount, currency), currency } : {}),
        },
      });
    }
  }
  if (overlay) await overlay.remember('action', new Map(events.map((event) => [event.messageId, true])));
  else {
    await appendHistory(tx, events);
    const sent = events.filter((event) => event.messageType === 'communicationSent');
    await noteCommunications(
      tx,
      sent.map(({ accountId, emitTime }) => ({ accountId, emitTime: instant(emitTime) })),
    );
  }
  return outcome;
};

/** The same words about the same account on the same day are the same action, in whichever file they come. */
function eventId(row: ImportedRow): Uuid {
  return uuidOf(`import:action:${row.contentKey}`);
}
