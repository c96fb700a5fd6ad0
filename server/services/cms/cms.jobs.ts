import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob } from '../../platform/jobs.ts';
import { REMAKE_DESIGNS } from './cms.brand.logic.ts';
import { remakeAll } from './cms.design.logic.ts';
import { refreshAll } from './cms.whatsapp.logic.ts';

/** A client's brand or one of its shared blocks has changed. */
export const remakeDesignsJob = defineJob<{ clientId: Uuid }>({
  name: REMAKE_DESIGNS.name,
  run: ({ clientId }, database) => remakeAll(database, clientId),
});

/** WhatsApp tells what it has decided; what it did not manage to tell is asked for every quarter of an hour. */
export const refreshTemplatesJob = defineJob({
  name: 'cms.whatsappTemplates',
  cron: '*/15 * * * *',
  run: (_payload, database, signal) => refreshAll(database, readConfig(), signal),
});
