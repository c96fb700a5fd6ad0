/** Tabs of the payment settings that other areas add: one entry here. Each saves by itself. */
import type { ComponentType } from 'react';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';

export interface OtherTab {
  readonly name: string;
  readonly useLabel: () => string;
  readonly panel: ComponentType;
}

export const OTHER_TABS: readonly OtherTab[] = [
  { name: 'bank', useLabel: () => useTranslation('bank').t('account.title'), panel: later(() => import('./BankTab.tsx')) },
  { name: 'providers', useLabel: () => useTranslation('bank').t('provider.title'), panel: later(() => import('./ProvidersTab.tsx')) },
];
