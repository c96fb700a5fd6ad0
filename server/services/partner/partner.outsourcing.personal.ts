/** Personal data of outsourcing: what people said about a claim when they gave it away or took it back. */
import { defineErasable, definePersonalSections, rowsOf, setting } from '../../platform/personal.ts';

defineErasable({
  name: 'assignments',
  kind: 'notes',
  table: 'claim_assignment',
  ...setting({ note: 'null', end_note: 'null', debtor_key: `''` }),
});

definePersonalSections({
  name: 'assignments',
  read: rowsOf('claim_assignment', 't.created_at, t.external_claim_ref', [
    'account_id',
    'assignment_id',
    'partner_id',
    'request_key',
    'run_id',
    'debtor_key',
    'created_by',
  ]),
});
