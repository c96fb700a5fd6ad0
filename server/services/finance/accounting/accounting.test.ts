import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { uuidv7 } from '../../../../core/id.ts';
import { instant } from '../../../../core/time.ts';
import { useClock } from '../../../platform/clock.ts';
import { openSftpServer } from '../../../platform/delivery/sftp.testing.ts';
import { drainJobs } from '../../../platform/jobs.ts';
import { scheduleMonth } from '../finance.accounting.jobs.ts';
import { financeFixture, TODAY } from '../finance.testing.ts';
import { bookFee, correctLedgerEntry, writeOff } from '../ledger/booking.logic.ts';
import { book } from '../ledger/ledger.logic.ts';
import { chargeBack } from '../payment/chargeback.logic.ts';
import { settlePayment } from '../payment/payment.logic.ts';
import { refundPayment } from '../payment/refund.logic.ts';
import { toCp1252 } from './cp1252.ts';
import { mountAccountingFiles } from './download.ts';
import { DEFAULT_SETTINGS } from './setting.logic.ts';

const fixture = financeFixture(mountAccountingFiles);
const { accountWith, pay } = fixture;

const BATCH = `batchId number status isReversal reversesNumber reversedByNumber entries until error errorKey deliveredAt deliveryErrorKey
  sums { currency account debit credit ledgerDebit ledgerCredit } files { fileNumber name currency rows sizeBytes sha256 }`;
interface Batch {
  batchId: string;
  number: number | null;
  status: string;
  entries: number;
  errorKey: string | null;
  reversedByNumber: number | null;
  sums: { currency: string; account: string; debit: string; credit: string; ledgerDebit: string; ledgerCredit: string }[];
  files: { fileNumber: number; name: string; rows: number; sha256: string }[];
}

const DATEV = { consultant: 1001, client: 42, fiscalMonth: 7, accountLength: 4, locks: true };
const client = () => ({ clientId: fixture.house.clientA });
const trySave = async (more: object = {}, secrets: object | null = null) => {
  const read = `query ($clientId: ID!) { getAccountingSetting(clientId: $clientId) { revision } }`;
  const { getAccountingSetting } = await fixture.house.call<{ getAccountingSetting: { revision: number } }>('finance', read, client());
  return fixture.house.raw(
    'finance',
    `mutation ($clientId: ID!, $settings: JSON!, $secrets: ServerSecretsInput, $revision: Int!) {
      saveAccountingSetting(clientId: $clientId, settings: $settings, secrets: $secrets, revision: $revision) { revision fingerprint hasPassword } }`,
    { ...client(), settings: { ...DEFAULT_SETTINGS, datev: DATEV, ...more }, secrets, revision: getAccountingSetting.revision },
  );
};
const save = async (more: object = {}, secrets: object | null = null) => {
  const answer = await trySave(more, secrets);
  expect(answer.errors).toBeUndefined();
};
const ask = (until: string | null = TODAY) =>
  fixture.house.raw(
    'finance',
    `mutation ($clientId: ID!, $until: Date) { createAccountingBatch(clientId: $clientId, until: $until) { batchId status } }`,
    { ...client(), until },
  );
/** Those without a number first, then the latest: the clock of these tests goes back. */
const listed = async () =>
  (
    await fixture.house.call<{ listAccountingBatches: { items: Batch[] } }>(
      'finance',
      `query ($clientId: ID!) { listAccountingBatches(clientId: $clientId, limit: 100) { items { ${BATCH} } } }`,
      client(),
    )
  ).listAccountingBatches.items.sort((one, other) => (other.number ?? 1e9) - (one.number ?? 1e9));
/** Makes a batch of everything that is in none. */
const make = async (): Promise<Batch> => {
  const asked = await ask();
  expect(asked.errors).toBeUndefined();
  await drainJobs(fixture.house.database);
  return (await listed()).find(({ number }) => number !== null)!;
};
const reverse = async (batchId: string) => {
  await fixture.house.call(
    'finance',
    `mutation ($clientId: ID!, $batchId: ID!) { reverseAccountingBatch(clientId: $clientId, batchId: $batchId) { status } }`,
    { ...client(), batchId },
  );
  await drainJobs(fixture.house.database);
  return (await listed()).find(({ number }) => number !== null)!;
};
const download = async (batchId: string, fileNumber: number | null = null, role?: string) =>
  fixture.house.app.inject({
    method: 'POST',
    url: '/api/finance/accounting',
    headers: { authorization: await fixture.house.tokenFor(fixture.house.clientA, role) },
    payload: { ...client(), batchId, fileNumber },
  });
/** Cells of a DATEV file, without the quotes. */
const cellsOf = (line: string) => line.split(';').map((cell) => cell.replace(/^"|"$/g, ''));
const journalOf = async ({ batchId }: Batch) => {
  const text = (await download(batchId, 0)).body;
  const [head = '', ...lines] = text.split('\r\n').filter((line) => line !== '');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])) as Record<string, string>);
};
const minor = (decimal: string) => BigInt(decimal.replace(/[.,]/, ''));
const ledgerOf = () =>
  fixture.house.inA((tx) =>
    tx.sql<{ id: string; amount: bigint }>('select entry_id as id, amount from ledger_entry where client_id = $1', [tx.clientId]),
  );

describe('a batch', () => {
  it('is refused while it has no chart or an account is missing, naming what and where, and nothing is written', async () => {
    const { accountId, refs } = await accountWith([100_00n]);
    await fixture.house.inA((tx) =>
      bookFee(tx, {
        accountId,
        externalClaimRef: refs[0]!,
        amount: 5_00n,
        description: 'Reminder',
        valueDate: null,
        idempotencyKey: uuidv7(),
      }),
    );
    expect((await ask()).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', key: 'accountingUnset' });
    await save({ sides: { ...DEFAULT_SETTINGS.sides, fee: '' } });
    expect((await ask()).errors?.[0]?.message).toBe(`Entries without an account: side.fee (1: ${refs[0]})`);
    expect(await listed()).toEqual([]);
    const { previewAccountingBatch } = await fixture.house.call<{ previewAccountingBatch: object }>(
      'finance',
      `query ($clientId: ID!, $until: Date) { previewAccountingBatch(clientId: $clientId, until: $until) { entries sums { currency entries debit credit } missing { key entries claims } } }`,
      { ...client(), until: TODAY },
    );
    expect(previewAccountingBatch).toEqual({
      entries: 2,
      sums: [{ currency: 'EUR', entries: 2, debit: '105.00', credit: '0.00' }],
      missing: [{ key: 'side.fee', entries: 1, claims: refs }],
    });
    for (const [wrong, field] of [
      [{ receivables: { ...DEFAULT_SETTINGS.receivables, costs: '123456' } }, 'settings.receivables.costs'],
      [{ datev: { ...DATEV, client: null } }, 'settings.datev.client'],
      [{ datev: { ...DATEV, consultant: 7 } }, 'settings.datev.consultant'],
      [{ delivery: { host: '127.0.0.1', port: 22, user: 'x', folder: '' } }, 'password'],
      [{ delivery: { host: '10.1.2.3', port: 22, user: 'x', folder: '' } }, 'settings.delivery.host'],
    ] as const)
      expect((await trySave(wrong)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field });
    expect((await ask('2026-11-22')).errors?.[0]?.extensions).toMatchObject({ key: 'accountingFuture', field: 'until' });
  });

  it('holds every entry once as DATEV and as a journal, with the sums of the ledger; the files stay to the byte', async () => {
    await save();
    const { accountId, refs } = await accountWith([200_00n]);
    const ref = refs[0]!;
    const payment = await pay(accountId, refs, 50_00n);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    await save({ methods: [{ method: 'card', account: '1361' }] });
    const batch = await make();
    expect(batch).toMatchObject({ status: 'made', number: 1, entries: 4 });
    const sums = Object.fromEntries(batch.sums.map(({ account, debit, credit }) => [account, [debit, credit]]));
    expect(sums).toEqual({ 1361: ['50.00', '0.00'], 1410: ['305.00', '50.00'], 2700: ['0.00', '5.00'], 9000: ['0.00', '300.00'] });
    expect(batch.sums.every((sum) => sum.debit === sum.ledgerDebit && sum.credit === sum.ledgerCredit)).toBe(true);
    expect(batch.files.map(({ name, rows }) => [name, rows])).toEqual([
      ['journal_00001.csv', 4],
      ['EXTF_Buchungsstapel_00001_2026-11_EUR.csv', 4],
    ]);

    const answer = await download(batch.batchId, 1);
    const bytes = answer.rawPayload;
    // ü in Windows-1252.
    expect(bytes.includes(Buffer.from([0x53, 0x63, 0x68, 0x6c, 0xfc, 0x73, 0x73, 0x65, 0x6c]))).toBe(true);
    const text = bytes.toString('latin1');
    expect(text.endsWith('\r\n')).toBe(true);
    const [head = '', columns = '', ...lines] = text.trimEnd().split('\r\n');
    expect(cellsOf(head)).toHaveLength(31);
    expect(head).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20261121100000000;;"QT";"Quittance";"";1001;42;20260701;4;20261101;20261130;"Quittance 00001 2026-11";"";1;0;1;"EUR";;"";;;"";;;"";""',
    );
    expect(cellsOf(columns)).toHaveLength(125);
    expect(lines.every((line) => cellsOf(line).length === 125)).toBe(true);
    const paid = cellsOf(lines.find((line) => line.includes('Zahlung'))!);
    expect(paid.slice(0, 14)).toEqual(['50,00', 'H', 'EUR', '', '', '', '1410', '1361', '', '2111', ref, '', '', `Zahlung ${ref}`]);
    expect(paid[113]).toBe('1');

    expect(await journalOf(batch)).toContainEqual(
      expect.objectContaining({
        date: TODAY,
        document: '00001',
        account: '1410',
        contra_account: '1361',
        debit: '',
        credit: '50.00',
        amount: '-50.00',
        text: 'payment',
        claim_ref: ref,
      }),
    );
    expect((await download(batch.batchId, 1)).rawPayload.equals(bytes)).toBe(true);
    expect((await download(batch.batchId)).headers['content-type']).toBe('application/zip');
    const taken = await fixture.house.inA((tx) =>
      tx.sql<{ file: string }>(
        `select distinct payload::jsonb ->> 'file' as file from event where client_id = $1 and message_type = 'accountingFileTaken' and actor_id = $2 order by 1`,
        [tx.clientId, fixture.house.userA],
      ),
    );
    expect(taken.map(({ file }) => file)).toEqual([
      'EXTF_Buchungsstapel_00001_2026-11_EUR.csv',
      'accounting_00001.zip',
      'journal_00001.csv',
    ]);
    expect((await download(batch.batchId, 9)).statusCode).toBe(404);
    expect((await download(uuidv7(), 0)).statusCode).toBe(404);
    const stranger = await fixture.house.app.inject({
      method: 'POST',
      url: '/api/finance/accounting',
      headers: { authorization: await fixture.house.tokenFor(fixture.house.clientB, undefined, fixture.house.userB) },
      payload: { clientId: fixture.house.clientB, batchId: batch.batchId, fileNumber: 0 },
    });
    expect(stranger.statusCode).toBe(404);
    expect((await ask()).errors?.[0]?.extensions).toMatchObject({ key: 'accountingNothing' });
    await expect(fixture.house.inA((tx) => tx.sql('delete from accounting_batch where client_id = $1', [tx.clientId]))).rejects.toThrow(
      'permission denied',
    );
  });

  it('is taken back by another one, on the accounts that it was written to, and its entries are in the next', async () => {
    const first = (await listed()).find(({ number }) => number === 1)!;
    await save({ receivables: { ...DEFAULT_SETTINGS.receivables, principal: '1411' } });
    const reversal = await reverse(first.batchId);
    expect(reversal).toMatchObject({ status: 'made', number: 2, isReversal: true, reversesNumber: 1, entries: 4 });
    const turned = (batch: Batch) => batch.sums.map(({ account, debit, credit }) => [account, credit, debit]);
    expect(turned(reversal)).toEqual(first.sums.map(({ account, debit, credit }) => [account, debit, credit]));
    expect((await journalOf(reversal)).map(({ text }) => text)).toContain('reversal of payment');
    for (const { batchId } of [first, reversal]) await expect(reverse(batchId)).rejects.toThrow(/taken back/);
    const again = await make();
    expect(again).toMatchObject({ number: 3, entries: 4 });
    expect(again.sums.find(({ account }) => account === '1411')).toMatchObject({ debit: '300.00' });
    await save();
  });

  it('dates by the day that an entry was booked: one that comes late stands in a stack of its own month, in the next batch', async () => {
    const { accountId, refs } = await accountWith([10_00n]);
    const late = { accountId, externalClaimRef: refs[0]!, kind: 'fee' as const, currency: 'EUR', valueDate: '2026-09-01' as never };
    await fixture.house.inA((tx) =>
      book(tx, [
        { ...late, amount: 100n, key: uuidv7(), bookedAt: instant('2026-10-31T23:30:00Z') },
        { ...late, amount: 200n, key: uuidv7(), bookedAt: instant('2026-06-30T21:30:00Z') },
      ]),
    );
    const batch = await make();
    expect(batch.files.map(({ name, rows }) => [name.slice(-15), rows])).toEqual([
      ['ournal_00004.csv', 3].map((each) => (typeof each === 'string' ? each.slice(-15) : each)),
      ['2026-06_EUR.csv', 1],
      // Half past midnight on 1 November in Berlin.
      ['2026-11_EUR.csv', 2],
    ]);
    // The fiscal year begins in July.
    expect((await download(batch.batchId, 1)).body).toContain(';20250701;4;20260601;20260630;');
  });

  it('of the month before is made by itself, once, when its day has come; one that fails is told of', async () => {
    const restore = useClock(() => instant('2026-12-02T10:00:00Z'));
    try {
      await save({ schedule: 'monthly', dayOfMonth: 3 });
      await accountWith([7_00n]);
      await scheduleMonth(fixture.house.database, fixture.house.clientA);
      expect((await listed()).filter(({ status }) => status === 'making')).toEqual([]);
      fixture.clock = instant('2026-12-03T10:00:00Z');
    } finally {
      restore();
    }
    const next = useClock(() => instant('2026-12-03T10:00:00Z'));
    try {
      const count = (await listed()).length;
      // Booked in December only.
      await scheduleMonth(fixture.house.database, fixture.house.clientA);
      expect(await listed()).toHaveLength(count);
      const { accountId, refs } = await accountWith([8_00n]);
      const entry = { accountId, externalClaimRef: refs[0]!, kind: 'fee' as const, currency: 'EUR', valueDate: TODAY };
      await fixture.house.inA((tx) => book(tx, [{ ...entry, amount: 100n, key: uuidv7(), bookedAt: instant('2026-11-29T10:00:00Z') }]));
      await save({ schedule: 'monthly', dayOfMonth: 3, sides: { ...DEFAULT_SETTINGS.sides, fee: '' } });
      await scheduleMonth(fixture.house.database, fixture.house.clientA);
      await scheduleMonth(fixture.house.database, fixture.house.clientA);
      expect((await listed()).slice(0, 2).map(({ status, errorKey }) => [status, errorKey])).toEqual([
        ['failed', 'accountingMissing'],
        ['made', null],
      ]);
      await drainJobs(fixture.house.database);
      const told = await fixture.house.inA((tx) =>
        tx.sql<{ type: string }>(`select type from notification where client_id = $1 and type = 'ACCOUNTING_BATCH_FAILED'`, [tx.clientId]),
      );
      expect(told).toHaveLength(1);
      await save({ schedule: 'monthly', dayOfMonth: 3 });
    } finally {
      next();
    }
    const dayAfter = useClock(() => instant(Date.parse('2026-12-04T10:00:00Z')));
    try {
      await scheduleMonth(fixture.house.database, fixture.house.clientA);
      await drainJobs(fixture.house.database);
      await scheduleMonth(fixture.house.database, fixture.house.clientA);
      const newest = (await listed()).find(({ number }) => number !== null);
      expect(newest).toMatchObject({ status: 'made', until: '2026-11-30', entries: 1 });
    } finally {
      dayAfter();
      fixture.clock = instant('2026-11-21T10:00:00Z');
    }
    await save();
  });
});

describe('what is booked while a batch is made', () => {
  it('is in the next one, if it was not committed when the batch took its own, whatever its time says', async () => {
    const { accountId, refs } = await accountWith([10_00n]);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
    const slow = fixture.house.inA(async (tx) => {
      await bookFee(tx, {
        accountId,
        externalClaimRef: refs[0]!,
        amount: 1_00n,
        description: 'late',
        valueDate: null,
        idempotencyKey: uuidv7(),
      });
      hasWritten();
      await held;
    });
    await written;
    const first = await make();
    expect(first.entries).toBe(1);
    letGo();
    await slow;
    const second = await make();
    expect(second.entries).toBe(1);
    expect((await journalOf(second)).map(({ text, amount }) => [text, amount])).toEqual([['fee', '1.00']]);
  });

  it('keeps nobody from asking once more: two who ask at once get one batch', async () => {
    await accountWith([10_00n]);
    const asked = await Promise.all([ask(), ask(), ask()]);
    const keys = asked.map((answer) => answer.errors?.[0]?.extensions?.key ?? 'made');
    expect(keys.sort()).toEqual(['accountingBusy', 'accountingBusy', 'made']);
    await drainJobs(fixture.house.database);
    expect((await ask()).errors?.[0]?.extensions).toMatchObject({ key: 'accountingNothing' });
  });
});

describe('a server', () => {
  it('gets each batch once and whole; one that was away gets it when it is back', async () => {
    vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.0/8');
    const server = await openSftpServer();
    try {
      const delivery = { host: '127.0.0.1', port: server.port, user: 'creditor', folder: 'out' };
      await save({ delivery }, { password: 'wrong' });
      const TEST = 'mutation ($clientId: ID!) { testAccountingServer(clientId: $clientId) { fingerprint } }';
      expect((await fixture.house.raw('finance', TEST, client())).errors?.[0]?.extensions).toMatchObject({ key: 'sftpNoLogin' });
      await accountWith([10_00n]);
      await make();
      expect([...server.files.keys()]).toEqual([]);
      await save({ delivery }, { password: 'secret' });
      const { testAccountingServer } = await fixture.house.call<{ testAccountingServer: object }>('finance', TEST, client());
      expect(testAccountingServer).toEqual({ fingerprint: server.fingerprint });
      fixture.clock = instant(fixture.clock + 600_000);
      await drainJobs(fixture.house.database);
      const batch = (await listed()).find(({ number }) => number !== null);
      expect(batch).toMatchObject({ deliveredAt: expect.anything(), deliveryErrorKey: null });
      expect([...server.files.keys()].sort()).toEqual(batch!.files.map(({ name }) => `out/${name}`).sort());
      for (const { name, fileNumber } of batch!.files)
        expect(server.files.get(`out/${name}`)!.bytes.equals((await download(batch!.batchId, fileNumber)).rawPayload)).toBe(true);
      // Once more, because the partner has lost it: the same bytes in the same place.
      server.files.clear();
      const AGAIN =
        'mutation ($clientId: ID!, $batchId: ID!) { deliverAccountingBatch(clientId: $clientId, batchId: $batchId) { number } }';
      await fixture.house.call('finance', AGAIN, { ...client(), batchId: batch!.batchId });
      await drainJobs(fixture.house.database);
      expect(server.files.size).toBe(batch!.files.length);
      expect((await trySave({ delivery: { ...delivery, user: 'else' } })).errors?.[0]?.extensions).toMatchObject({
        key: 'connectorSecret',
      });
    } finally {
      await server.close();
    }
    await save();
  });
});

describe('for any ledger', () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constantFrom('fee', 'interest', 'payment', 'chargeback', 'refund', 'writeOff', 'correct'),
      amount: fc.bigInt(1n, 5_000n),
    }),
    fc.record({ act: fc.constantFrom('export', 'reverse'), amount: fc.constant(0n) }),
  );

  it('the batches that stand hold each entry once, however many were made meanwhile, and sum up to the ledger', async () => {
    fixture.clock = instant(Date.parse('2026-12-05T10:00:00Z'));
    const today = '2026-12-05';
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { accountId, refs } = await accountWith([100_00n]);
        const ref = refs[0]!;
        const by = () => ({ accountId, externalClaimRef: ref, description: 'x', valueDate: null, idempotencyKey: uuidv7() });
        let last: string | null = null;
        const ignore = () => null;
        for (const { act, amount } of steps) {
          const { house } = fixture;
          if (act === 'fee') await house.inA((tx) => bookFee(tx, { ...by(), amount }));
          if (act === 'interest')
            await house.inA((tx) =>
              book(tx, [{ accountId, externalClaimRef: ref, kind: 'interest', amount, currency: 'EUR', valueDate: TODAY, key: uuidv7() }]),
            );
          if (act === 'payment') {
            const payment = await pay(accountId, refs, amount).catch(ignore);
            if (payment) await house.inA((tx) => settlePayment(tx, payment.paymentId));
            last = payment?.paymentId ?? last;
          }
          if (act === 'chargeback' && last) await house.inA((tx) => chargeBack(tx, last!, 'AC04')).catch(ignore);
          if (act === 'refund' && last) await house.inA((tx) => refundPayment(tx, { ...by(), paymentId: last!, amount: 1n })).catch(ignore);
          if (act === 'writeOff') await house.inA((tx) => writeOff(tx, { ...by(), amount })).catch(ignore);
          if (act === 'correct') {
            const [entry] = await house.inA((tx) =>
              tx.sql<{ id: string }>(
                `select entry_id as id from ledger_entry e where client_id = $1 and account_id = $2 and kind = 'fee' and not exists (
                   select from ledger_entry r where r.client_id = $1 and r.reverses_entry_id = e.entry_id) limit 1`,
                [tx.clientId, accountId],
              ),
            );
            if (entry) await house.inA((tx) => correctLedgerEntry(tx, { ...by(), entryId: entry.id, right: null }));
          }
          if (act === 'export') {
            // Somebody books while the batch is made.
            const booking = Promise.all([1n, 2n, 3n].map((each) => house.inA((tx) => bookFee(tx, { ...by(), amount: each }))));
            await ask(today);
            await drainJobs(house.database);
            await booking;
          }
          if (act === 'reverse') {
            const stands = (await listed()).find(
              (batch) => batch.status === 'made' && batch.reversedByNumber === null && !('isReversal' in batch && batch.isReversal),
            );
            if (stands) await reverse(stands.batchId);
          }
        }
        await ask(today);
        await drainJobs(fixture.house.database);
        const all = (await listed()).filter(({ status }) => status === 'made');
        expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => all.length - index));
        for (const batch of all) {
          const debit = batch.sums.reduce((sum, each) => sum + minor(each.debit), 0n);
          expect(batch.sums.reduce((sum, each) => sum + minor(each.credit), 0n)).toBe(debit);
          expect(batch.sums.every((each) => each.debit === each.ledgerDebit && each.credit === each.ledgerCredit)).toBe(true);
        }
        // What was taken back cancels out, and the rest is the ledger: each entry once, with its amount.
        const net = new Map<string, bigint>();
        for (const batch of all)
          for (const line of await journalOf(batch))
            net.set(line.ledger_entry_id!, (net.get(line.ledger_entry_id!) ?? 0n) + minor(line.amount!));
        const entries = await ledgerOf();
        expect(net).toEqual(new Map(entries.map(({ id, amount }) => [id, amount])));
      }),
      { numRuns: 6 },
    );
  });
});

describe('Windows-1252', () => {
  it('has letters of its own, and what it lacks is written without its marks or as a question mark', () => {
    expect(toCp1252('Müßig – 5 € „x“ Ÿ').toString('hex')).toBe('4dfcdf69672096203520802084789320 9f'.replace(' ', ''));
    expect(toCp1252('Şahin Łódź 日\u0085').toString('latin1')).toBe('Sahin ?ódz ??');
  });
});
