/**
 * The widgets of the account screen, and the tabs of the one in the middle. A new one is one entry here; its type stands in core/widgets.ts.
 * Where they stand is saved per client (core/widgets.ts has the product's own layout).
 */
import type { ComponentType } from 'react';
import type { WidgetType } from '../../../../core/widgets.ts';
import { SafetyPanel } from '../../../shell/account/SafetyPanel.tsx';
import { later } from '../../../ui/later.ts';
import { ActivityPanel } from './ActivityPanel.tsx';
import { ClaimsPanel } from './ClaimsPanel.tsx';
import { ContactPanel } from './ContactPanel.tsx';
import { DebtorPanel } from './DebtorPanel.tsx';
import { PortfoliosPanel, ProductsPanel, ScoresPanel } from './FactPanels.tsx';
import type { Gate } from './gates.ts';
import { MetadataPanel } from './MetadataPanel.tsx';
import { MoneyPanel } from './MoneyPanel.tsx';
import type { PanelProps } from './panel.ts';
import { TasksPanel } from './Tasks.tsx';

export interface WidgetKind extends Gate {
  readonly panel: ComponentType<PanelProps>;
}

export const WIDGETS: Readonly<Partial<Record<WidgetType, WidgetKind>>> = {
  debtor: { panel: DebtorPanel },
  money: { panel: MoneyPanel },
  contact: { panel: ContactPanel },
  safety: { panel: SafetyPanel },
  paymentPage: { panel: later(() => import('./LinksPanel.tsx')), permission: ['operations', 'manageLinks'] },
  // It shows before the account is there (WidgetGrid).
  activity: { panel: ActivityPanel },
  claims: { panel: ClaimsPanel },
  tasks: { panel: TasksPanel },
  workflows: { panel: later(() => import('./workflows/WorkflowsPanel.tsx')), permission: ['workflows', 'viewWorkflows'] },
  financialInformation: { panel: later(() => import('./FinancialPanel.tsx')) },
  scores: { panel: ScoresPanel },
  products: { panel: ProductsPanel },
  portfolios: { panel: PortfoliosPanel },
  fields: { panel: later(() => import('./FieldsPanel.tsx').then(({ FieldsPanel }) => ({ default: FieldsPanel }))) },
  metadata: { panel: MetadataPanel },
  assignment: { panel: later(() => import('./AssignmentPanel.tsx').then(({ AssignmentPanel }) => ({ default: AssignmentPanel }))) },
  mandates: { panel: later(() => import('./bank/MandatesPanel.tsx')), permission: ['operations', 'viewPayments'] },
  files: { panel: later(() => import('./FilesPanel.tsx')), permission: ['account', 'viewFiles'] },
  agreements: { panel: later(() => import('./AgreementsPanel.tsx')), permission: ['operations', 'viewPayments'] },
};
