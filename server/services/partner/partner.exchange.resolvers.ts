import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import type { RequestContext } from '../../platform/guard.ts';
import { enqueue } from '../../platform/jobs.ts';
import { outboundOf } from '../../platform/outbound.ts';
import { partnersOf } from '../../platform/partnerReach.ts';
import type { Tx } from '../../platform/tenancy.ts';
import './partner.exchange.export.ts';
import './partner.exchange.jobs.ts';
import './partner.exchange.personal.ts';
import { lookJob } from './exchange/file.job.logic.ts';
import {
  acknowledgeFile,
  deleteFile,
  fetchFile,
  listFiles,
  listItems,
  presentFile,
  readFile,
  requestFile,
  resumeSending,
  sendFile,
} from './exchange/file.logic.ts';
import { viewReturn } from './exchange/in.add.logic.ts';
import { checkReturnMapping } from './exchange/in.mapping.ts';
import { listUntaken } from './exchange/look.logic.ts';
import { pinKey, testServer } from './exchange/look.server.ts';
import { listReturns, listRows, moveReturn, presentMapping, presentReturn, presentRow, readReturn } from './exchange/return.logic.ts';
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

/** What a partner hands in goes on as what lies in its folder does: the partner itself decides nothing about it. @throws Fault NOT_FOUND, FORBIDDEN */
async function requireClient({ tx, identity }: RequestContext, returnId: Uuid): Promise<void> {
  await readReturn(tx, returnId);
  if (isPartners({ tx, identity })) throw fault('FORBIDDEN', 'returnByClient');
}

const exchangeOf = async (tx: Tx, row: Exchange) => ({
  ...(await presentExchange(row)),
  folderFiles: await listUntaken(tx, row.partnerId as Uuid),
  mapping: row.mapping && presentMapping(checkReturnMapping(row.mapping)),
  layout: row.layout && { ...row.layout, columns: [...row.layout.columns] },
});

/** Whether it is a partner that asks. */
const isPartners = ({ tx, identity }: Pick<RequestContext, 'tx' | 'identity'>) => partnersOf(identity, tx.clientId) !== null;

export const exchangeQueries = {
  getOutsourcedFilesV2: async (_, { partnerId, limit, offset }, { tx }) => {
    const { items, total } = await listFiles(tx, partnerId ?? null, limit ?? 25, offset ?? 0);
    return { items: items.map(presentFile), total };
  },
  getOutsourcedFile: async (_, { id }, { tx }) => presentFile(await fetchFile(tx, id)),
  getOutsourcedFileFacts: async (_, { id }, { tx }) => presentFile(await readFile(tx, id)),
  listOutsourcedFileItems: (_, { id, limit, offset }, { tx }) => listItems(tx, id, limit ?? 50, offset ?? 0),
  getPartnerExchange: async (_, { partnerId }, { tx }) => exchangeOf(tx, await readExchange(tx, partnerId)),
  listPartnerReturns: async (_, { partnerId, limit, offset }, context) => {
    const { tx } = context;
    if (partnerId) await getPartner(tx, partnerId);
    const { items, total } = await listReturns(tx, partnerId ?? null, limit ?? 25, offset ?? 0);
    return { items: items.map((row) => presentReturn(row, isPartners(context))), total };
  },
  getPartnerReturn: async (_, { returnId }, context) => presentReturn(await readReturn(context.tx, returnId), isPartners(context)),
  getPartnerReturnFile: async (_, { returnId }, { tx }) => {
    const { columns, rows, suggestion } = await viewReturn(tx, returnId);
    return { columns, rows: rows.map((row) => [...row]), suggestion: presentMapping(suggestion) };
  },
  listPartnerReturnRows: async (_, { returnId, outcome, limit, after }, context) => {
    const { items, total } = await listRows(context.tx, returnId, outcome ?? null, limit ?? 50, after ?? 0);
    return { items: items.map((row) => presentRow(row, isPartners(context))), total };
  },
} satisfies Resolvers['Query'];

export const exchangeMutations = {
  makeOutsourcedFile: async (_, { partnerId, isSentAlong }, { tx }) => presentFile(await requestFile(tx, partnerId, isSentAlong ?? false)),
  scheduleFileOutsourcing: async (_, { partnerId, at, dailyAt }, { tx }) =>
    exchangeOf(tx, await scheduleFiles(tx, partnerId, at ?? null, dailyAt ?? null)),
  sendOutsourcedFile: async (_, { id }, { tx }) => presentFile(await sendFile(tx, id)),
  acknowledgeOutsourcedFile: async (_, { id, note }, { tx, identity }) => {
    const by = identity.key ? { keyName: identity.name } : { userId: identity.userId };
    return presentFile(await acknowledgeFile(tx, id, note ?? null, by));
  },
  deleteOutsourcedFile: async (_, { id }, { tx }) => {
    await deleteFile(tx, id);
    return true;
  },
  savePartnerExchange: async (_, { partnerId, exchange, revision }, { tx }) => {
    const saved = await saveExchange(tx, partnerId, exchange, revision, outboundOf(readConfig()));
    if (saved.server !== null) await resumeSending(tx, partnerId);
    return exchangeOf(tx, saved);
  },
  makePartnerKey: async (_, { partnerId }, { tx }) => exchangeOf(tx, await makeOwnKey(tx, partnerId)),
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
  checkPartnerReturn: async (_, { returnId, mapping, saves }, context) => {
    const { tx } = context;
    await requireClient(context, returnId);
    const checked = checkReturnMapping(mapping);
    const row = await moveReturn(tx, returnId, 'checking', { mapping: checked });
    if (saves) {
      await readExchange(tx, row.partnerId as Uuid, true);
      await writeExchange(tx, row.partnerId as Uuid, { mapping: checked });
    }
    return presentReturn(row);
  },
  bookPartnerReturn: async (_, { returnId }, context) => {
    const { tx, identity } = context;
    await requireClient(context, returnId);
    return presentReturn(
      await moveReturn(tx, returnId, 'booking', { bookedBy: identity.userId, isBookedByKey: identity.key !== undefined }),
    );
  },
  cancelPartnerReturn: async (_, { returnId }, context) => {
    await requireClient(context, returnId);
    return presentReturn(await moveReturn(context.tx, returnId, 'cancelled'));
  },
} satisfies Resolvers['Mutation'];
