/** The starter strategies: examples a client begins with, made of the step types that every strategy is made of. */

import type { Locale } from '../../../core/locale.ts';
import { type Branch, flatten } from '../../../engine/graph/graph.ts';
import type { Step } from '../../../engine/types.ts';
import { type StarterMessage, starterBundleName, starterMessageName } from '../cms/cms.starter.logic.ts';
import { STARTER_TEXTS, type StarterId, type StarterTask } from './strategy.starters.texts.ts';

/** A step with a name for what it needs of the reader's language; a fork has a path for each answer, every other piece goes on with the next. */
type Piece =
  | { readonly is: 'step'; readonly stepType: string; readonly state: Readonly<Record<string, unknown>> }
  | { readonly is: 'message'; readonly of: StarterMessage }
  | { readonly is: 'task'; readonly task: StarterTask; readonly dueInDays: number }
  | { readonly is: 'end'; readonly why: 'over' | 'handedOver' }
  | { readonly is: 'fork'; readonly conditions: readonly Condition[]; readonly yes: readonly Piece[]; readonly no: readonly Piece[] };
type Condition = { readonly variable: string; readonly operation: string; readonly value?: unknown };

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const daysPastDue = (days: number): Piece => ({
  is: 'step',
  stepType: 'waitDaysPastDue',
  state: { days, hours: 9, minutes: 0, weekdays: WEEKDAYS },
});
const wait = (days: number, workingDays = false): Piece => ({
  is: 'step',
  stepType: 'delay',
  state: { days, hours: 0, minutes: 0, workingDays },
});
const email = (message: Extract<StarterMessage, { channel: 'email' }>['message']): Piece => ({
  is: 'message',
  of: { channel: 'email', message },
});
const sms = (message: Extract<StarterMessage, { channel: 'sms' }>['message']): Piece => ({
  is: 'message',
  of: { channel: 'sms', message },
});
const task = (name: StarterTask, dueInDays: number): Piece => ({ is: 'task', task: name, dueInDays });
const over: Piece = { is: 'end', why: 'over' };
const handedOver: Piece = { is: 'end', why: 'handedOver' };

/**
 * Leaves the reminders when the debtor has promised a payment, or paid something, in the last days. A claim that is paid in full ends its run by
 * itself; what is still open two weeks later is looked at by a person.
 */
const unlessAnswered = (days: number, no: readonly Piece[]): Piece => ({
  is: 'fork',
  conditions: [
    { variable: 'ptpDueDate', operation: 'exists' },
    { variable: 'lastSettledPaymentDate', operation: 'withinLastDays', value: days },
  ],
  yes: [wait(14), task('checkAgreement', 2), handedOver],
  no,
});

const invoice: readonly Piece[] = [
  daysPastDue(2),
  email('invoice-due'),
  wait(7, true),
  unlessAnswered(10, [
    task('callAccountsPayable', 2),
    wait(7, true),
    email('invoice-overdue'),
    wait(7, true),
    unlessAnswered(10, [task('escalate', 2), handedOver]),
  ]),
];

const PATHS: Readonly<Record<StarterId, readonly Piece[]>> = {
  'gentle-reminders': [
    daysPastDue(3),
    email('reminder'),
    wait(7),
    sms('reminder'),
    wait(7),
    unlessAnswered(14, [email('second-reminder'), wait(10), unlessAnswered(10, [email('final-reminder'), wait(14), over])]),
  ],
  'business-invoices': [
    {
      is: 'fork',
      conditions: [{ variable: 'daysPastDue', operation: '<', value: 0 }],
      yes: [daysPastDue(-5), email('invoice-upcoming'), ...invoice],
      no: invoice,
    },
  ],
  'missed-agreements': [
    email('agreement-missed'),
    wait(3, true),
    sms('agreement-missed'),
    wait(4, true),
    unlessAnswered(8, [task('callAboutAgreement', 2), wait(10, true), unlessAnswered(14, [task('decide', 3), handedOver])]),
  ],
  'calls-first': [
    {
      is: 'fork',
      conditions: [{ variable: 'claimBalance', operation: '>=', value: '1000' }],
      yes: [
        task('callFirst', 1),
        wait(3, true),
        unlessAnswered(5, [
          email('payment-options'),
          wait(4, true),
          sms('call-back'),
          wait(5, true),
          unlessAnswered(14, [task('callAgain', 1), wait(10, true), task('decide', 3), handedOver]),
        ]),
      ],
      no: [email('payment-options'), wait(7), sms('call-back'), wait(10), over],
    },
  ],
  'formal-notice': [
    daysPastDue(45),
    email('formal-notice'),
    wait(3),
    sms('formal-notice'),
    wait(14),
    unlessAnswered(17, [task('handOver', 3), handedOver]),
  ],
};

/** @returns the messages the starter sends, each once. */
export function messagesOf(id: StarterId): StarterMessage[] {
  const found = new Map<string, StarterMessage>();
  const look = (path: readonly Piece[]): void => {
    for (const piece of path) {
      if (piece.is === 'message') found.set(`${piece.of.channel}:${piece.of.message}`, piece.of);
      if (piece.is === 'fork') for (const way of [piece.yes, piece.no]) look(way);
    }
  };
  look(PATHS[id]);
  return [...found.values()];
}

/** @returns the starter's steps, described in the language. The same language gives the same steps. */
export function stepsOf(id: StarterId, locale: Locale): Step[] {
  const texts = STARTER_TEXTS[locale];
  let number = 0;
  const node = (stepType: string, stepState: Record<string, unknown>) => ({ node: { id: `step-${++number}`, stepType, stepState } });
  const tree = ([piece, ...rest]: readonly Piece[]): Branch<Step> | null => {
    switch (piece?.is) {
      case undefined:
        return null;
      case 'step':
        return { ...node(piece.stepType, piece.state), outputs: { next: tree(rest) } };
      case 'message': {
        const state = { bundleName: starterBundleName(piece.of), locale: null, description: starterMessageName(piece.of, locale) };
        return { ...node(piece.of.channel === 'email' ? 'sendEmail' : 'sendSMS', state), outputs: { next: tree(rest) } };
      }
      case 'task': {
        const { description, note } = texts.tasks[piece.task];
        const state = { topicId: 'default', note, tags: [], dueInDays: piece.dueInDays, assigneeUserId: null, description };
        return { ...node('createCaseManagementTask', state), outputs: { next: tree(rest) } };
      }
      case 'end':
        return { ...node('expired', { description: texts.ends[piece.why] }), outputs: {} };
      case 'fork': {
        const state = { mode: 'easy', matchType: 'any', conditions: piece.conditions, expression: '' };
        return { ...node('evaluateIfCondition', state), outputs: { no: tree(piece.no), yes: tree(piece.yes) } };
      }
    }
  };
  return flatten(tree(PATHS[id]));
}

/** @returns the days from the first step that does something to the last, on the longest way; five working days count as a week. */
export function daysOf(id: StarterId): number {
  /** @param sinceDue where the way stands, if a wait for the due day has said so */
  const longest = (path: readonly Piece[], sinceDue: number | null): number => {
    const [piece, ...rest] = path;
    if (!piece) return 0;
    if (piece.is === 'fork') return Math.max(longest(piece.yes, sinceDue), longest(piece.no, sinceDue));
    if (piece.is !== 'step') return longest(rest, sinceDue);
    const days = piece.state.workingDays ? Math.ceil(((piece.state.days as number) * 7) / 5) : (piece.state.days as number);
    if (piece.stepType !== 'waitDaysPastDue') return days + longest(rest, sinceDue === null ? null : sinceDue + days);
    return Math.max(0, sinceDue === null ? 0 : days - sinceDue) + longest(rest, days);
  };
  return longest(PATHS[id], null);
}
