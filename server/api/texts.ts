/** What the description says besides what its endpoints say themselves: how to call it, and the way of an ERP in an afternoon. */
import type { Noun } from './endpoint.ts';

export const NOUN_TEXTS: Readonly<Record<Noun, string>> = {
  accounts: 'An account is a debtor’s or several debtors’ relation to the client: claims, balance, who works it.',
  debtors: 'The people and companies of an account.',
  claims: 'What is owed. Claims come in by imports; their balance is what the ledger adds up to.',
  payments: 'Money that came, and the ledger that it was booked in.',
  promises: 'Promises to pay.',
  plans: 'Agreements to pay in instalments.',
  notes: 'What somebody wrote down about an account.',
  files: 'Files of accounts and claims.',
  events: 'What happened: a feed to follow, and each account’s timeline.',
  messages: 'What was written to debtors and by them, what would be written, and whether they may be contacted.',
  strategies: 'The strategies that claims run in.',
  triggers: 'The client’s own triggers, which strategies and reactions wait for.',
  imports: 'Rows in batches of up to 10,000.',
  webhooks: 'Addresses of yours that events are sent to as they happen, signed by the rules of Standard Webhooks.',
};

export const PREFACE = `One API over the same operations, rights and rules that the screens use.

**Keys.** Make one under Configuration → API keys: a name, scopes, an end. It is shown once. Send it as \`Authorization: Bearer qk_…\`, or exchange it
for a short-lived access token at \`/oauth/token\`. What a key does stands in the user audit under the key’s name.

**Values.** Amounts are decimal text ("1284.60") with their currency beside them. Moments have an offset from UTC (2026-11-21T10:00:00Z), days have none
(2026-11-21). A field that an answer doesn’t know yet may be added at any time; a field that a request doesn’t know is refused.

**Lists.** \`limit\` and \`after\` go in, \`items\` and \`next\` come out. A cursor belongs to its list and means nothing outside of it. \`next\` is null after the last page.

**Sending twice.** Every change takes an \`Idempotency-Key\`. The same request with the same key within 24 hours is answered as the first time, with
\`Idempotency-Replayed: true\`; the answer is written in the transaction of the change, so a crash in between leaves either both or neither. A refusal
isn’t kept. While the first request runs, the second is answered 409; another request under the same key 422.

**Edits.** Answers carry an \`ETag\`. Send it as \`If-Match\` with an edit: if somebody was faster, nothing happens and 412 comes. Send it as
\`If-None-Match\` with a question: if nothing changed, 304 comes.

**Rates.** Each key has a rate, by default 3,000 requests a minute, a twelfth of them at once. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` say what is left; 429 says in \`Retry-After\` how long to wait.

**Errors** are \`application/problem+json\`. \`code\` names the refusal for programs, \`detail\` says it, \`errors\` names each wrong value by a JSON pointer.
Another client’s things are answered like things that don’t exist.`;

export const GUIDE = `## An ERP in an afternoon

1. **A key.** Configuration → API keys → New key, with \`imports:write\`, \`imports:read\`, \`accounts:read\`, \`claims:read\`, \`events:read\` and \`payments:write\`.
   \`export QUITTANCE_URL=https://your-installation QUITTANCE_KEY=qk_…\`
2. **Open invoices in.** \`POST /imports\` with a line for each invoice: your customer number as \`account.ref\`, your invoice number as \`claim.ref\`,
   amount, currency, due date, and whom to write to. Send the same invoice again whenever something of it changes: a row that says nothing new changes
   nothing. Ask \`GET /imports/{importId}\` until it is done; \`GET /imports/{importId}/rejections\` says which rows were refused and why.
3. **Paid at your side.** \`GET /account-references/{externalAccountRef}\` gives the account’s id; \`POST /accounts/{accountId}/payments\` books what came,
   with your document number as \`Idempotency-Key\`: however often your job runs, it is booked once.
4. **What happens here.** Have it sent to you (\`POST /webhooks\`), or follow \`GET /events?wait=20\`: keep \`next\`, hand it in as \`after\`, and nothing is missed or told twice. \`paymentSettled\` is what to
   book at your side, \`claimResolved\` closes an invoice, \`promiseToPayCreated\` stops your own reminder.
5. **By night.** Compare: \`GET /claims?owing=true\` lists what is still open here.`;
