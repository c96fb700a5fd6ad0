import type { Uuid } from '../../../core/id.ts';
import { defineJob } from '../../platform/jobs.ts';
import { REMAKE_DESIGNS } from './cms.brand.logic.ts';
import { remakeAll } from './cms.design.logic.ts';

/** A client's brand or one of its shared blocks has changed. */
export const remakeDesignsJob = defineJob<{ clientId: Uuid }>({
  name: REMAKE_DESIGNS.name,
  run: ({ clientId }, database) => remakeAll(database, clientId),
});
