import type { FormErrors } from '@mantine/form';

/** The settings as the server gives and takes them (ground/setting.logic.ts). */
export interface AllocationRule {
  readonly claimType?: string | null;
  readonly productType?: string | null;
  readonly country?: string | null;
  readonly order: string;
}
export interface BaseRate {
  readonly from: string;
  readonly basisPoints: number;
}
export interface Fee {
  readonly name: string;
  readonly amount: string;
}
export interface PlanLimits {
  readonly minParts: number;
  readonly maxParts: number;
  readonly intervals: readonly string[];
  readonly minPart: string | null;
  readonly maxFirstDays: number;
  readonly downPayment: boolean;
}
export interface Settings {
  readonly allocationRules: readonly AllocationRule[];
  readonly baseRates: readonly BaseRate[];
  readonly fees: readonly Fee[];
  readonly staffPlans: PlanLimits;
  /** What debtors may agree on themselves, on their page. */
  readonly debtorPlans: PlanLimits;
  /** The least a debtor may pay on their page when it is less than all; null: one unit of the currency. */
  readonly leastPayment: string | null;
  readonly graceDays: number;
  readonly settlements: { readonly maxDiscountPercent: number; readonly maxDays: number; readonly debtorMayAccept: boolean };
  /** By role, decimal text in the client's currency; null: no limit. */
  readonly approvalLimits: readonly {
    readonly role: string;
    readonly writeOff: string | null;
    readonly settlement: string | null;
    readonly refund: string | null;
  }[];
}

/** As the server names them; a source that is null cites nothing. */
export interface AllocationOrder {
  readonly name: string;
  readonly parts: readonly string[];
  readonly source: string | null;
}

/** What each tab edits. */
export interface TabProps {
  readonly settings: Settings;
  /** What is wrong, by the path of the field: "fees.0.name", "graceDays". */
  readonly errors: FormErrors;
  readonly change: (part: Partial<Settings>) => void;
  readonly knownBaseRates: readonly BaseRate[];
  /** The orders of allocation that the client can choose from. */
  readonly orders: readonly AllocationOrder[];
}
