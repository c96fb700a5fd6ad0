/** Personal data of notifications: they name the debtor and quote the task. */
import { defineErasable } from '../../platform/personal.ts';

defineErasable({ name: 'notifications', kind: 'notes', table: 'notification', left: 'true', erase: 'delete' });
