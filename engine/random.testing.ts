/**
 * Random strategies and rules of every step type, for tests and measurements: right in most places. `spoil` makes some of any value wrong, as files
 * from elsewhere are.
 */
import { AWAITED_EVENTS } from '../core/events/awaited.ts';
import { LOCALES } from '../core/locale.ts';
import { expressionOf } from './conditions/expressionForm.ts';
import type { TreeStep } from './graph/tree.ts';
import { toTree } from './graph/tree.ts';
import { fieldsOf, type RuleField } from './reactions/fields.ts';
import { reactionSteps } from './reactions/steps.ts';
import type { FieldLayout, StepDefinition } from './step.ts';
import { stepDefinitions } from './steps.ts';
import { randomBlock } from './trees/testing.ts';
import type { Step } from './types.ts';

export type Random = () => number;

/** What the client of a measurement has, by the names that steps use. */
export interface KnownNames {
  readonly email: readonly string[];
  readonly sms: readonly string[];
  readonly trees: readonly string[];
  readonly workflows: readonly string[];
  readonly strategies: readonly string[];
  readonly triggers: readonly string[];
  readonly users: readonly string[];
  readonly partners: readonly string[];
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const upTo = (random: Random, most: number) => Math.floor(random() * (most + 1));
const some = <Item>(random: Random, items: readonly Item[], most: number): Item[] => [
  ...new Set(Array.from({ length: upTo(random, most) }, () => pick(random, items))),
];

const CODES = [
  'return claim.balance > 5000;',
  'return { result: account.activeClaims === 1, values: { tier: "A", share: 0.5, done: false, gone: null } };',
  'throw new Error("no");',
  'return',
  'return 1n;',
  'return { result: true, values: { nested: { a: 1 } } };',
  'syntax error',
  'return Promise.resolve(debtor.type === "person");',
  'return strategy.outcome === "outcome n1" || now.hour > 12;',
  'return { result: true, values: Object.fromEntries(Array.from({ length: 300 }, (_, n) => ["v" + n, n])) };',
];
const EXPRESSIONS = [
  'daysPastDue > 30 && claimBalance >= money("10.00", currency)',
  'strategy.outcome == "Done" || bucket("half", 50)',
  'countEvents("emailOpened", 30) > 0 || eventWithin("linkClicked", 7)',
  'lastEvent("paymentSettled") < todaysDate',
  'scores.collection > 0.5',
  'claim.meta.visits > 3',
  'days(dueDate, todaysDate) > 10 || isHoliday(todaysDate, "DE-BE")',
  'addDays(dueDate, 99999999) > todaysDate',
  'account.balance == money("1.00", "USD")',
  'claimBalance * 1000000 > money("1", "EUR")',
  'strategy.tier in ["A", "B"]',
  '1 / 0 > 1',
  'balnce > 1',
  '((((',
];

function condition(random: Random) {
  const blocks = Array.from({ length: 1 + upTo(random, 3) }, () => randomBlock(random));
  return { matchType: pick(random, ['every', 'any'] as const), conditions: blocks };
}

/** One field of a step, by the control that its panel shows. */
function fieldValue(random: Random, name: string, layout: FieldLayout, known: KnownNames): unknown {
  const { control, options = [], min = 0, max = 1000 } = layout;
  if (name === 'bundleName') return pick(random, layout.content === 'email' ? known.email : known.sms);
  if (name === 'emails') return ['office@creditor.example'];
  if (name === 'domain') return pick(random, ['', '', '', 'elsewhere.example.com']);
  if (name === 'displayName' || name === 'description') return pick(random, ['Call', 'Prüfen «Ñ» 🙂', "'; drop table --"]);
  switch (control) {
    case 'number':
      if (name === 'version') return pick(random, [null, null, 1]);
      return Math.min(max, min + upTo(random, pick(random, [1, 5, 40, max - min])));
    case 'switch':
      return random() < 0.5;
    case 'select':
      return pick(random, options);
    case 'multiselect':
    case 'weekdays':
      return some(random, options, 3);
    case 'tags':
      return some(random, ['vip', 'old', 'Ä b'], 2);
    case 'time':
      return name === 'hours' ? upTo(random, 23) : upTo(random, 59);
    case 'money':
      return (random() * 500).toFixed(2);
    case 'date':
      return `2026-0${1 + upTo(random, 8)}-1${upTo(random, 9)}`;
    case 'events':
      return [pick(random, AWAITED_EVENTS), ...some(random, AWAITED_EVENTS, 2)];
    case 'trigger':
      return pick(random, known.triggers);
    case 'bundle':
      return pick(random, layout.content === 'email' ? known.email : known.sms);
    case 'locale':
      return pick(random, [null, ...LOCALES]);
    case 'user':
      return pick(random, [null, ...known.users]);
    case 'users':
      return some(random, known.users, 2);
    case 'topic':
      return 'default';
    case 'partner':
      return pick(random, known.partners);
    case 'allocations':
      return known.partners.slice(0, 2).map((partnerId, index) => ({ partnerId, percentage: index === 0 ? 60.25 : 39.75 }));
    case 'strategy':
      return pick(random, known.strategies);
    case 'tree':
      return pick(random, known.trees);
    case 'workflow':
      return pick(random, known.workflows);
    case 'meta':
      return name === 'value'
        ? pick(random, [1, 'text', true, null, ['a']])
        : { [pick(random, ['tier', 'visits', 'note'])]: pick(random, ['A', 3, true, '']) };
    case 'conditions':
      return name === 'groups' ? Array.from({ length: 1 + upTo(random, 2) }, () => condition(random)) : condition(random).conditions;
    case 'code':
      return pick(random, CODES);
    case 'expression':
      return random() < 0.5 ? (expressionOf(condition(random)) ?? 'true') : pick(random, EXPRESSIONS);
    default:
      return pick(random, ['tier', 'visits', 'outcome']);
  }
}

/** @returns a state for a step of the type, each field as its panel would let somebody enter it. */
export function randomState(random: Random, definition: StepDefinition, known: KnownNames): Record<string, unknown> {
  const layout = Object.entries(definition.layout as Readonly<Record<string, FieldLayout>>);
  return Object.fromEntries(layout.map(([name, each]) => [name, fieldValue(random, name, each, known)]));
}

/** @returns up to twelve steps of any type, each of which may branch; some paths simply end. As the canvas saves them. */
export function randomStrategy(random: Random, known: KnownNames): TreeStep[] {
  const steps: (Omit<Step, 'outputs'> & { outputs: Record<string, string | null> })[] = [];
  const open: { outputs: Record<string, string | null>; name: string }[] = [];
  for (let count = 1 + upTo(random, 11); count > 0; count--) {
    // A step that keeps a strategy from starting stands in one of twenty.
    const definition = pick(random, stepDefinitions);
    if (definition.type === 'dummy' && random() < 0.8) continue;
    const id = `s${steps.length}`;
    if (steps.length > 0) {
      const [slot] = open.splice(upTo(random, open.length - 1), 1);
      if (!slot) break;
      slot.outputs[slot.name] = id;
    }
    const outputs: Record<string, string | null> = Object.fromEntries(definition.outputs.map((name) => [name, null]));
    steps.push({ id, stepType: definition.type, stepState: randomState(random, definition, known), outputs });
    for (const name of definition.outputs) open.push({ outputs, name });
  }
  return toTree(steps);
}

const NARROWED: Readonly<Record<RuleField, readonly unknown[]>> = {
  triggerName: ['paid-by-phone', 'other'],
  daysBeforeDueDate: [0, 3, 30],
  providerName: ['stripe', 'smtp'],
  paymentMethod: ['card', 'sepa_debit'],
  cancellationReason: ['AC04', 'other'],
  contactOutcome: [{ category: 'reached', resolution: null }],
};

/** @returns a rule as the API is given it: any awaited event, narrowed or not, with a condition or not, and one to three steps. */
export function randomRule(random: Random, known: KnownNames) {
  const messageType = pick(random, AWAITED_EVENTS);
  const narrowing = fieldsOf(messageType).filter((field) => field === 'daysBeforeDueDate' || random() < 0.3);
  return {
    displayName: pick(random, ['', 'Rule', 'Prüfen 🙂']),
    messageType,
    ...Object.fromEntries(narrowing.map((field) => [field, pick(random, NARROWED[field])])),
    ...(random() < 0.4 && { fullCondition: { mode: 'easy', ...condition(random) } }),
    ...(random() < 0.2 && { fullCondition: { mode: 'advanced', expression: pick(random, EXPRESSIONS) } }),
    reactions: Array.from({ length: 1 + upTo(random, 2) }, (_, index) => {
      const definition = pick(random, reactionSteps);
      return { id: `r${index}`, type: definition.type, parameters: JSON.stringify(randomState(random, definition, known)) };
    }),
  };
}

const ODD: readonly unknown[] = [
  ...[null, '', ' ', true, -1, 1.5, 1e308, 2 ** 53, -0, {}, [], [[[[]]]], '__proto__', 'constructor', 's0', 's1', 'no-such'],
  ...['x'.repeat(5_000), 'a\u0000b', '\ud800', '‮', '1e999', "'; drop table strategy_run --", '{{ claim.balance }}', '<script>'],
  JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 1}}'),
];

/** @returns a copy in which some values, lists or keys are what they should not be. @param wild how likely each place is changed, 0 to 1 */
export function spoil<Value>(random: Random, value: Value, wild: number): Value {
  if (random() < wild) return pick(random, ODD) as Value;
  if (Array.isArray(value)) {
    const list = value.map((each) => spoil(random, each, wild));
    return (random() < wild ? [...list, ...list] : list) as Value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => random() >= wild / 2);
  return Object.fromEntries(entries.map(([key, each]) => [random() < wild / 4 ? `${key}x` : key, spoil(random, each, wild)])) as Value;
}
