import type { Widget } from '../../../../core/widgets.ts';
import type { Account } from './account.ts';

/** What every widget is given. A panel asks the server for what the account does not carry, by itself. */
export interface PanelProps {
  readonly account: Account;
  readonly accountId: string;
  readonly widget: Widget;
}
