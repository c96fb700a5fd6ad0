/** Who is greeted, and what is owed, promised or settled. */
import type { FunctionNode } from '../../blocks/pageHtml.ts';
import { type Html, html } from '../../core/html.ts';
import { selectable } from '../choice.ts';
import type { PortalAccount, PortalClaim } from '../facts.ts';
import { notice } from '../pages/layout.ts';
import { partnerCards } from '../pages/partner.ts';
import type { Speech } from '../texts.ts';
import { type Drawing, own } from './drawing.ts';

export function greeting(node: FunctionNode, { frame, account, problem }: Drawing): Html {
  const { speech } = frame;
  const { say, money } = speech;
  const open = account.claims.filter((claim) => claim.balance > 0n);
  // What a partner collects is asked for there: the total is what can be settled here, if there is any.
  const here = open.filter((claim) => claim.partner === null);
  const owed = (here.length > 0 ? here : open).reduce((sum, claim) => sum + claim.balance, 0n);
  const total = money(owed, account.currency);
  const [promised, ...later] = promisesOf(open, account, speech);
  const hello = html`<p class="hello" dir="auto">${own(node, 'hello', say('hello', { name: account.debtorName }))}</p>`;
  const words = (title: string, lead: string | null) =>
    html`${hello}
<h1 dir="auto">${title}</h1>
${later.map((each) => html`<p>${say('promisedAlso', each)}</p>`)}<p class="lead" dir="auto">${lead}</p>
${notice(typeof problem === 'string' ? problem : (problem?.text ?? null))}${partnerCards(account, speech)}`;
  if (owed === 0n) return words(own(node, 'settledTitle', say('nothingDue')), own(node, 'settledLead', say('nothingDueText')));
  const title = promised ? say('promisedTitle', promised) : say('youOwe', { amount: total });
  const choose = selectable(account).length > 0 ? say('choose') : null;
  return words(own(node, 'title', title), own(node, 'lead', promised ? say('promisedLead', { amount: total }) : (choose ?? '')));
}

/** What was promised, the soonest first: one line for each day. */
function promisesOf(open: readonly PortalClaim[], account: PortalAccount, { money, day }: Speech) {
  const byDay = Map.groupBy(
    open.filter((claim) => claim.promised > 0n),
    (claim) => claim.promisedUntil,
  );
  return [...byDay]
    .sort(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
    .flatMap(([date, claims]) =>
      date === null
        ? []
        : [
            {
              amount: money(
                claims.reduce((sum, { promised }) => sum + promised, 0n),
                account.currency,
              ),
              day: day(date, account.today),
            },
          ],
    );
}
