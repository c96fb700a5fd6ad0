import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LOCALES } from '../../../../core/locale.ts';
import { compileBlocks } from '../../../../engine/conditions/blocks.ts';
import { conditionFunctions } from '../../../../engine/conditions/expression.ts';
import { FUNCTION_MEANINGS, VARIABLE_MEANINGS } from '../../../../engine/conditions/meanings.ts';
import { OPERATIONS } from '../../../../engine/conditions/operations.ts';
import { conditionVariables } from '../../../../engine/conditions/variables.ts';
import { reasonKeys } from '../../../../engine/reasons.ts';
import { defaultState, stepDefinitions } from '../../../../engine/steps.ts';
import type { Step } from '../../../../engine/types.ts';
import { fieldErrorsOf } from './fieldErrors.ts';
import { newStep } from './steps.ts';

type Texts = { [key: string]: string | Texts };
const folder = path.resolve(import.meta.dirname, '../../../shell/i18n');
/** British English holds only what differs from American. */
const COMPLETE = LOCALES.filter((locale) => locale !== 'en_GB');

/** @returns the text of a key, or of its plural; undefined when there is none. */
function textIn(locale: string): (key: string) => string | undefined {
  const texts = JSON.parse(readFileSync(path.join(folder, locale, 'strategy.json'), 'utf8')) as Texts;
  const walk = (key: string) =>
    key.split('.').reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts);
  return (key) => {
    const found = walk(key) ?? walk(`${key}_other`);
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
}

test.each(COMPLETE)('%s names everything that steps and conditions declare', (locale) => {
  const text = textIn(locale);
  const keys = [
    ...stepDefinitions.flatMap(({ type }) => [`step.${type}.name`, `step.${type}.about`]),
    ...stepDefinitions.flatMap(({ outputs }) => (outputs.length > 1 ? outputs.map((output) => `output.${output}`) : [])),
    ...stepDefinitions.flatMap(({ layout }) => Object.keys(layout).map((field) => `field.${field}`)),
    ...stepDefinitions.flatMap(({ layout }) =>
      Object.values(layout as Record<string, { control: string; options?: readonly string[] }>).flatMap(({ control, options }) =>
        control === 'weekdays' ? (options ?? []).map((day) => `weekday.${day}`) : [],
      ),
    ),
    ...conditionVariables.map(({ name }) => `variable.${name}`),
    ...conditionVariables.flatMap(({ options }) => (options ?? []).map((option) => `value.${option}`)),
    ...OPERATIONS.map((operation) => `operation.${operation}`),
    ...Object.keys(reasonKeys)
      .filter((key) => key.startsWith('blueprint.'))
      .map((key) => `reason.${key}`),
    ...['empty', 'unknownVariable', 'badValue', 'badExpression', 'notAllowed'].map((key) => `reason.condition.${key}`),
  ];
  expect(keys.length).toBeGreaterThan(150);
  expect(keys.filter((key) => text(key) === undefined)).toEqual([]);
});

test.each(COMPLETE)('%s has a sentence for every reason that a claim or a timeline can show', (locale) => {
  const sentences = JSON.parse(readFileSync(path.join(folder, locale, 'reasons.json'), 'utf8'));
  const shown = Object.entries(reasonKeys).filter(([key]) => !key.startsWith('blueprint.'));
  expect(shown.filter(([key]) => typeof sentences[key.replaceAll('.', '_')] !== 'string')).toEqual([]);
  for (const [key, values] of shown) {
    const used = [...sentences[key.replaceAll('.', '_')].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    // The screen adds what time it is now where the debtor lives, and makes a sentence of what was compared.
    const given = values.includes('variable') ? [...values, 'condition'] : [...values, 'now'];
    expect(used, key).toEqual(used.filter((name) => given.includes(name!)));
  }
});

test.each(COMPLETE)('%s says what every variable and every function of conditions means', (locale) => {
  const meanings = JSON.parse(readFileSync(path.join(folder, locale, 'conditions.json'), 'utf8')) as Record<'variable' | 'function', Texts>;
  const said = (texts: Texts, name: string) =>
    name.split('.').reduce<string | Texts | undefined>((at, part) => (at as Texts)?.[part], texts);
  const variables = conditionVariables.map(({ name }) => [name, said(meanings.variable, name)]);
  const functions = conditionFunctions.map(({ name }) => [name, said(meanings.function, name)]);
  // A sentence, and not just the name of the field.
  for (const [name, sentence] of [...variables, ...functions])
    expect([name, String(sentence)]).toEqual([name, expect.stringMatching(/\S+ \S+ \S+/)]);
  if (locale !== 'en_US') return;
  expect(Object.fromEntries(variables)).toEqual(VARIABLE_MEANINGS);
  expect(Object.fromEntries(functions)).toEqual(FUNCTION_MEANINGS);
});

test('a step that was just put on the canvas says which fields it needs, and no others', () => {
  const say = (key: string) => key;
  const errors = Object.fromEntries(
    stepDefinitions.map((definition) => [
      definition.type,
      fieldErrorsOf(newStep('a', definition.type, definition.outputs, defaultState(definition)), say),
    ]),
  );
  expect(errors.sendEmail).toEqual({ bundleName: 'fieldError.required' });
  expect(errors.createCaseManagementTask).toEqual({ topicId: 'fieldError.required' });
  expect(errors.replaceStrategySteps).toEqual({ blueprintId: 'fieldError.required' });
  expect(errors.delay).toEqual({});
  expect(errors.waitDaysPastDue).toEqual({});
});

test('limits are named beside their field', () => {
  const said: unknown[] = [];
  const say = (key: string, values?: Readonly<Record<string, unknown>>) => {
    said.push([key, values]);
    return key;
  };
  const step = (stepType: string, stepState: Step['stepState']): Step => ({ id: 'a', stepType, stepState, outputs: {} });
  expect(fieldErrorsOf(step('delay', { days: -1, hours: 1.5, minutes: 0, workingDays: false }), say)).toEqual({
    days: 'fieldError.tooSmall',
    hours: 'fieldError.notWhole',
  });
  expect(said).toContainEqual(['fieldError.tooSmall', { limit: '0' }]);
  expect(fieldErrorsOf(step('setClaimMetaFields', { values: {} }), say)).toEqual({ values: 'fieldError.needsField' });
});

test('what the editor offers first is a question that can be asked once it has a value', () => {
  expect(compileBlocks('every', [{ variable: 'claimBalance', operation: '>', value: '' }]).problem?.key).toBe('condition.badValue');
  expect(compileBlocks('every', [{ variable: 'claimBalance', operation: '>', value: '100.00' }]).problem).toBe(null);
});
