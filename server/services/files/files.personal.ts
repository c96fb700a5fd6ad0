/** Personal data of files: their names, and above all their bytes, which go when the transaction has ended well. */
import type { Instant } from '../../../core/time.ts';
import { DAY } from '../../../core/time.ts';
import { defineErasable, definePersonalSections, rowsOf, setting } from '../../platform/personal.ts';
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
  outside: (tx) => removeLeftFiles(tx, DAY as Instant),
});
definePersonalSections({
  name: 'files',
  read: async (tx, subject) =>
    (await rowsOf('add_on_file', 't.created_at', ['account_id', 'stored_at', 'preview'])(tx, subject)).filter(
      (row) => row.status === 'stored',
    ),
});
