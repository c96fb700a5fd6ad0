import './privacy.jobs.ts';
import { isAccountKind, RETENTION_KINDS } from '../../../core/retention.ts';
import { type Counts, type ErasureRow, finishErasures } from './privacy.erase.logic.ts';
import { createDataFile, type DataFileRow, deleteDataFile, listDataFiles, removeDataFileBytes } from './privacy.file.logic.ts';
import type { Resolvers } from './privacy.graphql.ts';
import { type HoldRow, listLegalHolds, placeLegalHold, releaseLegalHold } from './privacy.hold.logic.ts';
import { findPersonAccounts } from './privacy.person.logic.ts';
import { eraseOnRequest, listErasures, planErasure, recordRectification } from './privacy.request.logic.ts';
import { listRetentionRules, previewRetentionRule, type RetentionRule, setRetentionRule } from './privacy.rule.logic.ts';

const countsOf = (counts: Counts) => Object.entries(counts).map(([name, count]) => ({ name, count }));
const presentErasure = ({ erasureId, counts, ...row }: ErasureRow) => ({ ...row, id: erasureId, counts: countsOf(counts) });
const presentFile = ({ dataFileId, parts, ...row }: DataFileRow) => ({
  ...row,
  persons: [...row.persons],
  id: dataFileId,
  size: Object.values(parts).reduce((sum, part) => sum + part.size, 0),
});
const presentHold = <Row extends HoldRow>({ holdId, ...row }: Row) => ({ ...row, id: holdId });
const presentRule = (rule: RetentionRule) => ({ ...rule, countedFrom: isAccountKind(rule.kind) ? 'account' : 'record' });

export const resolvers: Resolvers = {
  Query: {
    findPersonAccounts: async (_, { accountId, externalDebtorRef }, { tx }) =>
      (await findPersonAccounts(tx, accountId, externalDebtorRef)).map((each) => ({ ...each, signs: [...each.signs] })),
    listPersonalDataFiles: async (_, { accountId }, { tx }) => (await listDataFiles(tx, accountId)).map(presentFile),
    getLegalHolds: async (_, { accountId }, { tx }) => (await listLegalHolds(tx, accountId)).map(presentHold),
    listLegalHolds: async (_, __, { tx }) => (await listLegalHolds(tx, null)).map(presentHold),
    getErasurePlan: async (_, { persons }, { tx }) =>
      (await planErasure(tx, persons)).map((line) => ({ ...line, counts: countsOf(line.counts) })),
    listErasures: async (_, { accountId, limit, offset }, { tx }) =>
      (await listErasures(tx, { accountId: accountId ?? null, limit: limit ?? 50, offset: offset ?? 0 })).map(presentErasure),
    listRetentionRules: async (_, __, { tx }) => (await listRetentionRules(tx)).map(presentRule),
    previewRetentionRule: async (_, asked, { tx }) => {
      const preview = await previewRetentionRule(tx, asked);
      return { ...preview, counts: countsOf(preview.counts) };
    },
  },
  Mutation: {
    createPersonalDataFile: async (_, { persons, locale }, { tx, identity }) =>
      presentFile(await createDataFile(tx, persons, locale ?? null, identity.userId)),
    deletePersonalDataFile: async (_, { dataFileId }, { tx, afterCommit }) => {
      const row = await deleteDataFile(tx, dataFileId);
      afterCommit(() => removeDataFileBytes(row));
      return { ...presentFile(row), status: 'deleted' };
    },
    recordRectification: (_, asked, { tx }) => recordRectification(tx, { ...asked, informed: asked.informed ?? [] }),
    erasePersonalData: async (_, { persons }, { tx, identity, database, clientId, afterCommit }) => {
      const rows = await eraseOnRequest(tx, persons, identity.userId);
      afterCommit(() => finishErasures(database, clientId, RETENTION_KINDS));
      return rows.map(presentErasure);
    },
    placeLegalHold: async (_, { accountId, externalDebtorRef, reason, until }, { tx, identity }) => {
      const hold = { accountId, externalDebtorRef: externalDebtorRef ?? null, reason, until: until ?? null };
      const placed = await placeLegalHold(tx, hold, identity.userId);
      return presentHold((await listLegalHolds(tx, accountId)).find((each) => each.holdId === placed.holdId)!);
    },
    releaseLegalHold: async (_, { holdId, reason }, { tx, identity }) => {
      const released = await releaseLegalHold(tx, holdId, reason, identity.userId);
      return presentHold((await listLegalHolds(tx, released.accountId)).find((each) => each.holdId === holdId)!);
    },
    setRetentionRule: async (_, { rule }, { tx, identity }) => (await setRetentionRule(tx, rule, identity.userId)).map(presentRule),
  },
};
