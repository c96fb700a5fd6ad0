import type { Uuid } from '../../../core/id.ts';
import { HOUR, type Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { REMAKE_DESIGNS } from './cms.brand.logic.ts';
import { remakeAll } from './cms.design.logic.ts';
import { FETCH_MEDIA, fetchMedia } from './cms.media.logic.ts';
import { removePreviews } from './cms.print.ts';
import { refreshAll } from './cms.whatsapp.logic.ts';

/** A client's brand or one of its shared blocks has changed. */
export const remakeDesignsJob = defineJob<{ clientId: Uuid }>({
  name: REMAKE_DESIGNS.name,
  run: ({ clientId }, database) => remakeAll(database, clientId),
});

/** Files that came along with a debtor's message, at its provider. */
export const fetchMediaJob = defineJob<{ clientId: Uuid; communicationId: Uuid }>({
  name: FETCH_MEDIA.name,
  run: ({ clientId, communicationId }, database) => fetchMedia(database, clientId, communicationId, readConfig()),
});

/** PDFs that somebody looked at while writing a letter. */
export const removePreviewsJob = defineJob({
  name: 'cms.removeLetterPreviews',
  cron: '41 * * * *',
  run: async (_payload, database) => {
    const before = (now() - HOUR) as Instant;
    for (const clientId of await allClients(database)) await inClient(database, clientId, (tx) => removePreviews(tx, before));
  },
});

/** WhatsApp tells what it has decided; what it did not manage to tell is asked for every quarter of an hour. */
export const refreshTemplatesJob = defineJob({
  name: 'cms.whatsappTemplates',
  cron: '*/15 * * * *',
  run: (_payload, database, signal) => refreshAll(database, readConfig(), signal),
});
