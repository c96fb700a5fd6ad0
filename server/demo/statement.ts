/** Bank statements of the demo, written as banks write them (ISO 20022, camt.053.001.08) and read like any other. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Uuid } from '../../core/id.ts';
import { toDecimal } from '../../core/money.ts';
import type { CalendarDate } from '../../core/time.ts';
import type { Database } from '../platform/tenancy.ts';
import { matchStatement } from '../services/finance/bank/matching.logic.ts';
import { addStatements } from '../services/finance/bank/statement.logic.ts';

export interface BankTransaction {
  /** Minor units of EUR; negative went out. */
  readonly amount: bigint;
  readonly name: string;
  readonly text: string;
  readonly endToEndId?: string;
  /** An ISO 20022 return reason, of a collection that comes back. */
  readonly returnReason?: string;
}

/** What the account holds before its first statement. */
const OPENING = 1_250_000n;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const amount = (minor: bigint) => `<Amt Ccy="EUR">${toDecimal(minor < 0n ? -minor : minor, 'EUR')}</Amt>`;

function entry({ amount: minor, name, text, endToEndId, returnReason }: BankTransaction, day: CalendarDate): string {
  const party = `<Dbtr><Pty><Nm>${escaped(name)}</Nm></Pty></Dbtr>`;
  const returned = returnReason ? `<RtrInf><Rsn><Cd>${returnReason}</Cd></Rsn></RtrInf>` : '';
  const details = `<TxDtls><Refs><EndToEndId>${endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs><RltdPties>${party}</RltdPties><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>${returned}</TxDtls>`;
  return `<Ntry>${amount(minor)}<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><NtryDtls>${details}</NtryDtls></Ntry>`;
}

function camt(iban: string, day: CalendarDate, transactions: readonly BankTransaction[]): string {
  const balance = (code: string, value: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const closing = transactions.reduce((sum, each) => sum + each.amount, OPENING);
  const at = `<CreDtTm>${day}T18:00:00</CreDtTm>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${day}</MsgId>${at}</GrpHdr><Stmt><Id>${day}</Id>${at}<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', OPENING)}${balance('CLBD', closing)}
${transactions.map((each) => entry(each, day)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`;
}

/** Brings in the statement of a day and matches its bank transactions, as the upload and its job do. */
export async function importDemoStatement(
  database: Database,
  clientId: Uuid,
  userId: Uuid,
  iban: string,
  day: CalendarDate,
  transactions: readonly BankTransaction[],
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quittance-demo-'));
  try {
    const file = path.join(folder, 'statement.xml');
    await writeFile(file, camt(iban, day, transactions));
    const statements = await addStatements(database, clientId, { type: 'user', id: userId }, `Nordlicht-${day}.xml`, file, '');
    for (const { statementId } of statements) await matchStatement(database, clientId, statementId);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
