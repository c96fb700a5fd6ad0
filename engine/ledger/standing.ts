import type { CalendarDate } from '../../core/time.ts';

/** What may be agreed on about claims. A settlement stands from when it is accepted; one that is only offered binds nobody. */
export const AGREEMENT_KINDS = ['promise', 'plan', 'settlement'] as const;
export type AgreementKind = (typeof AGREEMENT_KINDS)[number];

/** An agreement that is in force. */
export interface Standing {
  readonly kind: AgreementKind;
  readonly id: string;
  readonly claimRefs: readonly string[];
  /** Minor units. */
  readonly amount: bigint;
  /** The last day it asks for money. */
  readonly until: CalendarDate;
}

/**
 * What a new agreement does to one that is in force on the same claim: they stand beside each other, the new one ends the older one (after
 * somebody has been asked), or it is refused until the older one is ended by hand.
 *
 * A promise is one payment and gives way to whatever regulates the whole debt. A plan and a settlement each say how all of it is paid, so that
 * only one of them can hold. Two plans are refused, since revising a plan is an action of its own; two living offers never share a claim.
 */
const RULES: Readonly<Record<AgreementKind, Readonly<Record<AgreementKind, 'beside' | 'ends' | 'refused'>>>> = {
  promise: { promise: 'beside', plan: 'refused', settlement: 'refused' },
  plan: { promise: 'ends', plan: 'refused', settlement: 'ends' },
  settlement: { promise: 'ends', plan: 'ends', settlement: 'refused' },
};

/** What is in the way of a new agreement. */
export interface InTheWay {
  /** What it ends, in the order given. */
  readonly ends: readonly Standing[];
  /** The first one that has to be ended by hand before; null: it may be made. */
  readonly refusedBy: Standing | null;
}

/**
 * @param kind of the new agreement. @param claimRefs what it is about. @param standing what is in force on the account.
 * @returns what it ends, or what keeps it from being made; agreements on other claims are left alone.
 */
export function conflictsOf(kind: AgreementKind, claimRefs: readonly string[], standing: readonly Standing[]): InTheWay {
  const shared = standing.filter((each) => each.claimRefs.some((ref) => claimRefs.includes(ref)));
  const refusedBy = shared.find((each) => RULES[kind][each.kind] === 'refused') ?? null;
  return { ends: refusedBy ? [] : shared.filter((each) => RULES[kind][each.kind] === 'ends'), refusedBy };
}
