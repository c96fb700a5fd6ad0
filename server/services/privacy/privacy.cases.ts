import { uuidv7 } from '../../../core/id.ts';
import { defaultPeriod } from '../../../core/retention.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { createDataFile } from './privacy.file.logic.ts';
import { placeLegalHold } from './privacy.hold.logic.ts';

const own = ({ clientId }: World) => ({ clientId });
const account = ({ clientId, accountId }: World) => ({ clientId, accountId });
const person = ({ clientId, accountId, externalDebtorRef }: World) => ({ clientId, accountId, externalDebtorRef });
const persons = ({ clientId, accountId, externalDebtorRef }: World) => ({ clientId, persons: [{ accountId, externalDebtorRef }] });

export const cases: Cases = {
  seed: async (tx, world) => {
    const { accountId = '', externalDebtorRef = '' } = world;
    const hold = await placeLegalHold(tx, { accountId, externalDebtorRef: null, reason: 'Lawsuit', until: null }, world.userId ?? uuidv7());
    const file = await createDataFile(tx, [{ accountId, externalDebtorRef }], null, world.userId ?? uuidv7());
    Object.assign(world, { holdId: hold.holdId, dataFileId: file.dataFileId });
  },
  operations: {
    findPersonAccounts: person,
    listPersonalDataFiles: account,
    getLegalHolds: account,
    listLegalHolds: own,
    getErasurePlan: persons,
    listErasures: account,
    listRetentionRules: own,
    previewRetentionRule: ({ clientId }) => ({ clientId, kind: 'notes', months: 12, fromYearEnd: false }),
    createPersonalDataFile: persons,
    deletePersonalDataFile: ({ clientId, dataFileId }) => ({ clientId, dataFileId }),
    recordRectification: (world) => ({ ...person(world), fields: ['city'], requestedOn: '2026-01-02', informed: ['Nordlicht'] }),
    erasePersonalData: persons,
    placeLegalHold: (world) => ({ ...account(world), reason: 'Police' }),
    releaseLegalHold: ({ clientId, holdId }) => ({ clientId, holdId, reason: 'Over' }),
    setRetentionRule: ({ clientId }) => ({
      clientId,
      rule: { kind: 'portal', ...defaultPeriod('portal', 'DE'), isActive: false, revision: 0 },
    }),
  },
};
