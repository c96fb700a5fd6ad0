/** What the screens to come say of themselves: whose words they use, and where one can do a part of it today. */

import type { ScreenName } from '../../../core/screens.ts';
import type later from '../../shell/i18n/en_US/later.json';

export type LaterName = keyof (typeof later)['purposeOf'];

/** Screens that exist, the most helpful first; those the user may not open are left out. */
export const INSTEAD: Record<LaterName, readonly ScreenName[]> = {
  aiOverview: ['reports', 'strategies'],
  aiInsights: ['reports', 'accounts'],
  simulator: ['strategies'],
  operations: ['schedule', 'contactRules'],
  webhooks: ['userAudit'],
  queues: ['tasks'],
};
