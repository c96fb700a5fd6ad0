/** Personal data of contacts that ended: what was said on the telephone and why somebody does not pay. */
import { defineErasable, definePersonalSections, rowsOf } from '../../platform/personal.ts';

defineErasable({
  name: 'resolutions',
  kind: 'notes',
  table: 'communication_resolution',
  left: `t.additional_information <> ''`,
  erase: { texts: 'resolutions' },
});
definePersonalSections({
  name: 'contacts',
  read: rowsOf('communication_resolution', 't.created_at', ['account_id', 'resolution_id', 'communication_request_id']),
});
