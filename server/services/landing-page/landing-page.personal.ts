/** Personal data of the debtor's page: links, and when they were opened. */
import { defineErasable, definePersonalSections, rowsOf } from '../../platform/personal.ts';

defineErasable(
  { name: 'links', kind: 'portal', table: 'tiny_link', left: 'true', erase: 'delete', age: 't.expires_at' },
  { name: 'visits', kind: 'portal', table: 'portal_act', left: 'true', erase: 'delete', age: 't.created_at' },
  { name: 'checks', kind: 'portal', table: 'portal_check', left: 'true', erase: 'delete', account: null, age: 't.touched_at' },
);
definePersonalSections({ name: 'links', read: rowsOf('tiny_link', 't.created_at', ['account_id', 'code_digest', 'link_id']) });
