/** Money that nobody has moved: a debtor who wants to be quit without paying, and a stranger who speaks for a payment provider. */
import { createHmac, randomUUID } from 'node:crypto';
import { inClient } from '../server/platform/tenancy.ts';
import { type Attack, tally } from './tally.ts';
import type { ClientTarget, Target } from './target.ts';

const OUTCOMES = ['success', 'pending', 'decline', 'chargeback', 'SUCCESS', ''];
const REPORT = `mutation ($clientId: ID!, $paymentId: ID!, $outcome: String!) { reportSandboxPayment(clientId: $clientId, paymentId: $paymentId, outcome: $outcome) { status } }`;

/** What the client's debtors owe, and how often something was booked: neither may change. */
const books = ({ database }: Target, { clientId }: ClientTarget) =>
  inClient(
    database,
    clientId,
    async (tx) => {
      const [row] = await tx.sql<{ owed: bigint; entries: bigint }>(
        `select (select coalesce(sum(balance), 0)::bigint from claim where client_id = $1) as owed,
           (select count(*) from ledger_entry where client_id = $1 and kind = 'payment') as entries`,
        [tx.clientId],
      );
      return `${row?.owed} ${row?.entries}`;
    },
    { readOnly: true },
  );

/** Payments at the sandbox as an installation has them that ran an earlier release. */
async function leaveStarted(target: Target, count: number): Promise<string[]> {
  const { clientId, accountIds } = target.a;
  return inClient(target.database, clientId, async (tx) => {
    const made: string[] = [];
    for (let index = 0; index < count; index++) {
      const accountId = accountIds[index % accountIds.length]!;
      const [claim] = await tx.sql<{ ref: string }>(
        'select external_claim_ref as ref from claim where client_id = $1 and account_id = $2 order by 1 limit 1',
        [clientId, accountId],
      );
      const paymentId = randomUUID();
      await tx.sql(
        `insert into payment (client_id, payment_id, account_id, provider_name, provider_ref, method, amount, currency, allocation, status, status_reason, idempotency_key, created_at, updated_at)
         values ($1, $2, $3, 'sandbox', $4, 'card', 100, 'EUR', $5, 'processing', 'started', $4, now(), now())`,
        [clientId, paymentId, accountId, `sandbox-${paymentId}`, JSON.stringify([{ externalClaimRef: claim?.ref, amount: '1.00' }])],
      );
      made.push(paymentId);
    }
    return made;
  });
}

export const attacks: readonly Attack[] = [
  {
    name: 'staff and signed callbacks that report payments of the sandbox as paid',
    run: async (target) => {
      const { check, result } = tally();
      const before = await books(target, target.a);
      const secret = target.env.QUITTANCE_SECRET ?? '';
      for (const paymentId of await leaveStarted(target, 12))
        for (const outcome of OUTCOMES) {
          const asked = await target.query('finance', REPORT, { clientId: target.a.clientId, paymentId, outcome });
          check(asked.json.errors !== undefined, `staff reported ${outcome}: ${asked.text.slice(0, 200)}`);
          const body = JSON.stringify({ providerRef: `sandbox-${paymentId}`, outcome, reason: '' });
          // Even who holds the installation's secret books nothing.
          const signature = createHmac('sha256', `payment callbacks of the sandbox ${secret}`).update(body).digest('hex');
          const answer = await target.request(`/api/payments/sandbox/${target.a.clientId}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-payment-signature': signature },
            body,
          });
          check(answer.status >= 400 && answer.status < 500, `a signed callback of ${outcome} was answered with ${answer.status}`);
        }
      check((await books(target, target.a)) === before, 'what is owed has changed');
      return result();
    },
  },
  {
    name: 'forged notices of Stripe, unsigned, signed with guesses, for every client',
    run: async (target) => {
      const { check, result } = tally();
      const before = await books(target, target.a);
      const payload = (id: number) =>
        JSON.stringify({
          id: `evt_${id}`,
          object: 'event',
          type: 'payment_intent.succeeded',
          livemode: true,
          data: { object: { id: 'pi_1', amount_received: 12_000, currency: 'jpy', metadata: {} } },
        });
      for (let index = 0; index < 60; index++) {
        const body = payload(index);
        const at = Math.floor(Date.now() / 1000);
        const sign = (key: string) => createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
        for (const signature of ['', `t=${at},v1=${sign('whsec_test_secret')}`, `t=${at},v1=`, `t=0,v1=${sign('')}`]) {
          const { clientId } = index % 2 ? target.a : target.b;
          const answer = await target.request(`/api/payments/stripe/${clientId}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'stripe-signature': signature },
            body,
          });
          check(answer.status >= 400 && answer.status < 500, `a forged notice was answered with ${answer.status}`);
        }
      }
      check((await books(target, target.a)) === before, 'what is owed has changed');
      return result();
    },
  },
  {
    name: 'users of a demo, who are not here',
    run: async (target) => {
      const { check, result } = tally();
      const hints = await target.query('identity', '{ getSignInHints { demoUsers } }', {}, null);
      check(/"demoUsers":\[\]/.test(hints.text), `sign-in names ${hints.text.slice(0, 200)}`);
      const SIGN_IN =
        'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { session { token } challenge { kind } } }';
      for (const name of ['ada', 'ben', 'admin', 'cleo']) {
        const email = `${name}@demo.quittance.example`;
        const answer = await target.query('identity', SIGN_IN, { email, password: 'quittance demo' }, null);
        check(/"code":"UNAUTHENTICATED"|"code":"RATE_LIMITED"/.test(answer.text), `${email}: ${answer.text.slice(0, 200)}`);
      }
      return result();
    },
  },
];
