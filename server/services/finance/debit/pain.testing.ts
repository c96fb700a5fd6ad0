/**
 * Checks a pain.008 against what the standard documents: order, presence, lengths and formats of elements (ISO 20022 message definition report
 * pain.008.001.02 and .08; EPC130-08). The schemas themselves come with no package, so that the rules are written out here.
 */
import { XMLParser } from 'fast-xml-parser';

type Tree = readonly (readonly [name: string, value: RegExp | Tree, times?: 'optional' | 'many'])[];

const text = (most: number) => new RegExp(`^[A-Za-z0-9/\\-?:().,'+ ]{1,${most}}$`);
const AMOUNT = /^\d{1,9}\.\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/;
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

const agent = (bic: string): Tree => [
  [
    'FinInstnId',
    [
      [bic, BIC, 'optional'],
      ['Othr', [['Id', /^NOTPROVIDED$/]], 'optional'],
    ],
  ],
];
const account: Tree = [['Id', [['IBAN', IBAN]]]];

const structure = (bic: string): Tree => [
  [
    'CstmrDrctDbtInitn',
    [
      [
        'GrpHdr',
        [
          ['MsgId', text(35)],
          ['CreDtTm', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/],
          ['NbOfTxs', /^\d{1,15}$/],
          ['CtrlSum', /^\d{1,15}\.\d{2}$/],
          ['InitgPty', [['Nm', text(70)]]],
        ],
      ],
      [
        'PmtInf',
        [
          ['PmtInfId', text(35)],
          ['PmtMtd', /^DD$/],
          ['BtchBookg', /^(true|false)$/],
          ['NbOfTxs', /^\d{1,15}$/],
          ['CtrlSum', /^\d{1,15}\.\d{2}$/],
          [
            'PmtTpInf',
            [
              ['SvcLvl', [['Cd', /^SEPA$/]]],
              ['LclInstrm', [['Cd', /^(CORE|B2B)$/]]],
              ['SeqTp', /^(FRST|RCUR|FNAL|OOFF)$/],
            ],
          ],
          ['ReqdColltnDt', DATE],
          ['Cdtr', [['Nm', text(70)]]],
          ['CdtrAcct', account],
          ['CdtrAgt', agent(bic)],
          ['ChrgBr', /^SLEV$/],
          [
            'CdtrSchmeId',
            [
              [
                'Id',
                [
                  [
                    'PrvtId',
                    [
                      [
                        'Othr',
                        [
                          ['Id', /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/],
                          ['SchmeNm', [['Prtry', /^SEPA$/]]],
                        ],
                      ],
                    ],
                  ],
                ],
              ],
            ],
          ],
          [
            'DrctDbtTxInf',
            [
              ['PmtId', [['EndToEndId', text(35)]]],
              ['InstdAmt', AMOUNT],
              [
                'DrctDbtTx',
                [
                  [
                    'MndtRltdInf',
                    [
                      ['MndtId', text(35)],
                      ['DtOfSgntr', DATE],
                    ],
                  ],
                ],
              ],
              ['DbtrAgt', agent(bic)],
              ['Dbtr', [['Nm', text(70)]]],
              ['DbtrAcct', account],
              ['RmtInf', [['Ustrd', text(140)]]],
            ],
            'many',
          ],
        ],
        'many',
      ],
    ],
  ],
];

type Ordered = Record<string, unknown>[];
const nameOf = (node: Record<string, unknown>) => Object.keys(node).find((key) => key !== ':@') ?? '';
const childrenOf = (node: Record<string, unknown>) => node[nameOf(node)] as Ordered;
const words = (nodes: Ordered) => nodes.map((node) => String(node['#text'] ?? '')).join('');

/** @returns what is wrong with the file, in words; nothing when it is right. */
export function painFaults(xml: string): string[] {
  const parsed = new XMLParser({ preserveOrder: true, ignoreAttributes: false, parseTagValue: false }).parse(xml) as Ordered;
  const document = parsed.find((node) => nameOf(node) === 'Document');
  if (!document) return ['no Document'];
  const space = String((document[':@'] as Record<string, string> | undefined)?.['@_xmlns'] ?? '');
  const bic = space.endsWith('.02') ? 'BIC' : 'BICFI';
  const faults = /^urn:iso:std:iso:20022:tech:xsd:pain\.008\.001\.0[28]$/.test(space) ? [] : [`namespace ${space}`];
  compare(childrenOf(document), structure(bic), 'Document', faults);
  const root = childrenOf(childrenOf(document)[0] ?? {});
  const groups = root.filter((node) => nameOf(node) === 'PmtInf').map(childrenOf);
  const value = (nodes: Ordered, name: string) => words(childrenOf(nodes.find((node) => nameOf(node) === name) ?? { '': [] }));
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  const header = childrenOf(root[0] ?? { '': [] });
  const all: bigint[] = [];
  const ids = new Set<string>();
  for (const group of groups) {
    const transactions = group.filter((node) => nameOf(node) === 'DrctDbtTxInf').map(childrenOf);
    const amounts = transactions.map((each) => cents(value(each, 'InstdAmt')));
    all.push(...amounts);
    for (const each of transactions)
      ids.add(value(childrenOf({ x: each }), 'PmtId') || words(childrenOf(childrenOf(each[0] ?? {})[0] ?? {})));
    if (value(group, 'NbOfTxs') !== String(transactions.length)) faults.push('a group counts wrong');
    if (cents(value(group, 'CtrlSum')) !== amounts.reduce((sum, each) => sum + each, 0n)) faults.push('a group adds up wrong');
  }
  if (value(header, 'NbOfTxs') !== String(all.length)) faults.push('the file counts wrong');
  if (cents(value(header, 'CtrlSum')) !== all.reduce((sum, each) => sum + each, 0n)) faults.push('the file adds up wrong');
  if (ids.size !== all.length) faults.push('an end-to-end id appears twice');
  return faults;
}

/** Elements stand in the order of the structure, each as often as it may, with values of its form. */
function compare(nodes: Ordered, tree: Tree, path: string, faults: string[]): void {
  let place = 0;
  for (const [name, form, times] of tree) {
    const from = place;
    while (place < nodes.length && nameOf(nodes[place] ?? {}) === name) place++;
    const found = nodes.slice(from, place);
    if (found.length === 0 && times !== 'optional') faults.push(`${path}/${name} is missing`);
    if (found.length > 1 && times !== 'many') faults.push(`${path}/${name} is there ${found.length} times`);
    for (const node of found) {
      if (!(form instanceof RegExp)) compare(childrenOf(node), form, `${path}/${name}`, faults);
      else if (!form.test(words(childrenOf(node)))) faults.push(`${path}/${name} is "${words(childrenOf(node))}"`);
    }
  }
  if (place < nodes.length) faults.push(`${path} holds ${nameOf(nodes[place] ?? {})} where it may not`);
}
