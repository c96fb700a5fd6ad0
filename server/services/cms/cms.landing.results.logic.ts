/** How the variants of a landing page do: counted over accounts, by what their debtors did on the page after they saw it. */
import type { Tx } from '../../platform/tenancy.ts';
import { readLandingPage } from './cms.landing.logic.ts';

/** What counts, by the events of the debtor. */
const OUTCOMES = {
  paid: 'paymentSettled',
  promised: 'promiseToPayCreated',
  planned: 'instalmentsPlanCreated',
  disputed: 'claimDisputed',
} as const;
type Outcome = keyof typeof OUTCOMES;

/** @returns the page itself first, then its variants. @throws Fault NOT_FOUND */
export async function readResults(tx: Tx, landingPageId: string) {
  const page = await readLandingPage(tx, landingPageId);
  const counts = new Map((await countOutcomes(tx, page.landingPageId)).map(({ id, ...counted }) => [id, counted]));
  const left = 100 - page.variants.reduce((sum, { share }) => sum + share, 0);
  const all = [{ landingPageId: page.landingPageId, share: left }, ...page.variants];
  const none = { shown: 0, paid: 0, promised: 0, planned: 0, disputed: 0 };
  return Promise.all(
    all.map(async (variant) => {
      const { displayName } = await readLandingPage(tx, variant.landingPageId);
      return { ...variant, displayName, ...(counts.get(variant.landingPageId) ?? none) };
    }),
  );
}

async function countOutcomes(tx: Tx, testedPageId: string) {
  const count = (outcome: Outcome) =>
    `count(*) filter (where exists (select from event e where e.client_id = s.client_id and e.account_id = s.account_id
       and e.message_type = '${OUTCOMES[outcome]}' and e.emit_time >= s.since${outcome === 'paid' ? '' : ` and e.actor_type = 'debtor'`}))::int as ${outcome}`;
  return tx.sql<{ id: string; shown: number } & Record<Outcome, number>>(
    `with s as (
       select client_id, account_id, landing_page_id, min(first_shown_at) as since from landing_page_shown
       where client_id = $1 and tested_page_id = $2 group by client_id, account_id, landing_page_id)
     select s.landing_page_id as id, count(*)::int as shown, ${(Object.keys(OUTCOMES) as Outcome[]).map(count).join(', ')}
     from s group by s.landing_page_id`,
    [tx.clientId, testedPageId],
  );
}
