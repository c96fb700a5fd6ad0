/**
 * Writes pain.008 files as the German DK and the EPC describe them (EPC130-08, C2PSP implementation guidelines): one group per sequence type
 * and day. Pure: the same collections give the same bytes.
 */
import { XMLBuilder } from 'fast-xml-parser';
import { toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import { sepaText } from '../account/sepa.ts';

export type SequenceType = 'FRST' | 'RCUR' | 'OOFF' | 'FNAL';
export const PAIN_VERSIONS = ['pain.008.001.08', 'pain.008.001.02'] as const;
export type PainVersion = (typeof PAIN_VERSIONS)[number];

export interface PainCollection {
  readonly endToEndId: string;
  /** Cents. */
  readonly amount: bigint;
  readonly sequenceType: SequenceType;
  readonly collectionDate: CalendarDate;
  readonly mandateReference: string;
  readonly signedOn: CalendarDate;
  readonly holder: string;
  readonly iban: string;
  readonly bic: string | null;
  /** What the debtor reads on the statement. */
  readonly remittance: string;
}

export interface PainFile {
  /** At most 23 characters. */
  readonly messageId: string;
  readonly createdAt: Instant;
  readonly creditor: { readonly holder: string; readonly iban: string; readonly bic: string | null; readonly creditorId: string };
  readonly collections: readonly PainCollection[];
}

/** The name of a group, which a bank may give back on a statement when it books the group as one. */
export const groupId = (messageId: string, type: SequenceType, day: CalendarDate): string =>
  `${messageId}-${type}-${day.slice(2).replaceAll('-', '')}`;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  indentBy: ' ',
  suppressEmptyNode: false,
});

/** @returns the file as text, in UTF-8. */
export function writePain(file: PainFile, version: PainVersion): string {
  const isNew = version === 'pain.008.001.08';
  const total = (collections: readonly PainCollection[]) =>
    toDecimal(
      collections.reduce((sum, each) => sum + each.amount, 0n),
      'EUR',
    );
  const bank = (bic: string | null) => ({ FinInstnId: bic ? { [isNew ? 'BICFI' : 'BIC']: bic } : { Othr: { Id: 'NOTPROVIDED' } } });
  const groups = new Map<string, PainCollection[]>();
  for (const each of file.collections) {
    const id = groupId(file.messageId, each.sequenceType, each.collectionDate);
    groups.set(id, [...(groups.get(id) ?? []), each]);
  }
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${version}`,
      CstmrDrctDbtInitn: {
        GrpHdr: {
          MsgId: file.messageId,
          CreDtTm: isoInstant(file.createdAt).replace(/\.\d+Z$/, 'Z'),
          NbOfTxs: String(file.collections.length),
          CtrlSum: total(file.collections),
          InitgPty: { Nm: sepaText(file.creditor.holder, 70) },
        },
        PmtInf: [...groups]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([id, own]) => ({
            PmtInfId: id,
            PmtMtd: 'DD',
            BtchBookg: 'true',
            NbOfTxs: String(own.length),
            CtrlSum: total(own),
            PmtTpInf: { SvcLvl: { Cd: 'SEPA' }, LclInstrm: { Cd: 'CORE' }, SeqTp: own[0]?.sequenceType },
            ReqdColltnDt: own[0]?.collectionDate,
            Cdtr: { Nm: sepaText(file.creditor.holder, 70) },
            CdtrAcct: { Id: { IBAN: file.creditor.iban } },
            CdtrAgt: bank(file.creditor.bic),
            ChrgBr: 'SLEV',
            CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: file.creditor.creditorId, SchmeNm: { Prtry: 'SEPA' } } } } },
            DrctDbtTxInf: own.map((each) => ({
              PmtId: { EndToEndId: each.endToEndId },
              InstdAmt: { '@Ccy': 'EUR', '#text': toDecimal(each.amount, 'EUR') },
              DrctDbtTx: { MndtRltdInf: { MndtId: each.mandateReference, DtOfSgntr: each.signedOn } },
              DbtrAgt: bank(each.bic),
              Dbtr: { Nm: sepaText(each.holder, 70) },
              DbtrAcct: { Id: { IBAN: each.iban } },
              RmtInf: { Ustrd: sepaText(each.remittance, 140) },
            })),
          })),
      },
    },
  });
  return xml;
}
