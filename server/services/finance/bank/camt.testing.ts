/** Statements as banks write them, for tests and the bench. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drainJobs } from '../../../platform/jobs.ts';
import type { FinanceFixture } from '../finance.testing.ts';
import { addStatements } from './statement.logic.ts';

export interface TestBankTransaction {
  /** "12.50"; negative went out. */
  readonly amount: string;
  readonly name?: string;
  readonly iban?: string;
  readonly text?: string;
  readonly reference?: string;
  readonly endToEndId?: string;
  readonly bankRef?: string;
  readonly valueDate?: string;
  readonly returnReason?: string;
  /** What was collected, when more was taken back. */
  readonly original?: string;
  readonly paymentGroup?: string;
  /** Several transactions that the bank booked as one. */
  readonly parts?: readonly TestBankTransaction[];
  readonly status?: 'BOOK' | 'PDNG';
}

const cents = (amount: string) => Math.round(Number(amount) * 100);
const plain = (amount: string) => amount.replace('-', '');
const written = (value: number) => (value / 100).toFixed(2);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function details(movement: TestBankTransaction, isNew: boolean, withAmount: boolean): string {
  const side = movement.amount.startsWith('-') && !movement.returnReason ? 'Cdtr' : 'Dbtr';
  const name = movement.name ? `<Nm>${escaped(movement.name)}</Nm>` : '';
  const party = name ? `<${side}>${isNew ? `<Pty>${name}</Pty>` : name}</${side}>` : '';
  const account = movement.iban ? `<${side}Acct><Id><IBAN>${movement.iban}</IBAN></Id></${side}Acct>` : '';
  const amount = withAmount ? `<Amt Ccy="EUR">${plain(movement.amount)}</Amt>` : '';
  const original = movement.original ? `<AmtDtls><InstdAmt><Amt Ccy="EUR">${movement.original}</Amt></InstdAmt></AmtDtls>` : '';
  const structured = movement.reference ? `<Strd><CdtrRefInf><Ref>${movement.reference}</Ref></CdtrRefInf></Strd>` : '';
  const remittance =
    movement.text || structured ? `<RmtInf>${movement.text ? `<Ustrd>${escaped(movement.text)}</Ustrd>` : ''}${structured}</RmtInf>` : '';
  const returned = movement.returnReason ? `<RtrInf><Rsn><Cd>${movement.returnReason}</Cd></Rsn></RtrInf>` : '';
  const refs = `${movement.bankRef ? `<AcctSvcrRef>${movement.bankRef}</AcctSvcrRef>` : ''}<EndToEndId>${movement.endToEndId ?? 'NOTPROVIDED'}</EndToEndId>`;
  return `<TxDtls><Refs>${refs}</Refs>${amount}${original}<RltdPties>${party}${account}</RltdPties>${remittance}${returned}</TxDtls>`;
}

export function entryXml(movement: TestBankTransaction, isNew: boolean): string {
  const date = movement.valueDate ?? '2026-11-20';
  const status = isNew ? `<Cd>${movement.status ?? 'BOOK'}</Cd>` : (movement.status ?? 'BOOK');
  const inner =
    movement.parts?.map((part) => details(part, isNew, true)).join('') ?? (movement.paymentGroup ? '' : details(movement, isNew, false));
  const batch = movement.paymentGroup ? `<Btch><PmtInfId>${movement.paymentGroup}</PmtInfId></Btch>` : '';
  return `<Ntry><Amt Ccy="EUR">${plain(movement.amount)}</Amt><CdtDbtInd>${movement.amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><NtryDtls>${batch}${inner}</NtryDtls></Ntry>`;
}

const balance = (code: string, value: number, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${written(Math.abs(value))}</Amt><CdtDbtInd>${value < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

/** @param opening cents it begins with. @param closing cents it says it ends with; the right sum when absent. @param days its first and last one. */
export function statementXml(
  iban: string,
  ref: string,
  movements: readonly TestBankTransaction[],
  {
    version = '08',
    opening = 100_000,
    closing,
    prefix = '',
    days,
    isNotification = false,
  }: {
    version?: '02' | '08';
    opening?: number;
    closing?: number;
    prefix?: string;
    days?: readonly [string, string];
    isNotification?: boolean;
  } = {},
): string {
  const sum = movements.filter((each) => each.status !== 'PDNG').reduce((total, each) => total + cents(each.amount), 0);
  const isNew = version === '08';
  const period = days ? `<FrToDt><FrDtTm>${days[0]}T00:00:00</FrDtTm><ToDtTm>${days[1]}T23:59:59</ToDtTm></FrToDt>` : '';
  const body = `<Stmt><Id>${ref}</Id><CreDtTm>2026-11-20T18:00:00</CreDtTm>${period}<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', opening, '2026-11-19')}${balance('CLBD', closing ?? opening + sum, '2026-11-20')}${movements.map((each) => entryXml(each, isNew)).join('\n')}</Stmt>`;
  const inner = `<BkToCstmrStmt><GrpHdr><MsgId>M-${ref}</MsgId><CreDtTm>2026-11-20T18:00:00</CreDtTm></GrpHdr>${body}</BkToCstmrStmt>`;
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">${inner}</Document>`;
  const noticed = isNotification
    ? xml
        .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
        .replace(/(<\/?)Stmt>/g, '$1Ntfctn>')
        .replaceAll('camt.053', 'camt.054')
        .replace(/<Bal>.*?<\/Bal>/g, '')
    : xml;
  const named = prefix === '' ? noticed : noticed.replace(/<(\/?)([A-Z])/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named}`;
}

/** @returns what brings a bank's statement in, each with a number of its own, and waits until its bank transactions are matched. @param iban the client's account */
export function bankOf(fixture: Pick<FinanceFixture, 'house'>, iban: string) {
  let serial = 0;
  return async (movements: readonly TestBankTransaction[], options?: Parameters<typeof statementXml>[3]): Promise<void> => {
    const { database, clientA, userA } = fixture.house;
    const xml = statementXml(iban, `S-${++serial}`, movements, options);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'quittance-statement-'));
    const file = path.join(folder, 'a.xml');
    await writeFile(file, xml);
    await addStatements(database, clientA, { type: 'user', id: userA }, 'a.xml', file, '').finally(() => rm(folder, { recursive: true }));
    await drainJobs(database);
  };
}
