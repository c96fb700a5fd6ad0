/** Personal data of proposals: what an assistant said of an account, and what it would have written there. */
import { defineErasable, definePersonalSections, rowsOf } from '../../platform/personal.ts';

defineErasable({ name: 'proposals', kind: 'notes', table: 'api_proposal', left: 'true', erase: 'delete' });
definePersonalSections({ name: 'proposals', read: rowsOf('api_proposal', 't.created_at', ['account_id', 'proposal_id', 'digest']) });
