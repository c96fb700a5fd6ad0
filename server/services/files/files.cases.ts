import { uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';

const file = ({ clientId, fileId }: World) => ({ clientId, fileId });

export const cases: Cases = {
  seed: async (tx, world) => {
    world.fileId = uuidv7();
    await tx.sql(
      `insert into add_on_file (client_id, file_id, account_id, name, extension, mime_type, size, source, uploaded_by, status, created_at)
       values ($1, $2, $3, 'contract.pdf', 'pdf', 'application/pdf', 10, 'staff', $4, 'stored', $5)`,
      [tx.clientId, world.fileId, world.accountId, world.userId, isoInstant(now())],
    );
  },
  operations: {
    listAddOnFiles: ({ clientId, accountId }) => ({ clientId, accountId }),
    getAddOnFile: file,
    getAddOnFileURL: file,
    createAddOnFile: ({ clientId, accountId, externalClaimRef }) => ({
      clientId,
      file: { accountId, externalClaimRef, name: 'invoice.pdf', mimeType: 'application/pdf' },
    }),
    updateAddOnFile: (world) => ({ ...file(world), file: { documentType: 'CONTRACT' } }),
    deleteAddOnFile: file,
    restoreAddOnFile: file,
  },
  refused: {
    restoreAddOnFile: 'fileRemoved',
  },
};
