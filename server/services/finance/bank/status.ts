/** Reads what a bank says of a direct-debit file before anything is collected: pain.002 of ISO 20022, one collection at a time in memory. */
import { XMLParser } from 'fast-xml-parser';
import { invalid } from '../../../../core/fault.ts';
import { xmlTags } from './xml.ts';

/** What the bank refused, each with its reason (AC04 …): a collection, a group of a file by its id, or a whole file by its own. */
export interface Refused {
  readonly kind: 'collection' | 'group' | 'file';
  readonly id: string;
  readonly reason: string;
}

type Node = Record<string, unknown>;
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, maxNestedTags: 40, isArray: (name) => name === 'StsRsnInf' });
const MARKS = ['Document', 'OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts', 'TxInfAndSts'];
/** Of a refusal that gives none: reason not specified. */
export const NO_REASON = 'MS03';

/** @returns whether a file that begins so is a status report. */
export const isStatusReport = (begin: string): boolean => /pain\.002\.001\.\d\d/.test(begin);

const node = (value: unknown): Node => (value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Node) : {});
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.map(node) : []);
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

function reasonOf(value: Node): string {
  const reasons = nodes(value.StsRsnInf).flatMap((each) => text(node(each.Rsn).Cd) ?? text(node(each.Rsn).Prtry) ?? []);
  return (reasons[0] ?? NO_REASON).slice(0, 35);
}

function readPiece(inner: string): Node {
  try {
    return node(node(parser.parse(`<x>${inner}</x>`, true)).x);
  } catch {
    throw invalid('file', 'fileNoXml');
  }
}

/** @param source the file's bytes. @throws Fault INVALID_INPUT (file) when it is none, ends too early, or declares a document type */
export async function* readStatusReport(source: AsyncIterable<Uint8Array>): AsyncGenerator<Refused> {
  let [isReport, isClosed, isHead] = [false, false, false];
  for await (const { name, isEnd, text: tag, before } of xmlTags(source, MARKS)) {
    if (name === 'Document') {
      if (isEnd) isClosed = true;
      else isReport = isStatusReport(tag);
      continue;
    }
    if (name === 'OrgnlPmtInfAndSts' && !isEnd) {
      isHead = true;
      continue;
    }
    // Of a group, what stands before its first collection speaks of it as a whole.
    if (isHead && (name === 'TxInfAndSts' || isEnd)) {
      const part = readPiece(before);
      const id = text(part.OrgnlPmtInfId);
      if (text(part.PmtInfSts) === 'RJCT' && id) yield { kind: 'group', id, reason: reasonOf(part) };
      isHead = false;
    }
    if (!isEnd || name === 'OrgnlPmtInfAndSts') continue;
    const part = readPiece(before);
    const id = text(name === 'TxInfAndSts' ? part.OrgnlEndToEndId : part.OrgnlMsgId);
    if (text(name === 'TxInfAndSts' ? part.TxSts : part.GrpSts) === 'RJCT' && id)
      yield { kind: name === 'TxInfAndSts' ? 'collection' : 'file', id, reason: reasonOf(part) };
  }
  if (!isReport || !isClosed) throw invalid('file', 'fileNoXml');
}
