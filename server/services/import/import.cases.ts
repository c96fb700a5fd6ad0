import { Readable } from 'node:stream';
import { words } from '../../../core/fault.ts';
import { uuidv7 } from '../../../core/id.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { readConfig } from '../../platform/config.ts';
import { outboundOf } from '../../platform/outbound.ts';
import { storeFile } from './import.files.ts';
import { registerImport, saveMapping, saveRejections } from './import.logic.ts';
import type { Mapping } from './import.mapping.ts';
import { saveWatch } from './import.watch.logic.ts';

const mapping: Mapping = {
  record: 'claims',
  hasHeader: true,
  decimalMark: '.',
  dateOrder: 'YMD',
  fields: [
    { field: 'account.ref', column: 'account' },
    { field: 'claim.ref', column: 'claim' },
    { field: 'claim.amount', column: 'amount' },
  ],
};
const watch = (world: World, name: string) => ({
  name,
  isActive: false,
  kind: 'folder',
  folder: '',
  pattern: '*.csv',
  mappingId: world.watchMappingId,
  everyMinutes: 15,
  times: [],
  workingDays: false,
  isMoved: true,
  confirm: 'overLimit',
  mostRejected: 5,
  userIds: [world.userId],
});
const watched = (world: World) => ({ clientId: world.clientId, watchId: world.watchId });
const own = (world: World) => ({ clientId: world.clientId });
const one = (world: World) => ({ clientId: world.clientId, importId: world.importId });

export const cases: Cases = {
  seed: async (tx, world) => {
    world.importId = uuidv7();
    const stored = await storeFile(tx.clientId, world.importId, Readable.from(['account,claim,amount\nK1,R1,10.00\n']), 1000);
    await registerImport(tx, world.importId, 'portfolio.csv', stored, { encoding: 'utf-8', separator: ',', lines: 2 });
    await saveRejections(
      tx,
      world.importId,
      [{ number: 2, field: 'claim.amount', words: words('cellEmpty'), cells: ['K1', 'R1', ''] }],
      true,
    );
    world.mappingId = (await saveMapping(tx, 'Monthly invoices', mapping)).mappingId;
    world.watchMappingId = (await saveMapping(tx, 'Watched', mapping)).mappingId;
    const input = { server: null, marker: null, ...watch(world, 'Portfolio') };
    const saved = { watchId: null, watch: { ...input, userIds: [] }, secrets: {}, forgetKey: false, revision: 0 };
    world.watchId = (await saveWatch(tx, saved, uuidv7(), outboundOf(readConfig()))).watchId;
  },
  operations: {
    listImports: own,
    getImport: one,
    getImportFile: one,
    listImportFields: own,
    listImportWatches: own,
    getWatchPlaces: own,
    getImportWatch: watched,
    listWatchedFiles: watched,
    listWatchLooks: watched,
    lookNow: watched,
    testImportWatch: (world) => ({ ...watched(world), watch: watch(world, 'Portfolio') }),
    saveImportWatch: (world) => ({ ...watched(world), watch: watch(world, 'Portfolio'), revision: 1 }),
    deleteImportWatch: watched,
    listImportMappings: own,
    listImportRejectionReasons: one,
    listImportRejections: one,
    saveImportMapping: (world) => ({ clientId: world.clientId, name: 'Weekly', mapping }),
    deleteImportMapping: (world) => ({ clientId: world.clientId, mappingId: world.mappingId }),
    checkImport: (world) => ({ ...one(world), mapping }),
    runImport: (world) => ({ ...one(world), mapping }),
    startImport: one,
    cancelImport: one,
  },
  refused: {
    runImport: 'importNotNow',
    startImport: 'importNotNow',
    testImportWatch: 'watchFolderNone',
  },
};
