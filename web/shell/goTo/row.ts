import type { Icon } from '@tabler/icons-react';
import type { AccountMatchKind } from './account.graphql.ts';

/** One line of "Go to": it leads somewhere or does something. */
export interface Row {
  /** Unique over all groups. */
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  /** Why it was found, where label and detail do not show it. */
  readonly match?: { readonly kind: AccountMatchKind; readonly value: string } | null;
  readonly icon: Icon;
  readonly to?: string;
  readonly run?: () => void;
  /** What was typed is its reference. */
  readonly isExact?: boolean;
}

export interface Group {
  readonly name: 'find' | 'recent' | 'accounts' | 'claims' | 'actions' | 'strategies' | 'templates' | 'screens' | 'settings';
  readonly rows: readonly Row[];
}
