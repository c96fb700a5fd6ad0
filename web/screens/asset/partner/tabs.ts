/** What there is to a partner beside its data: one entry a tab, which saves by itself. */
import type { ComponentType } from 'react';
import type { Action } from '../../../../core/permissions.ts';
import { later } from '../../../ui/later.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Partner } from './draft.ts';

export interface PartnerTab {
  /** In the address. */
  readonly name: string;
  readonly useLabel: () => string;
  /** What it takes to see it beside seeing partners. */
  readonly right?: Action<'partner'>;
  readonly panel: ComponentType<{ readonly partner: Partner }>;
}

export const TABS: readonly PartnerTab[] = [
  {
    name: 'claims',
    useLabel: () => useTranslation('partners').t('tab.claims'),
    panel: later(() => import('./claims/ClaimsTab.tsx')),
  },
  {
    name: 'schedule',
    useLabel: () => useTranslation('partners').t('tab.schedule'),
    right: 'outsource',
    panel: later(() => import('./schedule/ScheduleTab.tsx')),
  },
  {
    name: 'agreements',
    useLabel: () => useTranslation('partners').t('tab.agreements'),
    right: 'viewCommissions',
    panel: later(() => import('./agreement/AgreementsTab.tsx')),
  },
  {
    name: 'files',
    useLabel: () => useTranslation('partnerFiles').t('tab'),
    right: 'exchangeFiles',
    panel: later(() => import('./files/FilesTab.tsx')),
  },
];
