import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../../core/id.ts';
import { addDays, type CalendarDate, DAY, instant } from '../../../../core/time.ts';
import { firstCollectionDay, isCreditorId, isTargetDay, onTargetDay, sepaText } from '../account/sepa.ts';
import { bankOf } from '../bank/camt.testing.ts';
import { processStatusReport } from '../bank/reject.logic.ts';
import { financeFixture, TODAY } from '../finance.testing.ts';
import { painFaults } from './pain.testing.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf } = fixture;
const OWN = 'DE02120300000000202051';
const IBAN = 'DE02500105170137075030';
const client = () => ({ clientId: fixture.house.clientA });
const MANDATE =
  'mandateId reference isActive isDisabled disabledUntil endsOn revision context { mandateRepresentation } paymentMethod { type }';
interface Mandate {
  mandateId: Uuid;
  reference: string;
  isActive: boolean;
  isDisabled: boolean;
  endsOn: string;
  context: { mandateRepresentation: { iban: string } };
}
const CREATE = `mutation ($clientId: ID!, $accountId: ID!, $mandate: RecurringPaymentMandateInput!) { createRecurringPaymentMandate(clientId: $clientId, accountId: $accountId, mandate: $mandate) { ${MANDATE} } }`;
const LIST = `query ($clientId: ID!, $accountId: ID!) { getRecurringPaymentMandates(clientId: $clientId, accountId: $accountId) { ${MANDATE} } }`;
const sepa = { providerName: 'sepaDirectDebit', holder: 'Jörg Müller & Söhne', iban: IBAN, signedOn: '2026-11-01' };
const give = async (accountId: Uuid, more: object = {}) =>
  (
    await fixture.house.call<{ createRecurringPaymentMandate: Mandate }>('finance', CREATE, {
      ...client(),
      accountId,
      mandate: { ...sepa, ...more },
    })
  ).createRecurringPaymentMandate;
const mandatesOf = async (accountId: Uuid) =>
  (await fixture.house.call<{ getRecurringPaymentMandates: Mandate[] }>('finance', LIST, { ...client(), accountId }))
    .getRecurringPaymentMandates;
const CHARGE = `mutation ($clientId: ID!, $mandateId: ID!, $amount: Money, $refs: [String!], $day: Date, $key: ID) {
  chargeRecurringPaymentMandate(clientId: $clientId, mandateId: $mandateId, amount: $amount, externalClaimRefs: $refs, collectionDate: $day, idempotencyKey: $key) { id status amount } }`;
const charge = async (mandateId: Uuid, more: object = {}) =>
  (
    await fixture.house.call<{ chargeRecurringPaymentMandate: { id: Uuid; status: string; amount: string } }>('finance', CHARGE, {
      ...client(),
      mandateId,
      ...more,
    })
  ).chargeRecurringPaymentMandate;
const debits = async () =>
  (
    await fixture.house.call<{
      getDirectDebits: {
        paymentId: Uuid;
        status: string;
        collectionDate: string;
        sequenceType: string;
        amount: string;
        returnReason: string | null;
      }[];
    }>(
      'finance',
      'query ($clientId: ID!) { getDirectDebits(clientId: $clientId) { paymentId status collectionDate sequenceType amount returnReason } }',
      client(),
    )
  ).getDirectDebits;
const debitOf = async (paymentId: Uuid) => (await debits()).find((each) => each.paymentId === paymentId);
const letter = (paymentId: Uuid) =>
  fixture.house.call(
    'finance',
    'mutation ($clientId: ID!, $paymentId: ID!) { announceDirectDebitByLetter(clientId: $clientId, paymentId: $paymentId) }',
    { ...client(), paymentId },
  );
let bankAccountId: Uuid;
const EXPORT = `mutation ($clientId: ID!, $bankAccountId: ID!, $version: String) { exportDirectDebits(clientId: $clientId, bankAccountId: $bankAccountId, version: $version) { fileId messageId count amount } }`;
const exported = (version?: string) => fixture.house.raw('finance', EXPORT, { ...client(), bankAccountId, version });
const content = async (fileId: Uuid) =>
  (
    await fixture.house.call<{ downloadDirectDebitFile: { xml: string } }>(
      'finance',
      'mutation ($clientId: ID!, $fileId: ID!) { downloadDirectDebitFile(clientId: $clientId, fileId: $fileId) { fileName xml } }',
      { ...client(), fileId },
    )
  ).downloadDirectDebitFile.xml;
const told = bankOf(fixture, OWN);
const later = (days: number) => {
  fixture.clock = instant(fixture.clock + days * DAY);
};

beforeAll(async () => {
  const saved = await fixture.house.call<{ saveBankAccount: { bankAccountId: Uuid } }>(
    'finance',
    'mutation ($clientId: ID!, $bankAccount: BankAccountInput!) { saveBankAccount(clientId: $clientId, bankAccount: $bankAccount) { bankAccountId } }',
    {
      ...client(),
      bankAccount: {
        name: 'Main',
        holder: 'Nordlicht Energie GmbH & Co. KG',
        iban: OWN,
        bic: 'BYLADEM1001',
        creditorId: 'DE98ZZZ09999999999',
        preNotificationDays: 5,
      },
    },
  );
  bankAccountId = saved.saveBankAccount.bankAccountId;
});

describe('the rules of SEPA', () => {
  it('know when TARGET2 is closed', () => {
    for (const day of ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26', '2027-03-26', '2026-11-21'])
      expect([day, isTargetDay(day as CalendarDate)]).toEqual([day, false]);
    expect(onTargetDay('2026-12-25' as CalendarDate)).toBe('2026-12-28');
    expect(firstCollectionDay('2026-11-20' as CalendarDate)).toBe('2026-11-24');
    expect([isCreditorId('DE98ZZZ09999999999'), isCreditorId('DE98ABC09999999999'), isCreditorId('DE97ZZZ09999999999')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('write any text in characters that banks take', () => {
    expect(sepaText('Jörg Müller & Söhne — 50 €', 70)).toBe('Joerg Mueller + Soehne - 50 EUR');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 1, max: 70 }), (text, most) => {
        const written = sepaText(text, most);
        expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(written.length).toBeLessThanOrEqual(most);
        expect(written).not.toMatch(/\/\/|^\/|\/$/);
      }),
    );
  });
});

describe('a mandate', () => {
  it('is checked beside its fields, shown masked, and never told whole', async () => {
    const { accountId } = await accountWith([100n]);
    const refused = async (more: object) =>
      (await fixture.house.raw('finance', CREATE, { ...client(), accountId, mandate: { ...sepa, ...more } })).errors?.[0]?.extensions
        ?.field;
    expect(await refused({ iban: 'DE02500105170137075031' })).toBe('iban');
    expect(await refused({ holder: ' ' })).toBe('holder');
    expect(await refused({ signedOn: '2026-11-22' })).toBe('signedOn');
    expect(await refused({ signedOn: '2023-11-20' })).toBe('signedOn');
    expect(await refused({ reference: 'has space' })).toBe('reference');
    const mandate = await give(accountId, { reference: 'M-1' });
    expect(await refused({ reference: 'M-1' })).toBe('reference');
    expect(mandate).toMatchObject({ isActive: true, endsOn: '2029-11-01', context: { mandateRepresentation: { iban: 'DE02 •••• 5030' } } });
    const events = await fixture.house.inA((tx) =>
      tx.sql(`select payload::text from event where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    expect(JSON.stringify(events)).not.toContain(IBAN);
    expect(await typesOf(accountId)).toContain('mandateCreated');
  });

  it('is disabled while its day is absent or ahead, and enabled again', async () => {
    const { accountId } = await accountWith([100n]);
    const { mandateId } = await give(accountId);
    const send = (name: string, until?: string) =>
      fixture.house.raw(
        'finance',
        `mutation ($clientId: ID!, $mandateId: ID!${until ? ', $until: DateTime' : ''}) { ${name}(clientId: $clientId, mandateId: $mandateId${until ? ', disabledUntil: $until' : ''}) { isActive } }`,
        { ...client(), mandateId, until },
      );
    expect((await send('updateDisabledRecurringPaymentMandate')).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    await send('disableRecurringPaymentMandate');
    expect((await mandatesOf(accountId))[0]).toMatchObject({ isActive: false, isDisabled: true });
    await expect(charge(mandateId)).rejects.toThrow('disabled');
    await send('updateDisabledRecurringPaymentMandate', '2026-11-21T11:00:00Z');
    expect((await mandatesOf(accountId))[0]?.isActive).toBe(false);
    fixture.clock = instant('2026-11-21T11:00:00Z');
    expect((await mandatesOf(accountId))[0]).toMatchObject({ isActive: true, isDisabled: true });
    fixture.clock = instant('2026-11-21T10:00:00Z');
    await send('enableRecurringPaymentMandate');
    expect((await mandatesOf(accountId))[0]).toMatchObject({ isActive: true, isDisabled: false });
  });
});

describe('a collection', () => {
  it('is planned once, announced in time, written into one file only, comes in, and comes back', async () => {
    const { accountId, refs } = await accountWith([12_050n]);
    const mandate = await give(accountId, { reference: 'M-LIFE' });
    const [first, again] = [await charge(mandate.mandateId, { key: 'k' }), await charge(mandate.mandateId, { key: 'k' })];
    expect(again.id).toBe(first.id);
    await expect(charge(mandate.mandateId)).rejects.toThrow('already');
    const planned = await debitOf(first.id);
    expect(planned).toMatchObject({ status: 'planned', collectionDate: '2026-11-26', amount: '120.50' });
    expect((await exported()).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    later(1);
    await letter(first.id);
    expect(await debitOf(first.id)).toMatchObject({ status: 'announced', collectionDate: '2026-11-27' });
    const both = await Promise.all([exported(), exported()]);
    expect(both.map((each) => each.errors?.[0]?.extensions?.code ?? 'ok').sort()).toEqual(['CONFLICT', 'ok']);
    const file = both.find((each) => !each.errors)?.data?.exportDirectDebits as {
      fileId: Uuid;
      messageId: string;
      count: number;
      amount: string;
    };
    expect(file).toMatchObject({ count: 1, amount: '120.50' });
    const xml = await content(file.fileId);
    expect(await content(file.fileId)).toBe(xml);
    expect(painFaults(xml)).toEqual([]);
    expect(xml).toContain('<SeqTp>FRST</SeqTp>');
    expect(xml).toContain('<Nm>Joerg Mueller + Soehne</Nm>');
    expect(xml).toContain(`<ReqdColltnDt>2026-11-27</ReqdColltnDt>`);

    const endToEndId = new XMLParser().parse(xml).Document.CstmrDrctDbtInitn.PmtInf.DrctDbtTxInf.PmtId.EndToEndId as string;
    await told([{ amount: '120.50', endToEndId, valueDate: '2026-11-27' }]);
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 0n, ledger: 0n, status: 'resolved' });
    expect((await debitOf(first.id))?.status).toBe('settled');
    // The same return, told twice with the bank's charge.
    const back = { amount: '-123.50', original: '120.50', endToEndId, returnReason: 'AC04', valueDate: '2026-12-01' };
    // The first time by a notification, of which only the return counts.
    await told(
      [
        { ...back, bankRef: 'R-1' },
        { amount: '1.00', text: 'counts from the statement' },
      ],
      { isNotification: true },
    );
    await told([{ ...back, bankRef: 'R-2' }]);
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 12_050n, ledger: 12_050n, status: 'open' });
    expect(await debitOf(first.id)).toMatchObject({ status: 'returned', returnReason: 'AC04' });
    expect((await mandatesOf(accountId))[0]).toMatchObject({ isActive: false, isDisabled: true });
    const types = await typesOf(accountId);
    for (const type of [
      'directDebitPlanned',
      'directDebitAnnounced',
      'directDebitExported',
      'paymentChargedBack',
      'claimReopened',
      'directDebitReturned',
      'mandateDisabled',
    ])
      expect([type, types.filter((each) => each === type).length]).toEqual([type, 1]);
  });

  it('follows FRST with RCUR, keeps OOFF and both versions valid, and adds up to the cent', async () => {
    const accounts = await Promise.all([1, 2, 3].map((each) => accountWith([BigInt(each) * 1_111n, 500n])));
    const ids: Uuid[] = [];
    for (const [index, { accountId, refs }] of accounts.entries()) {
      const mandate = await give(accountId, { isOneOff: index === 2 });
      ids.push((await charge(mandate.mandateId, { refs: refs.slice(0, 1) })).id);
      if (index === 0) ids.push((await charge(mandate.mandateId, { refs: refs.slice(1), amount: '5.00' })).id);
    }
    for (const id of ids) await letter(id);
    const file = (await exported('pain.008.001.02')).data?.exportDirectDebits as { fileId: Uuid; count: number; amount: string };
    expect(file).toMatchObject({ count: 4, amount: '71.66' });
    const xml = await content(file.fileId);
    expect(painFaults(xml)).toEqual([]);
    expect((await Promise.all(ids.map(debitOf))).map((each) => each?.sequenceType).sort()).toEqual(['FRST', 'FRST', 'OOFF', 'RCUR']);
    // The bank books the group as one, without its transactions.
    const group = /<PmtInfId>(.*OOFF.*)<\/PmtInfId>/.exec(xml)?.[1] ?? '';
    await told([{ amount: '33.33', paymentGroup: group }]);
    expect((await claimOf(accounts[2]?.refs[0] ?? '')).balance).toBe(0n);
    expect((await claimOf(accounts[0]?.refs[0] ?? '')).balance).toBe(1_111n);
  });

  it('that the bank refuses before it settles is due again, and free to be collected anew', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'quittance-report-'));
    const report = async (inner: string) => {
      const told = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>${inner}</CstmrPmtStsRpt></Document>`;
      await writeFile(path.join(folder, 'report.xml'), told);
      return processStatusReport(
        fixture.house.database,
        fixture.house.clientA,
        { type: 'provider', id: 'bank' },
        path.join(folder, 'report.xml'),
      );
    };
    const reason = (code: string) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;
    const owners = [await accountWith([1_000n]), await accountWith([2_000n]), await accountWith([3_000n])];
    const ids = await Promise.all(
      owners.map(async ({ accountId }, index) => (await charge((await give(accountId, { isOneOff: index === 2 })).mandateId)).id),
    );
    for (const id of ids) await letter(id);
    const file = (await exported()).data?.exportDirectDebits as { fileId: Uuid; count: number };
    expect(file.count).toBe(3);
    const xml = await content(file.fileId);
    const endToEnd = (id: Uuid) =>
      fixture.house.inA(async (tx) => {
        const [row] = await tx.sql<{ e: string }>('select end_to_end_id as e from payment where client_id = $1 and payment_id = $2', [
          tx.clientId,
          id,
        ]);
        return row?.e ?? '';
      });
    const group = /<PmtInfId>(.*OOFF.*)<\/PmtInfId>/.exec(xml)?.[1] ?? '';
    const told = `<OrgnlGrpInfAndSts><OrgnlMsgId>X</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
      <OrgnlPmtInfAndSts><OrgnlPmtInfId>A</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${await endToEnd(ids[0] ?? '')}</OrgnlEndToEndId><TxSts>RJCT</TxSts>${reason('AC01')}</TxInfAndSts>
        <TxInfAndSts><OrgnlEndToEndId>${await endToEnd(ids[1] ?? '')}</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>
      <OrgnlPmtInfAndSts><OrgnlPmtInfId>${group}</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>${reason('RC01')}</OrgnlPmtInfAndSts>`;
    expect(await report(told)).toBe(2);
    expect(await report(told)).toBe(0);
    expect((await Promise.all(ids.map(debitOf))).map((each) => [each?.status, each?.returnReason])).toEqual([
      ['returned', 'AC01'],
      ['exported', null],
      ['returned', 'RC01'],
    ]);
    // Nothing had come in, so nothing is charged back; a wrong account number ends its mandate.
    for (const { refs } of owners) expect((await claimOf(refs[0] ?? '')).status).toBe('open');
    expect(await typesOf(owners[0]?.accountId ?? '')).not.toContain('paymentChargedBack');
    expect((await mandatesOf(owners[0]?.accountId ?? ''))[0]?.isDisabled).toBe(true);
    expect((await charge((await mandatesOf(owners[2]?.accountId ?? ''))[0]?.mandateId ?? '')).amount).toBe('30.00');
    await fixture.house.call(
      'finance',
      'mutation ($clientId: ID!, $paymentId: ID!) { rejectDirectDebit(clientId: $clientId, paymentId: $paymentId) }',
      { ...client(), paymentId: ids[1] },
    );
    expect(await debitOf(ids[1] ?? '')).toMatchObject({ status: 'returned', returnReason: 'MS03' });
    await expect(report('<!DOCTYPE x>')).rejects.toMatchObject({ field: 'file' });
    await rm(folder, { recursive: true });
  });

  it('wants no more than is still due, and nothing that was not pre-notified in time', async () => {
    const [partly, late] = [await accountWith([10_000n]), await accountWith([700n])];
    const ids = [(await charge((await give(partly.accountId)).mandateId)).id, (await charge((await give(late.accountId)).mandateId)).id];
    for (const id of ids) await letter(id);
    await fixture.house.call(
      'finance',
      `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!) { recordPayment(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, amount: "60.00") { id } }`,
      {
        ...client(),
        accountId: partly.accountId,
        refs: partly.refs,
      },
    );
    await fixture.house.inA((tx) =>
      tx.sql(`update direct_debit set collection_date = $3 where client_id = $1 and payment_id = $2`, [
        tx.clientId,
        ids[1],
        addDays(TODAY, 4),
      ]),
    );
    const file = (await exported()).data?.exportDirectDebits as { count: number; amount: string };
    expect(file).toMatchObject({ count: 1, amount: '40.00' });
    expect((await debitOf(ids[1] ?? ''))?.status).toBe('planned');
  });
});
