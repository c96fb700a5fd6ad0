/** Personal data of files: their names, and above all their bytes, which go when the transaction has ended well. */
import type { Instant } from '../../../core/time.ts';
import { DAY } from '../../../core/time.ts';
import { addressedTo, defineErasable, definePersonalSections, rowsOf, setting } from '../../platform/personal.ts';
import { removeLeftFiles } from './files.logic.ts';

/** Deleted so long ago that nobody takes it back: what is erased is told from what staff deleted yesterday. */
const EPOCH = `'1970-01-01T00:00:00Z'::timestamptz`;

defineErasable({
  name: 'files',
  kind: 'files',
  table: 'add_on_file',
  ...setting({
    status: `'deleted'`,
    deleted_at: EPOCH,
    name: `''`,
    sha256: 'null',
    document_type: 'null',
    status_reason: 'null',
    tags: `'{}'::text[]`,
  }),
  // Of one debtor among several: the letters to them, whose messages are erased before (privacy.erase.logic.ts).
  debtor: `exists (select from communication c where c.client_id = t.client_id and c.outbox_id = t.file_id and c.channel = 'letter'
    and (c.recipient = '' or ${addressedTo('c', 'c.recipient')}))`,
  outside: (tx) => removeLeftFiles(tx, DAY as Instant),
});
definePersonalSections({
  name: 'files',
  read: async (tx, subject) =>
    (await rowsOf('add_on_file', 't.created_at', ['account_id', 'stored_at', 'preview'])(tx, subject)).filter(
      (row) => row.status === 'stored',
    ),
});
