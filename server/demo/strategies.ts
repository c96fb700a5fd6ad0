/** The demo's three strategies, as the canvas would save them. */
import type { Step } from '../../engine/types.ts';

interface DemoStrategy {
  readonly displayName: string;
  readonly categories: readonly string[];
  readonly steps: readonly Step[];
}

const step = (id: string, stepType: string, stepState: Record<string, unknown>, outputs: Step['outputs']): Step => ({
  id,
  stepType,
  stepState,
  outputs,
});

/** @param latePathId id of the late-stage strategy, which the early one hands over to. @returns early, late and business customers, in this order. */
export function demoStrategies(latePathId: string): readonly DemoStrategy[] {
  return [
    {
      displayName: 'Early reminders',
      categories: ['Energy', 'Early'],
      steps: [
        step(
          'due',
          'waitDaysPastDue',
          { days: 5, hours: 9, minutes: 0, weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] },
          { next: 'mail1' },
        ),
        step('mail1', 'sendEmail', { bundleName: 'friendly-reminder', locale: null, description: 'Friendly reminder' }, { next: 'rest1' }),
        step('rest1', 'delay', { days: 7, hours: 0, minutes: 0, workingDays: false }, { next: 'opened' }),
        step(
          'opened',
          'evaluateIfCondition',
          {
            mode: 'easy',
            matchType: 'every',
            conditions: [{ variable: 'lastDebtorEmailOpened', operation: 'withinLastDays', value: 8 }],
            expression: '',
          },
          { no: 'sms1', yes: 'mail2' },
        ),
        step(
          'sms1',
          'sendSMS',
          { bundleName: 'short-reminder', locale: null, description: 'Short reminder with pay link' },
          { next: 'rest2' },
        ),
        step('rest2', 'delay', { days: 9, hours: 0, minutes: 0, workingDays: false }, { next: 'over1' }),
        step('over1', 'replaceStrategySteps', { blueprintId: latePathId, description: 'Hand over to late stage' }, {}),
        step('mail2', 'sendEmail', { bundleName: 'second-reminder', locale: null, description: 'Second reminder' }, { next: 'rest3' }),
        step('rest3', 'delay', { days: 9, hours: 0, minutes: 0, workingDays: false }, { next: 'over2' }),
        step('over2', 'replaceStrategySteps', { blueprintId: latePathId, description: 'Hand over to late stage' }, {}),
      ],
    },
    {
      displayName: 'Late-stage energy',
      categories: ['Energy', 'Late'],
      steps: [
        step(
          'due',
          'waitDaysPastDue',
          { days: 30, hours: 10, minutes: 0, weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] },
          { next: 'mail' },
        ),
        step(
          'mail',
          'sendEmail',
          { bundleName: 'final-notice', locale: null, description: 'Final notice with instalments' },
          { next: 'rest' },
        ),
        step('rest', 'delay', { days: 14, hours: 0, minutes: 0, workingDays: false }, { next: 'large' }),
        step(
          'large',
          'evaluateIfCondition',
          {
            mode: 'easy',
            matchType: 'every',
            conditions: [
              { variable: 'claimBalance', operation: '>', value: '100.00' },
              { variable: 'segment', operation: 'in', value: ['A1', 'A2', 'B1'] },
            ],
            expression: '',
          },
          { no: 'sms', yes: 'size' },
        ),
        step('sms', 'sendSMS', { bundleName: 'short-reminder', locale: null, description: 'Last text message' }, { next: 'mark' }),
        step('mark', 'setClaimMetaFields', { values: { stage: 'late' }, description: 'Mark as late stage' }, { next: 'end1' }),
        step('end1', 'expired', { description: 'A person takes over' }, {}),
        step(
          'size',
          'evaluateIfCondition',
          {
            mode: 'easy',
            matchType: 'every',
            conditions: [{ variable: 'claimBalance', operation: '>', value: '350.00' }],
            expression: '',
          },
          { no: 'task', yes: 'offer' },
        ),
        step(
          'offer',
          'createCaseManagementTask',
          {
            topicId: 'calls',
            note: 'Offer an instalment plan by phone',
            tags: [],
            dueInDays: 5,
            assigneeUserId: null,
            description: 'Call with an offer',
          },
          { next: 'end3' },
        ),
        step('end3', 'expired', { description: 'A person takes over' }, {}),
        step(
          'task',
          'createCaseManagementTask',
          {
            topicId: 'calls',
            note: 'Call about the outstanding balance',
            tags: ['URGENT'],
            dueInDays: 3,
            assigneeUserId: null,
            description: 'Call the debtor',
          },
          { next: 'rest4' },
        ),
        step('rest4', 'delay', { days: 10, hours: 0, minutes: 0, workingDays: true }, { next: 'check' }),
        step('check', 'checkpoint', { displayName: 'Called and waited', description: '' }, { next: 'end2' }),
        step('end2', 'expired', { description: '' }, {}),
      ],
    },
    {
      displayName: 'Business customers',
      categories: ['Business'],
      steps: [
        step(
          'due',
          'waitDaysPastDue',
          { days: 3, hours: 9, minutes: 30, weekdays: ['Tuesday', 'Wednesday', 'Thursday'] },
          { next: 'mail' },
        ),
        step(
          'mail',
          'sendEmail',
          { bundleName: 'business-reminder', locale: null, description: 'Statement of open items' },
          { next: 'rest' },
        ),
        step('rest', 'delay', { days: 10, hours: 0, minutes: 0, workingDays: true }, { next: 'open' }),
        step(
          'open',
          'evaluateIfCondition',
          { mode: 'advanced', matchType: 'every', conditions: [], expression: 'claimBalance > money("500.00", "EUR")' },
          { no: 'mail2', yes: 'task' },
        ),
        step('mail2', 'sendEmail', { bundleName: 'second-reminder', locale: null, description: 'Second reminder' }, { next: 'end1' }),
        step('end1', 'expired', { description: '' }, {}),
        step(
          'task',
          'createCaseManagementTask',
          {
            topicId: 'business',
            note: 'Agree a payment date with their accounts department',
            tags: [],
            dueInDays: 5,
            assigneeUserId: null,
            description: 'Call accounts payable',
          },
          { next: 'end2' },
        ),
        step('end2', 'expired', { description: '' }, {}),
      ],
    },
  ];
}
