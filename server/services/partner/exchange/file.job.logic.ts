/** Names the jobs of files for those who ask for them; they are defined above the room. */
import type { Uuid } from '../../../../core/id.ts';
import type { JobReference } from '../../../platform/jobs.ts';

export const makeFileJob: JobReference<{ clientId: Uuid; fileId: Uuid }> = { name: 'partner.file' };
export const returnJob: JobReference<{ clientId: Uuid; returnId: Uuid }> = { name: 'partner.return' };
export const lookJob: JobReference<{ clientId: Uuid; partnerId: Uuid }> = { name: 'partner.look' };
