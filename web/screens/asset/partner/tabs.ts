/** What there is to a partner beside its data: one entry a tab, which saves by itself. */
import type { ComponentType } from 'react';
import type { Partner } from './draft.ts';

export interface PartnerTab {
  /** In the address. */
  readonly name: string;
  readonly useLabel: () => string;
  readonly panel: ComponentType<{ readonly partner: Partner }>;
}

export const TABS: readonly PartnerTab[] = [];
