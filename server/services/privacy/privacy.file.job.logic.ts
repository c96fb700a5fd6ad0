import type { Uuid } from '../../../core/id.ts';
import type { JobReference } from '../../platform/jobs.ts';

/** Makes a file of everything known about a person. Named apart from its definition, which needs what asks for it. */
export const dataFileJob: JobReference<{ clientId: Uuid; dataFileId: Uuid }> = { name: 'privacy.dataFile' };
