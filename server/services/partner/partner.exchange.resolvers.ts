import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { enqueue } from '../../platform/jobs.ts';
import { outboundOf } from '../../platform/outbound.ts';
import './partner.exchange.export.ts';
import './partner.exchange.jobs.ts';
import './partner.exchange.personal.ts';
import { lookJob } from './exchange/file.job.logic.ts';
import { acknowledgeFile, deleteFile, fetchFile, listFiles, presentFile, requestFile, sendFile } from './exchange/file.logic.ts';
import { viewReturn } from './exchange/in.add.logic.ts';
import { checkReturnMapping } from './exchange/in.mapping.ts';
import { pinKey, testServer } from './exchange/look.server.ts';
import {
  listReturns,
  listRows,
  moveReturn,
  presentMapping,
  presentReturn,
  presentRow,
  type ReturnRecord,
  readReturn,
} from './exchange/return.logic.ts';
import {
  type Exchange,
  makeOwnKey,
  presentExchange,
  readExchange,
  saveExchange,
  scheduleFiles,
  writeExchange,
} from './exchange/setting.logic.ts';
import { getPartner } from './ground/partner.logic.ts';
import type { Resolvers } from './partner.graphql.ts';

const exchangeOf = async (row: Exchange) => ({
  ...(await presentExchange(row)),
  mapping: row.mapping && presentMapping(checkReturnMapping(row.mapping)),
  layout: row.layout && { ...row.layout, columns: [...row.layout.columns] },
});

const returnsOf = ({ items, total }: { items: readonly ReturnRecord[]; total: number }) => ({ items: items.map(presentReturn), total });

export const exchangeQueries = {
  getOutsourcedFilesV2: async (_, { partnerId, limit, offset }, { tx }) => {
    const { items, total } = await listFiles(tx, partnerId ?? null, limit ?? 25, offset ?? 0);
    return { items: items.map(presentFile), total };
  },
  getOutsourcedFile: async (_, { id }, { tx }) => presentFile(await fetchFile(tx, id)),
  getPartnerExchange: async (_, { partnerId }, { tx }) => exchangeOf(await readExchange(tx, partnerId)),
  listPartnerReturns: async (_, { partnerId, limit, offset }, { tx }) => {
    await getPartner(tx, partnerId);
    return returnsOf(await listReturns(tx, partnerId, limit ?? 25, offset ?? 0));
  },
  getPartnerReturn: async (_, { returnId }, { tx }) => presentReturn(await readReturn(tx, returnId)),
  getPartnerReturnFile: async (_, { returnId }, { tx }) => {
    const { columns, rows, suggestion } = await viewReturn(tx, returnId);
    return { columns, rows: rows.map((row) => [...row]), suggestion: presentMapping(suggestion) };
  },
  listPartnerReturnRows: async (_, { returnId, outcome, limit, after }, { tx }) => {
    const { items, total } = await listRows(tx, returnId, outcome ?? null, limit ?? 50, after ?? 0);
    return { items: items.map(presentRow), total };
  },
} satisfies Resolvers['Query'];

export const exchangeMutations = {
  makeOutsourcedFile: async (_, { partnerId, isSentAlong }, { tx }) => presentFile(await requestFile(tx, partnerId, isSentAlong ?? false)),
  scheduleFileOutsourcing: async (_, { partnerId, at, dailyAt }, { tx }) =>
    exchangeOf(await scheduleFiles(tx, partnerId, at ?? null, dailyAt ?? null)),
  sendOutsourcedFile: async (_, { id }, { tx }) => presentFile(await sendFile(tx, id)),
  acknowledgeOutsourcedFile: async (_, { id, note }, { tx }) =>
    presentFile(await acknowledgeFile(tx, id, note ?? null, tx.actor.id as Uuid)),
  deleteOutsourcedFile: async (_, { id }, { tx }) => {
    await deleteFile(tx, id);
    return true;
  },
  savePartnerExchange: async (_, { partnerId, exchange, revision }, { tx }) =>
    exchangeOf(await saveExchange(tx, partnerId, exchange, revision, outboundOf(readConfig()))),
  makePartnerKey: async (_, { partnerId }, { tx }) => exchangeOf(await makeOwnKey(tx, partnerId)),
  testPartnerServer: async (_, { partnerId }, { tx }) => {
    const { fingerprint, inFiles, outFiles, said } = await testServer(await readExchange(tx, partnerId), readConfig());
    if (fingerprint !== null && said === null) await pinKey(tx, partnerId, fingerprint);
    return { fingerprint, inFiles: [...inFiles], outFiles: [...outFiles], errorKey: said?.key ?? null, errorValues: said?.values ?? null };
  },
  lookForPartnerFiles: async (_, { partnerId }, { tx }) => {
    await getPartner(tx, partnerId);
    await enqueue(tx, lookJob, { clientId: tx.clientId, partnerId }, { key: `${lookJob.name}:${partnerId}` });
    return true;
  },
  checkPartnerReturn: async (_, { returnId, mapping, saves }, { tx }) => {
    const checked = checkReturnMapping(mapping);
    const row = await moveReturn(tx, returnId, 'checking', { mapping: checked });
    if (saves) {
      await readExchange(tx, row.partnerId as Uuid, true);
      await writeExchange(tx, row.partnerId as Uuid, { mapping: checked });
    }
    return presentReturn(row);
  },
  bookPartnerReturn: async (_, { returnId }, { tx }) =>
    presentReturn(await moveReturn(tx, returnId, 'booking', { bookedBy: tx.actor.id as Uuid })),
  cancelPartnerReturn: async (_, { returnId }, { tx }) => presentReturn(await moveReturn(tx, returnId, 'cancelled')),
} satisfies Resolvers['Mutation'];
