/**
 * Reads bank statements and notifications of ISO 20022 (camt.053 and camt.054, .001.02 to .08 and what came between) piece by piece: however
 * long one is, one entry at a time is in memory. Nothing of a document type is ever followed: a file that brings one is refused.
 */
import { XMLParser } from 'fast-xml-parser';
import { invalid } from '../../../../core/fault.ts';
import { exponentOf, fromDecimal } from '../../../../core/money.ts';
import { type CalendarDate, calendarDate } from '../../../../core/time.ts';
import { xmlTags } from './xml.ts';

/** What stands above the entries of one statement. Balances in minor units; negative is a debit balance. */
export interface CamtStatement {
  readonly kind: 'statement';
  /** camt.054: tells of some bank transactions before, or in more detail than, the statement; it has no balances. */
  readonly isNotification: boolean;
  readonly iban: string;
  readonly statementRef: string;
  readonly currency: string;
  readonly fromDate: CalendarDate | null;
  readonly toDate: CalendarDate | null;
  readonly openingBalance: bigint | null;
  readonly closingBalance: bigint | null;
}

/** One bank transaction: an entry, or one transaction of an entry that gathers several. */
export interface CamtTransaction {
  readonly kind: 'transaction';
  /** Minor units: positive came in. */
  readonly amount: bigint;
  readonly currency: string;
  readonly bookingDate: CalendarDate | null;
  readonly valueDate: CalendarDate;
  readonly counterpartyName: string | null;
  readonly counterpartyIban: string | null;
  /** Free text, then structured references. */
  readonly remittance: string;
  readonly endToEndId: string | null;
  readonly mandateRef: string | null;
  /** The group of our own file that the bank booked as one. */
  readonly paymentGroup: string | null;
  /** The bank's own name of it. */
  readonly bankRef: string | null;
  readonly isReturn: boolean;
  readonly returnReason: string | null;
  readonly returnText: string | null;
  /** What was collected, when the bank took more back: the rest is its charge. */
  readonly originalAmount: bigint | null;
}

export interface CamtEnd {
  readonly kind: 'end';
  /** Sum of the booked bank transactions of the statement. */
  readonly total: bigint;
}

const MARKS = ['Document', 'BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn', 'Stmt', 'Ntfctn', 'Ntry'];

const LISTS = new Set(['Bal', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'Rcrd', 'AddtlInf', 'AddtlRmtInf']);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  maxNestedTags: 40,
  isArray: (name) => LISTS.has(name),
});

type Node = Record<string, unknown>;

/**
 * @param source the file's bytes. @returns statements, each followed by its bank transactions and its end.
 * @throws Fault INVALID_INPUT (file) when it is no statement, ends too early, or brings a document type.
 */
export async function* readCamt(source: AsyncIterable<Uint8Array>): AsyncGenerator<CamtStatement | CamtTransaction | CamtEnd> {
  /** The tag that begins the head of a statement, or an entry. */
  let head: string | null = null;
  let entry: string | null = null;
  let statement: CamtStatement | null = null;
  let total = 0n;
  let [isCamt, isClosed, isNotification, statements] = [false, false, false, 0];

  for await (const { name, isEnd, isEmpty, text, before } of xmlTags(source, MARKS)) {
    if (name === 'Document') {
      if (isEnd) isClosed = true;
      else isCamt = /camt\.05[34]\.001\.\d\d/.test(text);
      continue;
    }
    if (!isEnd && !isCamt && name !== 'Ntry') throw invalid('file', 'fileNoCamt');
    const isStatement = name === 'Stmt' || name === 'Ntfctn';
    if (isStatement && !isEnd) {
      [head, entry, total, statement, isNotification] = [text, null, 0n, null, name === 'Ntfctn'];
      continue;
    }
    if (head !== null && !name.startsWith('BkTo')) {
      statement = readHead(readPiece(`${head}${before}${closingOf(head)}`), isNotification);
      head = null;
      statements++;
      yield statement;
    }
    if (!statement) continue;
    if (name === 'Ntry' && !isEnd && !isEmpty) entry = text;
    else if (name === 'Ntry' && isEnd && entry !== null) {
      for (const transaction of readEntry(readPiece(`${entry}${before}${text}`), statement)) {
        total += transaction.amount;
        yield transaction;
      }
      entry = null;
    } else if (isStatement) {
      if (entry !== null) throw invalid('file', 'fileEntryOpen');
      yield { kind: 'end', total };
      statement = null;
    }
  }
  if (!isCamt || statements + (head === null ? 0 : 1) === 0) throw invalid('file', 'fileNoCamt');
  if (!isClosed || head !== null || entry !== null || statement) throw invalid('file', 'fileEndsEarly');
}

const closingOf = (begin: string) => `</${/^<([\w.:-]+)/.exec(begin)?.[1] ?? 'Stmt'}>`;

function readPiece(xml: string): Node {
  try {
    const read: unknown = parser.parse(xml, true);
    const inner = Object.values(node(read))[0];
    return node(inner);
  } catch {
    throw invalid('file', 'fileNoXml');
  }
}

const node = (value: unknown): Node => (value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Node) : {});
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(node);
/** The text at a path, without spaces around it; null when there is none. */
function text(value: unknown, ...path: string[]): string | null {
  let found = value;
  for (const name of path) found = node(found)[name];
  const read = typeof found === 'string' ? found : node(found)['#text'];
  return typeof read === 'string' && read.trim() !== '' ? read.trim() : null;
}
const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).flatMap((each) => text(each) ?? []);

function day(value: unknown): CalendarDate | null {
  const read = text(value, 'Dt') ?? text(value, 'DtTm');
  return read === null ? null : calendarDate(read.slice(0, 10));
}

/** @returns minor units of an amount node. */
function amountOf(value: unknown, currency: string): bigint | null {
  const read = text(value);
  if (read === null || node(value)['@Ccy'] !== currency) return null;
  return fromDecimal(read, currency);
}

function readHead(head: Node, isNotification: boolean): CamtStatement {
  const iban = (text(head, 'Acct', 'Id', 'IBAN') ?? text(head, 'Acct', 'Id', 'Othr', 'Id') ?? '').replace(/\s/g, '').toUpperCase();
  const statementRef = text(head, 'Id');
  if (iban === '' || !statementRef) throw invalid('file', 'statementNameless');
  const balances = nodes(head.Bal);
  const currency = text(head, 'Acct', 'Ccy') ?? balances.map((each) => String(node(each.Amt)['@Ccy'] ?? '')).find(Boolean) ?? 'EUR';
  if (!/^[A-Z]{3}$/.test(currency) || exponentOf(currency) > 3)
    throw invalid('file', 'currencyCodeUnknown', { currency: currency.slice(0, 10) });
  const balance = (...codes: string[]) => {
    const found = balances.find((each) => codes.includes(text(each, 'Tp', 'CdOrPrtry', 'Cd') ?? ''));
    const amount = found && amountOf(found.Amt, currency);
    return amount === undefined || amount === null ? null : text(found, 'CdtDbtInd') === 'DBIT' ? -amount : amount;
  };
  return {
    kind: 'statement',
    isNotification,
    iban,
    statementRef,
    currency,
    fromDate: calendarDate((text(head, 'FrToDt', 'FrDtTm') ?? '').slice(0, 10)),
    toDate: calendarDate((text(head, 'FrToDt', 'ToDtTm') ?? '').slice(0, 10)),
    openingBalance: balance('OPBD', 'PRCD'),
    closingBalance: balance('CLBD'),
  };
}

/** @returns the bank transactions of a booked entry; none of one that is only announced. */
function readEntry(entry: Node, { currency }: CamtStatement): CamtTransaction[] {
  const status = text(entry, 'Sts', 'Cd') ?? text(entry, 'Sts');
  if (status !== null && status !== 'BOOK') return [];
  const size = amountOf(entry.Amt, currency);
  const valueDate = day(entry.ValDt) ?? day(entry.BookgDt);
  if (size === null) throw invalid('file', 'entryNoAmount', { currency });
  if (!valueDate) throw invalid('file', 'entryNoDay');
  const sign = text(entry, 'CdtDbtInd') === 'DBIT' ? -1n : 1n;
  const details = nodes(entry.NtryDtls);
  const transactions = details.flatMap((each) => nodes(each.TxDtls));
  const parts = transactions.map((each) => partOf(each, currency));
  // Parts are counted only when together they are the entry: otherwise the balance would not add up.
  const isSplit = transactions.length > 1 && parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n) === size && !parts.includes(null);
  const group = details.map((each) => text(each, 'Btch', 'PmtInfId')).find((each) => each !== null) ?? null;
  const common = { entry, sign, currency, valueDate, bookingDate: day(entry.BookgDt), group };
  if (isSplit) return transactions.map((each, index) => movement(each, { ...common, size: parts[index] ?? 0n }));
  return [movement(transactions.length === 1 ? (transactions[0] ?? {}) : {}, { ...common, size })];
}

const partOf = (transaction: Node, currency: string): bigint | null =>
  amountOf(transaction.Amt, currency) ??
  amountOf(node(node(transaction.AmtDtls).TxAmt).Amt, currency) ??
  amountOf(node(node(transaction.AmtDtls).InstdAmt).Amt, currency);

interface Common {
  readonly entry: Node;
  readonly sign: bigint;
  readonly size: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
  readonly bookingDate: CalendarDate | null;
  readonly group: string | null;
}

function movement(details: Node, { entry, sign, size, currency, valueDate, bookingDate, group }: Common): CamtTransaction {
  const refs = node(details.Refs);
  const parties = node(details.RltdPties);
  const reason = text(details, 'RtrInf', 'Rsn', 'Cd') ?? text(details, 'RtrInf', 'Rsn', 'Prtry');
  const isReversal = text(entry, 'RvslInd') === 'true';
  const isReturn =
    reason !== null || isReversal || [entry, details].some((each) => text(each, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') === 'UPDD');
  // Whoever is not us: of what came in the debtor. Of what a bank takes back from a collection the debtor as well.
  const side = sign > 0n || isReturn ? 'Dbtr' : 'Cdtr';
  const party = node(parties[side]);
  const account = node(parties[`${side}Acct`]);
  const information = node(details.RmtInf);
  const structured = nodes(information.Strd).flatMap((each) => [text(each, 'CdtrRefInf', 'Ref') ?? '', ...texts(each.AddtlRmtInf)]);
  const remittance = [...texts(information.Ustrd), ...structured].filter((each) => each !== '').join(' ');
  const original =
    amountOf(node(node(details.AmtDtls).InstdAmt).Amt, currency) ?? amountOf(node(node(details.AmtDtls).TxAmt).Amt, currency);
  const known = (value: string | null) => (value === 'NOTPROVIDED' ? null : (value?.slice(0, 140) ?? null));
  return {
    kind: 'transaction',
    amount: sign * size,
    currency,
    bookingDate,
    valueDate,
    counterpartyName: (text(party, 'Pty', 'Nm') ?? text(party, 'Nm'))?.slice(0, 140) ?? null,
    counterpartyIban: text(account, 'Id', 'IBAN')?.replace(/\s/g, '').toUpperCase().slice(0, 34) ?? null,
    remittance: (remittance || text(details, 'AddtlTxInf') || text(entry, 'AddtlNtryInf') || '').slice(0, 1000),
    endToEndId: known(text(refs, 'EndToEndId')),
    mandateRef: known(text(refs, 'MndtId')),
    paymentGroup: text(refs, 'PmtInfId') ?? group,
    bankRef: text(refs, 'AcctSvcrRef') ?? text(refs, 'TxId') ?? text(entry, 'AcctSvcrRef'),
    isReturn,
    returnReason: reason?.slice(0, 35) ?? null,
    returnText: texts(node(details.RtrInf).AddtlInf).join(' ').slice(0, 300) || null,
    originalAmount: original !== null && original < size ? original : null,
  };
}
