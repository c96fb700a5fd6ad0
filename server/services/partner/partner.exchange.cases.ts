import { Readable } from 'node:stream';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { storeBytes } from '../files/files.bytes.logic.ts';
import { partnerFile, partnerReturn } from './exchange/exchange.tables.ts';

const MAPPING = {
  hasHeader: true,
  decimalMark: '.',
  dateOrder: 'YMD',
  fields: [
    { field: 'kind', constant: 'payment' },
    { field: 'claimRef', column: 'claim' },
    { field: 'amount', column: 'amount' },
  ],
};
const of = (world: World) => ({ clientId: world.clientId, partnerId: world.partnerId });
const file = (world: World) => ({ clientId: world.clientId, id: world.partnerFileId });
const back = (world: World) => ({ clientId: world.clientId, returnId: world.returnId });

/** Adds a file for the partner that was made, and two from it. */
export async function seedExchange(tx: Tx, world: World): Promise<void> {
  const partnerId = world.partnerId as Uuid;
  const [fileId, returnId, checkedId] = [uuidv7(), uuidv7(), uuidv7()];
  const content = (row: string) => Readable.from([`claim,amount\n${row}\n`]);
  await tx.db.insert(partnerFile).values({
    clientId: tx.clientId,
    fileId,
    partnerId,
    status: 'made',
    fileType: 'csv',
    displayName: 'claims.csv',
    createdAt: now(),
    madeAt: now(),
    ...(await storeBytes(tx.clientId, fileId, content('R1,10.00'), 1000)),
  });
  const back = {
    clientId: tx.clientId,
    partnerId,
    source: 'upload' as const,
    facts: { encoding: 'utf-8', separator: ',', lines: 2, endsWell: true, isAscii: true },
    createdAt: now(),
  };
  await tx.db.insert(partnerReturn).values([
    {
      ...back,
      returnId,
      fileName: 'payments.csv',
      status: 'uploaded',
      ...(await storeBytes(tx.clientId, returnId, content('R1,10.00'), 1000)),
    },
    {
      ...back,
      returnId: checkedId,
      fileName: 'checked.csv',
      status: 'checked',
      mapping: MAPPING,
      ...(await storeBytes(tx.clientId, checkedId, content('R2,10.00'), 1000)),
    },
  ]);
  Object.assign(world, { partnerFileId: fileId, returnId, checkedReturnId: checkedId });
}

export const exchangeOperations: Cases['operations'] = {
  getOutsourcedFilesV2: of,
  getPartnerExchange: of,
  listPartnerReturns: of,
  getPartnerReturn: back,
  getPartnerReturnFile: back,
  listPartnerReturnRows: back,
  makeOutsourcedFile: of,
  scheduleFileOutsourcing: (world) => ({ ...of(world), dailyAt: '06:30' }),
  savePartnerExchange: (world) => ({ ...of(world), exchange: { fileType: 'csv' }, revision: 0 }),
  makePartnerKey: of,
  testPartnerServer: of,
  lookForPartnerFiles: of,
  checkPartnerReturn: (world) => ({ ...back(world), mapping: MAPPING }),
  bookPartnerReturn: ({ clientId, checkedReturnId }) => ({ clientId, returnId: checkedReturnId }),
  cancelPartnerReturn: back,
  getOutsourcedFile: file,
  getOutsourcedFileFacts: file,
  listOutsourcedFileItems: file,
  sendOutsourcedFile: file,
  acknowledgeOutsourcedFile: file,
  deleteOutsourcedFile: file,
};

export const exchangeRefused: Cases['refused'] = {
  sendOutsourcedFile: 'exchangeNoServer',
  deleteOutsourcedFile: 'partnerFileLeft',
};
