/** Personal data of messages: what was written to debtors and by them. */

import { addressedTo, defineErasable, definePersonalSections, rowsOf, setting } from '../../platform/personal.ts';

/** Whether an address of the message is one of the debtor's. */
const toOrFrom = (...addresses: string[]) => `exists (
  select from published.debtor d join published.contact_point p on p.client_id = d.client_id and p.account_id = d.account_id and p.debtor_id = d.debtor_id
  where d.client_id = t.client_id and d.account_id = t.account_id and d.external_debtor_ref = $ref and (${addresses
    .map((address) => `lower(${address}) in (lower(p.value), p.normalized)`)
    .join(' or ')}))`;

const { left } = setting({ request: `'{}'::jsonb`, recipient: 'null', rendered: 'null', last_error: 'null', error_words: 'null' });

defineErasable(
  { name: 'shownPages', kind: 'portal', table: 'landing_page_shown', left: 'true', erase: 'delete', age: 't.last_shown_at' },
  { name: 'looksOfShownPages', kind: 'portal', table: 'landing_page_shown_look', left: 'true', erase: 'delete', age: 't.last_shown_at' },
  { name: 'conversationReviews', kind: 'messages', table: 'conversation_review', ...setting({ comment: `''` }) },
  {
    name: 'automatedCalls',
    kind: 'messages',
    table: 'automated_call',
    ...setting({ keys: `'[]'::jsonb`, reason: `''` }),
    // Before the number goes by which it is known whose call it was.
    debtor: `exists (select from communication c where c.client_id = t.client_id and c.outbox_id = t.outbox_id and ${toOrFrom('c.recipient')})`,
  },
  {
    name: 'messages',
    kind: 'messages',
    table: 'communication',
    ...setting({
      recipient: `''`,
      sender: `''`,
      subject: 'null',
      text_content: `''`,
      html_content: 'null',
      provider_ref: 'null',
      links: `'[]'::jsonb`,
      attachments: `'[]'::jsonb`,
      media: `'[]'::jsonb`,
      call: 'null',
    }),
    debtor: `(${toOrFrom('t.recipient', 't.sender')} or t.channel = 'letter' and ${addressedTo('t', 't.recipient')})`,
  },
  {
    name: 'outbox',
    kind: 'messages',
    table: 'outbox',
    // What is on its way needs its words until it has left.
    left: `t.status not in ('queued', 'sending') and (${left})`,
    erase: { request: `'{}'::jsonb`, recipient: 'null', rendered: 'null', last_error: 'null', error_words: 'null' },
    debtor: `(${toOrFrom('t.recipient')} or t.channel = 'letter' and ${addressedTo('t', 't.recipient')})`,
  },
  {
    name: 'printedLetters',
    kind: 'messages',
    table: 'print_batch_letter',
    ...setting({ recipient: `''`, postal_code: `''` }),
    debtor: addressedTo('t', 't.recipient'),
  },
  {
    name: 'unmatchedMessages',
    kind: 'unmatched',
    table: 'unmatched_message',
    left: 'true',
    erase: 'delete',
    account: null,
    age: 't.received_at',
  },
);

definePersonalSections({
  name: 'messages',
  read: rowsOf('communication', 't.created_at', ['account_id', 'outbox_id', 'tracking_token', 'links', 'user_id', 'parent_id']),
});
