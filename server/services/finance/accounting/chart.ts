/**
 * Which of the client's accounts each side of a ledger entry goes to. An entry is a transfer between a part of its claim and the other side
 * (docs/decisions/money.md), so both have an account: what is owed by its part, the other side by what happened.
 */
import { COMPONENTS } from '../../../../engine/ledger/allocate.ts';
import type { Component, EntryKind } from '../ground/finance.tables.ts';

/** What stands on the other side of an entry. */
export const SIDES = ['principal', 'fee', 'interest', 'payment', 'refund', 'chargeback', 'writeOff', 'settlement', 'correction'] as const;
export type Side = (typeof SIDES)[number];
export const PARTS: readonly Component[] = COMPONENTS;

export interface Chart {
  /** What debtors owe, by the part of the claim; `credit` is money above what was due. */
  readonly receivables: Readonly<Record<Component, string>>;
  readonly sides: Readonly<Record<Side, string>>;
  /** Other accounts for money that came or went back by one method. */
  readonly methods: readonly { readonly method: string; readonly account: string }[];
}

export const CHARTS = ['SKR03', 'SKR04'] as const;
export type ChartName = (typeof CHARTS)[number];

/**
 * Accounts that can be posted to directly and have no tax function: DATEV closes the collective accounts 1400 and 1200 to others than its own
 * personal accounts. Money goes over transit, because the bank's own statement posts the bank account.
 */
export const DEFAULT_CHARTS: Readonly<Record<ChartName, Chart>> = {
  SKR03: {
    receivables: { costs: '1410', interest: '1410', principal: '1410', credit: '1700' },
    sides: {
      principal: '9000',
      fee: '2700',
      interest: '2650',
      payment: '1360',
      refund: '1360',
      chargeback: '1360',
      writeOff: '2400',
      settlement: '2400',
      correction: '1590',
    },
    methods: [],
  },
  SKR04: {
    receivables: { costs: '1210', interest: '1210', principal: '1210', credit: '3500' },
    sides: {
      principal: '9000',
      fee: '4830',
      interest: '7100',
      payment: '1460',
      refund: '1460',
      chargeback: '1460',
      writeOff: '6930',
      settlement: '6930',
      correction: '1370',
    },
    methods: [],
  },
};

const BY_CONTRA: Readonly<Record<string, Side>> = {
  opening: 'principal',
  'income:costs': 'fee',
  'income:interest': 'interest',
  'loss:writeOff': 'writeOff',
  'loss:settlement': 'settlement',
  correction: 'correction',
};

/**
 * The other side decides, not the kind: what takes a fee back stands against the fee's account, so that both are closed.
 * @returns null for a side that this release does not know: such entries are refused, never left out
 */
export function sideOf(kind: EntryKind, contra: string): Side | null {
  if (contra === 'bank') return kind === 'refund' || kind === 'chargeback' ? kind : 'payment';
  return Object.hasOwn(BY_CONTRA, contra) ? BY_CONTRA[contra]! : null;
}

/** What an account is chosen by. */
export interface Keys {
  readonly kind: EntryKind;
  readonly component: Component;
  readonly contra: string;
  /** How money moved; null where it is not known, as of payments that a file brought. */
  readonly method: string | null;
}

export type Accounts = { readonly account: string; readonly contra: string };

/** @returns both accounts of an entry, or the names of what has none. */
export function accountsOf(chart: Chart, { kind, component, contra, method }: Keys): Accounts | { readonly missing: readonly string[] } {
  const side = sideOf(kind, contra);
  const own = contra === 'bank' ? chart.methods.find((each) => each.method === method)?.account : undefined;
  const found = { account: chart.receivables[component] ?? '', contra: own ?? (side === null ? '' : chart.sides[side]) };
  const missing = [...(found.account === '' ? [`part.${component}`] : []), ...(found.contra === '' ? [`side.${side ?? contra}`] : [])];
  return missing.length > 0 ? { missing } : found;
}
