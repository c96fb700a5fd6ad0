/** What payment providers are asked, as kinds of deliveries: one for each provider, so that one that is away keeps back no other's. */
import { Fault, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { SendAnswer } from '../../../platform/outbox/answer.ts';
import { readHealth } from '../../../platform/outbox/circuit.ts';
import { defineDelivery, type Way } from '../../../platform/outbox/kinds.ts';
import { failing, type Prepared } from '../../../platform/outbox/rows.ts';
import { inClient, type Tx } from '../../../platform/tenancy.ts';
import { readEntriesByKey } from '../ground/read.logic.ts';
import { callKind, type PaymentCall } from '../payment/call.logic.ts';
import { type Payment, readPayment } from '../payment/payment.read.logic.ts';
import { reverseRefund } from '../payment/refund.logic.ts';
import type { ChargeAnswer, PaymentProvider, ProviderContext, RefundAnswer } from './port.ts';
import { PROVIDERS } from './providers.ts';

/** What the provider said; that a page is closed is all there is to say of it. */
type Reply = ChargeAnswer | RefundAnswer | { readonly outcome: 'closed' };

for (const provider of PROVIDERS)
  defineDelivery<PaymentCall, PaymentCall, Reply>({
    kind: callKind(provider.providerName),
    to: 'system',
    open: async (database, clientId, config) => wayTo(provider, { database, config }, clientId),
  });

/** @returns of each provider what waits for it, and since when it is away, if it is. */
export async function readProviderHealth(tx: Tx) {
  const kinds = new Map(PROVIDERS.map(({ providerName, displayName }) => [callKind(providerName), { providerName, displayName }]));
  const health = await readHealth(tx, (kind) => kinds.has(kind));
  return health.map((each) => ({ ...each, ...kinds.get(each.kind)! }));
}

function wayTo(provider: PaymentProvider, house: ProviderContext, clientId: Uuid): Way<PaymentCall, PaymentCall, Reply> {
  return {
    providerName: provider.providerName,
    // By our key, and where the provider forgets keys by its own list: however often it is asked, it moves money once.
    deliveryClass: 'idempotent',
    leads: 'outside',
    // Nobody but the provider can say what became of money: it is asked until it answers.
    mostAttempts: Number.POSITIVE_INFINITY,
    recordsApart: true,
    prepare: async (tx, rows) => {
      const answers = new Map<Uuid, Prepared<PaymentCall>>();
      for (const { outboxId, request } of rows) answers.set(outboxId, await prepare(tx, provider, request));
      return answers;
    },
    send: async ({ row, payload }) => {
      try {
        const reply = await ask(provider, house, clientId, payload, row.attempts > 1);
        return { outcome: 'sent', providerRef: 'externalRef' in reply ? reply.externalRef : null, reply };
      } catch (error) {
        return answerOf(error);
      }
    },
    record: async (tx, told) => {
      const inItsName: Tx = { ...tx, actor: { type: 'provider', id: provider.providerName } };
      for (const { row, news } of told)
        if (news.became === 'sent' && news.reply) await record(inItsName, provider, row.request, news.reply);
    },
    close: async () => {},
  };
}

/** Whether there is still something to ask: what was settled or cancelled meanwhile is not. */
async function prepare(tx: Tx, provider: PaymentProvider, call: PaymentCall): Promise<Prepared<PaymentCall>> {
  const payment = await readPayment(tx, call.paymentId).catch(absent);
  if (!payment) return failing(words('paymentNotFound'));
  const isDue =
    call.act === 'charge'
      ? ((await provider.charging?.prepare(tx, payment)) ?? false)
      : call.act === 'refund'
        ? provider.refund !== undefined && (await refundOf(tx, payment, call)) > 0n
        : provider.closePage !== undefined;
  return isDue ? { answer: 'send', payload: call } : { answer: 'cancel', rule: 'nothingDue', why: { key: 'nothingDue' } };
}

async function refundOf(tx: Tx, { accountId }: Payment, { key = '' }: PaymentCall): Promise<bigint> {
  return (await readEntriesByKey(tx, accountId, key)).reduce((sum, entry) => sum + entry.amount, 0n);
}

/** @throws Fault as the provider does */
async function ask(
  provider: PaymentProvider,
  house: ProviderContext,
  clientId: Uuid,
  call: PaymentCall,
  isRepeated: boolean,
): Promise<Reply> {
  const { payment, amount } = await inClient(
    house.database,
    clientId,
    async (tx) => {
      const payment = await readPayment(tx, call.paymentId);
      return { payment, amount: call.act === 'refund' ? await refundOf(tx, payment, call) : 0n };
    },
    { readOnly: true },
  );
  if (call.act === 'charge') return provider.charging!.call(house, clientId, payment, isRepeated);
  if (call.act === 'refund') return provider.refund!(house, clientId, { payment, amount, key: call.key ?? '' });
  await provider.closePage!(house, clientId, payment);
  return { outcome: 'closed' };
}

/** A refusal that is no answer to the call is about the provider: it is silent, or our keys are. */
function answerOf(error: unknown): SendAnswer<Reply> {
  if (!(error instanceof Fault)) throw error;
  const said = { reason: error.message, words: error.words, isAway: true };
  return error.code === 'UNAVAILABLE' ? { outcome: 'lost', ...said } : { outcome: 'refused', permanent: false, badAddress: false, ...said };
}

async function record(tx: Tx, provider: PaymentProvider, call: PaymentCall, reply: Reply): Promise<void> {
  const payment = await readPayment(tx, call.paymentId);
  if (call.act === 'charge') await provider.charging!.record(tx, payment, reply as ChargeAnswer);
  // When the provider refuses to pay back, the booking is taken back.
  else if (call.act === 'refund' && reply.outcome === 'refused') await reverseRefund(tx, payment, call.key ?? '', reply.reason);
}

function absent(error: unknown): null {
  if (error instanceof Fault && error.code === 'NOT_FOUND') return null;
  throw error;
}
