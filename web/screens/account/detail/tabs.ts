/** The tabs of the activity widget. A new one is one entry here; its content is a default export that is loaded when it shows. */

import type { ComponentType } from 'react';
import { later } from '../../../ui/later.ts';
import type { TextKey } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import type { Gate } from './gates.ts';

export interface TabKind extends Gate {
  readonly tab: string;
  readonly label: TextKey<'account'>;
  /** Behind the label; nothing for none. */
  readonly count?: (account: Account) => number;
  readonly panel: ComponentType<{ account: Account | undefined; accountId: string }>;
}

/** Beside the timeline, which is always the first. */
export const TABS: readonly TabKind[] = [
  { tab: 'claims', label: 'tabs.claims', count: (account) => account.claims.length, panel: later(() => import('./ClaimsTab.tsx')) },
  { tab: 'payments', label: 'tabs.payments', panel: later(() => import('./PaymentsTab.tsx')), permission: ['operations', 'viewPayments'] },
  { tab: 'tasks', label: 'tabs.tasks', count: (account) => account.tasks.length, panel: later(() => import('./TasksTab.tsx')) },
  { tab: 'ledger', label: 'tabs.ledger', panel: later(() => import('./LedgerTab.tsx')), permission: ['operations', 'viewPayments'] },
  { tab: 'files', label: 'tabs.files', panel: later(() => import('./FilesPanel.tsx')), permission: ['account', 'viewFiles'] },
];
