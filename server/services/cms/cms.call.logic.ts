/** What happens in an automated call: who is there, what is said next, and what each key does (docs/decisions/messages.md, "Automated calls"). */
import { isUuid, type Uuid } from '../../../core/id.ts';
import { CONFIRM_KEY, type MenuKey, type PressedKey, type SpokenCall } from '../../../core/spokenCall.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import type { CallNotice, CallTurn, SpokenSheet } from '../../platform/delivery/voice.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { optOut } from '../account/contact/delivery.logic.ts';
import { raiseCallSoonTask } from '../account/task/request.logic.ts';
import { recordReports } from './cms.bounce.logic.ts';
import { CALL_LINK } from './cms.call.texts.ts';

interface CallRow {
  outbox_id: Uuid;
  account_id: Uuid;
  external_claim_ref: string | null;
  recipient: string;
  bundle_name: string | null;
  sheet: SpokenSheet;
}

/** @returns a call that was placed; null for one that nobody here placed. A call may be answered before it is written down that it left. */
async function readCall(tx: Tx, callId: string): Promise<CallRow | null> {
  if (!isUuid(callId)) return null;
  const [row] = await tx.sql<CallRow & Record<string, unknown>>(
    `select o.outbox_id, o.account_id, o.external_claim_ref, coalesce(c.recipient, o.recipient, '') as recipient, o.request ->> 'bundleName' as bundle_name,
       coalesce(c.call -> 'sheet', o.rendered -> 'call') as sheet
     from outbox o left join communication c on c.client_id = $1 and c.outbox_id = o.outbox_id
     where o.client_id = $1 and o.outbox_id = $2 and o.channel = 'phone'`,
    [tx.clientId, callId],
  );
  return row?.sheet ? row : null;
}

/** Notes what a provider tells of a call. @returns what it says next; null when nothing is waited for, or the call is none of ours. */
export async function takeCallNotice(tx: Tx, notice: CallNotice): Promise<CallTurn | null> {
  const call = await readCall(tx, notice.callId);
  if (!call) return null;
  const turn = turnsOf(call);
  switch (notice.kind) {
    case 'ended':
      await noteEnd(tx, call, notice);
      return null;
    case 'answered':
      await note(tx, call, { answeredBy: notice.by });
      await tell(tx, call, 'callAnswered', { by: notice.by });
      return notice.by === 'machine' ? turn.machine() : turn.opening(false);
    case 'key':
      if (notice.at === 'opening') return whoIsThere(tx, call, notice.key, notice.again);
      return atMenu(tx, call, notice.key, notice.again);
  }
}

/** The places of a call, each with what is said there. */
function turnsOf({ outbox_id: callId, sheet }: CallRow) {
  const turn = (say: readonly string[], next: CallTurn['next']): CallTurn => ({
    callId,
    locale: sheet.locale,
    voice: sheet.voice,
    say: say.filter((each) => each !== ''),
    next,
  });
  const menu = (sheet: SpokenCall) => sheet.keys.map(({ say }) => say);
  return {
    opening: (again: boolean) => turn([sheet.opening], { does: 'listen', at: 'opening', again }),
    debtor: (again: boolean) =>
      sheet.keys.length === 0
        ? turn([sheet.text, sheet.goodbye], { does: 'hangUp' })
        : turn([sheet.text, ...menu(sheet)], { does: 'listen', at: 'menu', again }),
    menu: (again: boolean) => turn(menu(sheet), { does: 'listen', at: 'menu', again }),
    machine: () => turn([sheet.voicemail], { does: 'hangUp' }),
    goodbye: () => turn([sheet.goodbye], { does: 'hangUp' }),
    dial: (number: string) => turn([], { does: 'dial', number }),
  };
}

/** Only the key that confirms it leads to what concerns the debtor alone. Without a key it is asked once more. */
async function whoIsThere(tx: Tx, call: CallRow, key: string | null, again: boolean): Promise<CallTurn> {
  const turn = turnsOf(call);
  if (key === null) return again ? turn.goodbye() : turn.opening(true);
  const confirmed = key === CONFIRM_KEY;
  await press(tx, call, { key, does: confirmed ? 'confirm' : 'deny' });
  if (!confirmed) return turn.goodbye();
  await recordReports(tx, [{ type: 'delivered', reference: call.outbox_id, permanent: true, reason: '' }], now());
  return turn.debtor(false);
}

async function atMenu(tx: Tx, call: CallRow, key: string | null, again: boolean): Promise<CallTurn> {
  const turn = turnsOf(call);
  const chosen = call.sheet.keys.find((each) => each.key === key);
  if (!chosen) return again ? turn.goodbye() : turn.menu(true);
  await press(tx, call, { key: chosen.key, does: chosen.does });
  return act(tx, call, chosen, turn);
}

async function act(tx: Tx, call: CallRow, { does, number }: MenuKey, turn: ReturnType<typeof turnsOf>): Promise<CallTurn> {
  const { outbox_id: callId, account_id: accountId, external_claim_ref: externalClaimRef, recipient, sheet } = call;
  switch (does) {
    case 'repeat':
      return turn.debtor(false);
    case 'connect':
      return number ? turn.dial(number) : turn.goodbye();
    case 'callback':
      await raiseCallSoonTask(tx, { accountId, externalClaimRef, description: recipient, key: `call:${callId}` });
      return turn.goodbye();
    case 'optOut':
      await optOut(tx, accountId, 'phone', 'call');
      return turn.goodbye();
    case 'sendLink':
      await queueCommunications(tx, [
        {
          key: `call:${callId}:link`,
          channel: 'sms',
          accountId,
          externalClaimRef,
          // Whoever asks for the link by the telephone gets it there.
          request: {
            locale: sheet.locale,
            text: CALL_LINK[sheet.locale],
            fills: true,
            purpose: 'service',
            to: { externalDebtorRef: null, value: recipient },
          },
        },
      ]);
      return turn.goodbye();
  }
}

async function press(tx: Tx, call: CallRow, pressed: PressedKey): Promise<void> {
  await note(tx, call, { pressed });
  await tell(tx, call, 'callKeyPressed', { ...pressed });
}

/** Notes how a call ended, once. A number that cannot be called is marked like an address that does not exist. */
async function noteEnd(tx: Tx, call: CallRow, { result, seconds, reason }: Extract<CallNotice, { kind: 'ended' }>): Promise<void> {
  if (!(await note(tx, call, { result, seconds, reason }))) return;
  await tell(tx, call, 'callEnded', { result, seconds, reason });
  if (result === 'failed') await recordReports(tx, [{ type: 'bounced', reference: call.outbox_id, permanent: false, reason }], now());
}

interface Noted {
  readonly answeredBy?: 'person' | 'machine';
  readonly pressed?: PressedKey;
  readonly result?: string;
  readonly seconds?: number;
  readonly reason?: string;
}

/** Adds what a provider said to what is known of a call. @returns whether it was news: a call ends once. */
async function note(tx: Tx, call: CallRow, { answeredBy, pressed, result, seconds, reason }: Noted): Promise<boolean> {
  const changed = await tx.sql(
    `insert into automated_call as known (client_id, outbox_id, account_id, answered_by, keys, result, seconds, reason, created_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9)
     on conflict (client_id, outbox_id) do update set answered_by = coalesce(known.answered_by, excluded.answered_by), keys = known.keys || excluded.keys,
       result = coalesce(known.result, excluded.result), seconds = coalesce(known.seconds, excluded.seconds), reason = known.reason || excluded.reason
     where known.result is null or excluded.result is null returning outbox_id`,
    [
      tx.clientId,
      call.outbox_id,
      call.account_id,
      answeredBy ?? null,
      JSON.stringify(pressed ? [pressed] : []),
      result ?? null,
      seconds ?? null,
      reason ?? '',
      isoInstant(now()),
    ],
  );
  return changed.length > 0;
}

type Told = {
  callAnswered: { by: 'person' | 'machine' };
  callKeyPressed: { key: string; does: string };
  callEnded: { result: string; seconds: number; reason: string };
};

async function tell<Type extends keyof Told>(tx: Tx, call: CallRow, messageType: Type, said: Told[Type]): Promise<void> {
  const { outbox_id: outboxId, account_id: accountId, external_claim_ref: externalClaimRef, bundle_name: bundleName } = call;
  await appendEvents(tx, [{ messageType, accountId, externalClaimRef, payload: { outboxId, bundleName, ...said } } as never]);
}
