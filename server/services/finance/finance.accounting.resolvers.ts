/** The accounting export on the outside: settings, batches, their sums and files. */
import { englishOf, fault } from '../../../core/fault.ts';
import { fromDecimal, money } from '../../../core/money.ts';
import { now } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { openSftp, wordsOfSftp } from '../../platform/delivery/sftp.session.ts';
import { afterReading } from '../../platform/guard.ts';
import { outboundOf } from '../../platform/outbound.ts';
import { readHealth } from '../../platform/outbox/circuit.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import {
  type AccountingBatch,
  type ListedBatch,
  listBatches,
  previewBatch,
  readBatch,
  requestBatch,
  requestReversal,
  withNumbers,
} from './accounting/batch.logic.ts';
import { DEFAULT_CHARTS } from './accounting/chart.ts';
import { queueDelivery } from './accounting/make.logic.ts';
import {
  ACCOUNTING,
  listMethods,
  pinAccountingKey,
  readAccounting,
  type SavedAccounting,
  saveAccounting,
} from './accounting/setting.logic.ts';
import type { Group } from './accounting/waiting.logic.ts';
import type { MutationResolvers, QueryResolvers } from './finance.graphql.ts';

/** How long a server may take while somebody waits, milliseconds. */
const TEST_MS = 15_000;

export const accountingQueries: QueryResolvers = {
  getAccountingSetting: async (_, __, { tx }) => setting(tx, await readAccounting(tx)),
  listAccountingBatches: async (_, { limit, offset }, { tx }) => {
    const { items, total } = await listBatches(tx, Math.min(100, Math.max(1, limit ?? 50)), Math.max(0, offset ?? 0));
    return { items: items.map(shown), total };
  },
  getAccountingBatch: async (_, { batchId }, { tx }) => one(tx, await readBatch(tx, batchId)),
  previewAccountingBatch: async (_, { from, until }, { tx }) => {
    const { groups, missing, entries } = await previewBatch(tx, from ?? null, until ?? null);
    return { entries, missing: missing.map((each) => ({ ...each, claims: [...each.claims] })), sums: sumsOf(groups) };
  },
};

export const accountingMutations: MutationResolvers = {
  saveAccountingSetting: async (_, { settings, secrets, forgetKey, revision }, { tx, identity }) =>
    setting(
      tx,
      await saveAccounting(
        tx,
        { settings, secrets: secrets ?? {}, forgetKey: forgetKey ?? false, revision },
        identity.userId,
        outboundOf(readConfig()),
      ),
    ),
  testAccountingServer: async (_, { clientId }, { tx, database }) => {
    const { settings, secrets, fingerprint } = await readAccounting(tx);
    const server = settings.delivery;
    if (!server) throw fault('CONFLICT', 'accountingNoServer');
    return afterReading(async () => {
      const session = await openSftp({ ...server, ...secrets, fingerprint }, outboundOf(readConfig()), TEST_MS).catch((error: unknown) => {
        const said = wordsOfSftp(error);
        throw fault('UNAVAILABLE', said.key === 'sftpOtherKey' ? 'connectorOtherKey' : said.key, said.values as never);
      });
      session.client.end();
      if (fingerprint === null) await inClient(database, clientId, (later) => pinAccountingKey(later, session.fingerprint));
      return { fingerprint: session.fingerprint };
    });
  },
  createAccountingBatch: async (_, { from, until }, { tx, identity }) =>
    one(tx, await requestBatch(tx, from ?? null, until ?? null, identity.userId)),
  reverseAccountingBatch: async (_, { batchId }, { tx, identity }) => one(tx, await requestReversal(tx, batchId, identity.userId)),
  deliverAccountingBatch: async (_, { batchId }, { tx }) => {
    const batch = await readBatch(tx, batchId);
    if (batch.status !== 'made') throw fault('CONFLICT', 'accountingNotMade');
    if (!(await readAccounting(tx)).settings.delivery) throw fault('CONFLICT', 'accountingNoServer');
    await queueDelivery(tx, batchId, String(now()));
    return one(tx, batch);
  },
};

async function setting(tx: Tx, { settings, fingerprint, filled, revision }: SavedAccounting) {
  const [health] = settings.delivery ? await readHealth(tx, (kind) => kind === ACCOUNTING) : [];
  return {
    settings,
    charts: DEFAULT_CHARTS,
    methods: await listMethods(tx),
    fingerprint,
    hasPassword: filled.includes('password'),
    hasPrivateKey: filled.includes('privateKey'),
    awaySince: health?.pausedAt ?? null,
    away: health?.pausedAt ? health.reason : null,
    awayKey: health?.errorKey ?? null,
    awayValues: health?.errorValues ?? null,
    revision,
  };
}

async function one(tx: Tx, batch: AccountingBatch) {
  const [listed] = await withNumbers(tx, [batch]);
  return shown(listed!);
}

function shown(batch: ListedBatch) {
  const { error, deliveryError } = batch;
  return {
    ...batch,
    isReversal: batch.reversesBatchId !== null,
    from: batch.fromDay,
    until: batch.untilDay,
    sums: batch.sums.map(({ currency, account, ...sums }) => {
      const amount = (text: string) => money(fromDecimal(text, currency) ?? 0n, currency);
      return {
        currency,
        account,
        debit: amount(sums.debit),
        credit: amount(sums.credit),
        ledgerDebit: amount(sums.ledgerDebit),
        ledgerCredit: amount(sums.ledgerCredit),
      };
    }),
    files: batch.files.map((file, fileNumber) => ({ ...file, fileNumber })),
    error: error && englishOf(error),
    errorKey: error?.key ?? null,
    errorValues: error?.values ?? null,
    deliveryError: deliveryError && englishOf(deliveryError),
    deliveryErrorKey: deliveryError?.key ?? null,
    deliveryErrorValues: deliveryError?.values ?? null,
    userId: batch.createdBy,
  };
}

function sumsOf(groups: readonly Group[]) {
  const sums = new Map<string, { entries: number; plus: bigint; minus: bigint }>();
  for (const { currency, entries, plus, minus } of groups) {
    const sum = sums.get(currency) ?? { entries: 0, plus: 0n, minus: 0n };
    sums.set(currency, { entries: sum.entries + entries, plus: sum.plus + plus, minus: sum.minus + minus });
  }
  return [...sums].map(([currency, { entries, plus, minus }]) => ({
    currency,
    entries,
    debit: money(plus, currency),
    credit: money(-minus, currency),
  }));
}
