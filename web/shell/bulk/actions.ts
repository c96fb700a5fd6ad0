/**
 * The actions over many accounts or claims that a selection offers, in the order of its bar. The server declares what each does
 * (`defineBulkAction`); here is who sees it and what is asked before. Its words are `action`, `running`, `ask` and `detail` in lists.json.
 */
import {
  type Icon,
  IconBolt,
  IconPackageExport,
  IconPackageImport,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRoute,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { FeatureFlag } from '../../../core/featureFlags.ts';
import type { Action, Domain } from '../../../core/permissions.ts';
import { later } from '../../ui/later.ts';
import type { QuestionProps } from './question.ts';

export interface BulkAction {
  /** The server's name of it. */
  readonly name: string;
  readonly units: readonly ('account' | 'claim')[];
  readonly icon: Icon;
  /** What it takes besides account/bulkAction, the same as on the server. */
  readonly permission: { [D in Domain]: readonly [D, Action<D>] }[Domain];
  /** All of them have to be on. */
  readonly flags: readonly FeatureFlag[];
  readonly danger?: boolean;
  /** Asks for what the action needs to know, or only whether to go on. */
  readonly question: ComponentType<QuestionProps>;
}

const confirm = later(() => import('./BulkQuestion.tsx'));

export const BULK_ACTIONS = [
  {
    name: 'assignStrategy',
    units: ['account', 'claim'],
    icon: IconRoute,
    permission: ['strategy', 'assignStrategy'],
    flags: ['CLAIM_BULK_ACTION'],
    question: later(() => import('./StrategyQuestion.tsx')),
  },
  {
    name: 'pauseStrategy',
    units: ['account', 'claim'],
    icon: IconPlayerPause,
    permission: ['strategy', 'controlStrategy'],
    flags: ['CLAIM_BULK_ACTION'],
    question: confirm,
  },
  {
    name: 'resumeStrategy',
    units: ['account', 'claim'],
    icon: IconPlayerPlay,
    permission: ['strategy', 'controlStrategy'],
    flags: ['CLAIM_BULK_ACTION'],
    question: confirm,
  },
  {
    name: 'stopStrategy',
    units: ['account', 'claim'],
    icon: IconPlayerStop,
    permission: ['strategy', 'controlStrategy'],
    flags: ['CLAIM_BULK_ACTION'],
    danger: true,
    question: confirm,
  },
  {
    name: 'assignAccounts',
    units: ['account'],
    icon: IconUserPlus,
    permission: ['account', 'assignAccount'],
    flags: ['ACCOUNT_ASSIGNMENT'],
    question: later(() => import('./AssigneeQuestion.tsx')),
  },
  {
    name: 'outsource',
    units: ['account', 'claim'],
    icon: IconPackageExport,
    permission: ['partner', 'outsource'],
    flags: ['PARTNERS'],
    question: later(() => import('./OutsourceQuestion.tsx')),
  },
  {
    name: 'recallClaims',
    units: ['account', 'claim'],
    icon: IconPackageImport,
    permission: ['partner', 'outsource'],
    flags: ['PARTNERS'],
    question: confirm,
  },
  {
    name: 'customTrigger',
    units: ['claim'],
    icon: IconBolt,
    permission: ['strategy', 'triggerStrategy'],
    flags: ['CLAIM_BULK_ACTION', 'ACCOUNT_CUSTOM_TRIGGER'],
    question: later(() => import('./TriggerQuestion.tsx')),
  },
] as const satisfies readonly BulkAction[];
