/** Reads what a bank says of a direct-debit file before anything is collected: pain.002 of ISO 20022, which is as short as the file it answers. */
import { XMLParser } from 'fast-xml-parser';
import { refusing } from '../../../core/faultTexts.ts';

/** What the bank refused, each with its reason (AC04 …): collections, groups of a file by their id, or whole files by theirs. */
export interface StatusReport {
  readonly collections: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
}

type Node = Record<string, unknown>;
const LISTS = new Set(['OrgnlPmtInfAndSts', 'TxInfAndSts', 'StsRsnInf']);
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, isArray: (name) => LISTS.has(name) });
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

/** @throws Fault INVALID_INPUT (file) when it is none, or declares a document type */
export function readStatusReport(xml: string): StatusReport {
  if (/<!(DOCTYPE|ENTITY)/.test(xml)) throw refusing('file', 'fileDocType');
  let report: Node;
  try {
    report = node(node(node(parser.parse(xml, true)).Document).CstmrPmtStsRpt);
  } catch {
    throw refusing('file', 'fileNoXml');
  }
  const [collections, groups, files] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const group = node(report.OrgnlGrpInfAndSts);
  const message = text(group.OrgnlMsgId);
  if (text(group.GrpSts) === 'RJCT' && message) files.set(message, reasonOf(group));
  for (const part of nodes(report.OrgnlPmtInfAndSts)) {
    const id = text(part.OrgnlPmtInfId);
    if (text(part.PmtInfSts) === 'RJCT' && id) groups.set(id, reasonOf(part));
    for (const each of nodes(part.TxInfAndSts)) {
      const endToEndId = text(each.OrgnlEndToEndId);
      if (text(each.TxSts) === 'RJCT' && endToEndId) collections.set(endToEndId, reasonOf(each));
    }
  }
  return { collections, groups, files };
}
