/**
 * Lives through the demo's months: the real engine, gate, delivery and ledger under a virtual clock; only the people are made up.
 * What a debtor does depends on the seed and on what really reached them.
 */

import { Fault } from '../../core/fault.ts';
import type { Uuid } from '../../core/id.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../core/messageChannels.ts';
import { addDays, type CalendarDate, DAY, daysBetween, HOUR, type Instant, instant, MINUTE } from '../../core/time.ts';
import { localDate, at as moment } from '../../core/zone.ts';
import { useClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Database, inClient, type Tx } from '../platform/tenancy.ts';
import { disputeClaims } from '../services/account/claim/dispute.logic.ts';
import { resolveTask, startTask } from '../services/account/task/task.logic.ts';
import { drainClient } from '../services/cms/cms.delivery.ts';
import { noteClicked, noteOpened } from '../services/cms/cms.tracking.logic.ts';
import { createInstalmentsPlan } from '../services/finance/agreement/instalments.logic.ts';
import { createPromiseToPay } from '../services/finance/agreement/promise.logic.ts';
import { reviewDueAgreements } from '../services/finance/finance.jobs.ts';
import { chargeBack } from '../services/finance/payment/chargeback.logic.ts';
import { settlePayment, startPayment } from '../services/finance/payment/payment.logic.ts';
import { addNote } from '../services/notes/notes.logic.ts';
import { advanceDue } from '../services/strategy/strategy.engine.logic.ts';
import { type Random, randomFrom } from './people.ts';
import type { Behaviour } from './portfolio.ts';

interface Act {
  readonly at: Instant;
  /** What the person does; told the transaction under the act's own moment. */
  readonly run: (tx: Tx) => Promise<void>;
  readonly actor: { readonly type: 'debtor' | 'user' | 'provider'; readonly id: string | null };
}

export interface Stage {
  readonly database: Database;
  readonly config: Config;
  readonly clientId: Uuid;
  readonly zone: string;
  readonly agents: readonly Uuid[];
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  readonly from: CalendarDate;
  /** The real present: nothing happens after it. */
  readonly until: Instant;
  /** What the creditor hands over on a day (imports, strategies for new claims). */
  readonly morning: (day: CalendarDate) => Promise<void>;
  /** What else happens by the end of a day, so many days ago. */
  readonly evening: (day: CalendarDate, ago: number) => Promise<void>;
  readonly seed: number;
  readonly progress: (share: number) => void;
}

/** Hours of the day at which the engine and the post run; people act in between. */
const TICKS = [9, 10, 14];

/** The last days' tasks are left to whoever opens the demo. */
const UNTOUCHED_DAYS = 12;

/** Plays every day from `from` until the present. */
export async function simulateDays(stage: Stage): Promise<void> {
  let virtual = moment(stage.from, { hour: 6, minute: 0 }, stage.zone);
  const random = randomFrom(stage.seed);
  const restore = useClock(() => virtual);
  const acts: Act[] = [];
  const last = localDate(stage.until, stage.zone);
  const quiet = addDays(last, -UNTOUCHED_DAYS);
  const total = Math.max(1, (stage.until - virtual) / DAY);
  try {
    for (let day = stage.from; day <= last; day = addDays(day, 1)) {
      virtual = Math.min(stage.until, moment(day, { hour: 6, minute: 30 }, stage.zone)) as Instant;
      await stage.morning(day);
      await reviewDueAgreements(stage.database, stage.clientId);
      for (const hour of TICKS) {
        const tick = moment(day, { hour, minute: 0 }, stage.zone);
        if (tick > stage.until) break;
        await perform(stage, acts, tick, (next) => (virtual = next));
        virtual = tick;
        const { steps } = await advanceDue(stage.database, stage.clientId);
        if (steps > 0) {
          for (const channel of MESSAGE_CHANNELS) await drainClient(stage.database, stage.clientId, channel, stage.config);
          acts.push(...(await reactions(stage, random, tick)));
        }
        if (hour === 14 && day < quiet) acts.push(...(await recordDeskWork(stage, random, tick)));
      }
      acts.push(...(await instalmentsOf(stage, random, day)));
      virtual = Math.min(stage.until, moment(day, { hour: 16, minute: 0 }, stage.zone)) as Instant;
      await stage.evening(day, daysBetween(day, last));
      stage.progress(Math.min(1, (virtual - moment(stage.from, { hour: 6, minute: 0 }, stage.zone)) / DAY / total));
    }
    await perform(stage, acts, stage.until, (next) => (virtual = next));
  } finally {
    restore();
  }
}

/** Does what people planned until the moment, each at its own minute; what is no longer possible (paid meanwhile) is left out. */
async function perform(stage: Stage, acts: Act[], until: Instant, setClock: (at: Instant) => void): Promise<void> {
  acts.sort((a, b) => a.at - b.at);
  const due = acts.splice(0, acts.findIndex((act) => act.at > until) === -1 ? acts.length : acts.findIndex((act) => act.at > until));
  if (due.length === 0) return;
  await inClient(stage.database, stage.clientId, async (tx) => {
    for (const act of due) {
      setClock(act.at);
      await tx
        .attempt(() => act.run({ ...tx, actor: act.actor }))
        .catch((error: unknown) => {
          if (!(error instanceof Fault)) throw error;
        });
    }
  });
}

interface Sent {
  readonly account_id: Uuid;
  readonly external_claim_ref: string;
  readonly external_account_ref: string;
  readonly tracking_token: string;
  readonly channel: MessageChannel;
  readonly links: string[];
  readonly balance: bigint;
}

/** What the readers of this tick's messages will do with them. */
async function reactions({ database, clientId, behaviours, zone }: Stage, random: Random, tick: Instant): Promise<Act[]> {
  const sent = await inClient(database, clientId, (tx) =>
    tx.sql<Sent & Record<string, unknown>>(
      `select m.account_id, m.external_claim_ref, a.external_account_ref, m.tracking_token, m.channel, m.links, c.balance
       from communication m join account a on a.client_id = m.client_id and a.account_id = m.account_id
       join claim c on c.client_id = m.client_id and c.external_claim_ref = m.external_claim_ref
       where m.client_id = $1 and m.created_at >= $2 and m.direction = 'outbound' order by m.external_claim_ref`,
      [clientId, new Date(tick)],
    ),
  );
  const acts: Act[] = [];
  for (const message of sent) {
    const behaviour = behaviours.get(message.external_account_ref);
    if (!behaviour) continue;
    const debtor = { type: 'debtor', id: message.account_id } as const;
    const later = (minutes: number) => instant(tick + minutes * MINUTE);
    const open = random.between(4, 60 * 30);
    const opened = message.channel === 'sms' || random.chance(behaviour.opens);
    if (opened && message.channel === 'email')
      acts.push({ at: later(open), actor: debtor, run: (tx) => noteOpened(tx, message.tracking_token, later(open)) });
    const clicked = opened && random.chance(behaviour.clicks + behaviour.pays);
    if (clicked && message.links.length > 0)
      acts.push({
        at: later(open + 2),
        actor: debtor,
        run: async (tx) => void (await noteClicked(tx, message.tracking_token, 0, later(open + 2))),
      });
    const roll = random.next();
    const key = `demo:${message.tracking_token}`;
    const when = later(open + random.between(4, 60 * 24 * 3));
    if (roll < behaviour.pays) acts.push(...payment(message, key, when, random.chance(0.03) ? later(open + 60 * 24 * 9) : null));
    else if (roll < behaviour.pays + behaviour.promises) {
      const due = addDays(localDate(when, zone), random.between(5, 16));
      acts.push({
        at: when,
        actor: debtor,
        run: async (tx) =>
          void (await createPromiseToPay(tx, {
            externalClaimRef: message.external_claim_ref,
            amount: message.balance,
            dueDate: due,
            requestedBy: 'debtor',
            idempotencyKey: key,
          })),
      });
      if (random.chance(0.64))
        acts.push(...payment(message, `${key}:kept`, instant(moment(due, { hour: 12, minute: random.between(0, 59) }, zone) - DAY), null));
    } else if (roll < behaviour.pays + behaviour.promises + behaviour.splits)
      acts.push({
        at: when,
        actor: debtor,
        run: async (tx) =>
          void (await createInstalmentsPlan(tx, {
            accountId: message.account_id,
            externalClaimRefs: [message.external_claim_ref],
            interval: 'monthly',
            requestedBy: 'debtor',
            endsAgreements: true,
            idempotencyKey: key,
          })),
      });
    else if (random.chance(behaviour.disputes))
      acts.push({
        at: when,
        actor: debtor,
        run: (tx) =>
          disputeClaims(tx, message.account_id, [message.external_claim_ref], {
            reason: 'The meter reading isn’t mine: I had already moved out.',
          }),
      });
  }
  return acts;
}

function payment(message: Pick<Sent, 'account_id' | 'external_claim_ref'>, key: string, when: Instant, returned: Instant | null): Act[] {
  let paymentId: Uuid | null = null;
  const pay: Act = {
    at: when,
    actor: { type: 'debtor', id: message.account_id },
    run: async (tx) => {
      const started = await startPayment(tx, {
        accountId: message.account_id,
        externalClaimRefs: [message.external_claim_ref],
        providerName: 'sandbox',
        method: 'card',
        idempotencyKey: key,
      });
      paymentId = (await settlePayment(tx, started.paymentId)).paymentId;
    },
  };
  if (returned === null) return [pay];
  const back: Act = {
    at: returned,
    actor: { type: 'provider', id: 'sandbox' },
    run: async (tx) => void (paymentId && (await chargeBack(tx, paymentId, 'Not authorised by the account holder'))),
  };
  return [pay, back];
}

/** Four of five instalments are paid when they are due. */
async function instalmentsOf({ database, clientId, zone }: Stage, random: Random, day: CalendarDate): Promise<Act[]> {
  const due = await inClient(database, clientId, (tx) =>
    tx.sql<{ instalment_id: Uuid; amount: bigint; account_id: Uuid; claim_refs: string[] }>(
      `select i.instalment_id, i.amount, p.account_id, p.claim_refs from instalment i
       join instalments_plan p on p.client_id = i.client_id and p.instalments_plan_id = i.instalments_plan_id
       where i.client_id = $1 and i.status = 'pending' and i.due_date = $2 and p.status = 'active' order by i.instalment_id`,
      [clientId, addDays(day, 1)],
    ),
  );
  return due.flatMap((part): Act[] => {
    if (!random.chance(0.8)) return [];
    return [
      {
        at: moment(addDays(day, 1), { hour: 8, minute: random.between(0, 50) }, zone),
        actor: { type: 'debtor', id: part.account_id },
        run: async (tx) => {
          const started = await startPayment(tx, {
            accountId: part.account_id,
            externalClaimRefs: part.claim_refs,
            amount: part.amount,
            providerName: 'sandbox',
            method: 'card',
            idempotencyKey: `demo:${part.instalment_id}`,
            instalmentId: part.instalment_id,
          });
          await settlePayment(tx, started.paymentId);
        },
      },
    ];
  });
}

const CALLS = [
  'Reached her at work; asks to be called after 17:00.',
  'No answer, message left in voice mail.',
  'Says the payment is on its way; will look again on Friday.',
  'Moved in March, wants the final bill checked. Sent a copy.',
  'Spoke to accounts payable: invoice was parked, will be released this week.',
  'Refuses to pay before the meter is read again.',
];

/** The agents work some of the open tasks each afternoon and write down what they heard; the rest stays for the reader of the demo. */
async function recordDeskWork({ database, clientId, agents }: Stage, random: Random, tick: Instant): Promise<Act[]> {
  const open = await inClient(database, clientId, (tx) =>
    tx.sql<{ task_id: Uuid; account_id: Uuid; external_claim_ref: string | null }>(
      `select task_id, account_id, external_claim_ref from case_task where client_id = $1 and status = 'new' order by created_at, task_id limit 12`,
      [clientId],
    ),
  );
  return open.flatMap((task, index): Act[] => {
    if (!random.chance(0.55)) return [];
    const userId = random.pick(agents);
    const at = instant(tick + index * 7 * MINUTE + (HOUR / 60) * random.between(0, 5));
    const heard = random.pick(CALLS);
    return [
      {
        at,
        actor: { type: 'user', id: userId },
        run: async (tx) => {
          await startTask(tx, task.task_id, null, userId);
          await addNote(tx, { accountId: task.account_id, externalClaimRef: task.external_claim_ref, text: heard }, userId);
          await resolveTask(tx, task.task_id, heard, null, userId);
        },
      },
    ];
  });
}
