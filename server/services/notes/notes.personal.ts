/** Personal data of notes: what staff wrote down. */
import { defineErasable, definePersonalSections, rowsOf } from '../../platform/personal.ts';

defineErasable({ name: 'notes', kind: 'notes', table: 'note', left: 'true', erase: 'delete' });
definePersonalSections({ name: 'notes', read: rowsOf('note', 't.created_at', ['account_id', 'note_id']) });
