/** What steps, conditions and their problems are called, in the user's language. */
import { useMemo } from 'react';
import type { ConditionBlock } from '../../../../engine/conditions/blocks.ts';
import type { MetaVariable } from '../../../../engine/conditions/metaVariables.ts';
import type { Reason } from '../../../../engine/reason.ts';
import { stepDefinition } from '../../../../engine/steps.ts';
import type { Step } from '../../../../engine/types.ts';
import { type ConditionTexts, conditionTexts, type Say, sayKinds } from '../../../shell/conditions.ts';
import { useMetaVariables } from '../../../shell/metadata/metadataSchema.ts';
import { type TypeName, typeNames, useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Format, useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type Directory, labelIn } from './directory.ts';

export interface StepTexts extends ConditionTexts {
  readonly say: Say;
  readonly name: (stepType: string) => string;
  readonly about: (stepType: string) => string;
  readonly field: (field: string) => string;
  /** An output's name, as lines and questions call its branch. */
  readonly output: (output: string) => string;
  readonly reason: (reason: Reason) => string;
  /** The two lines of a card. */
  readonly card: (step: Pick<Step, 'stepType' | 'stepState'>, directory: Directory) => { title: string; detail: string };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const clock = (state: Record<string, unknown>) => `${number(state.hours)}:${String(number(state.minutes)).padStart(2, '0')}`;

function textsOf(t: Say, format: Format, currency: string, declared: readonly MetaVariable[], typeName: TypeName): StepTexts {
  const name = (stepType: string) => (stepDefinition(stepType) ? t(`step.${stepType}.name`) : stepType);
  const field = (one: string) => t(`field.${one}`);
  const conditions = conditionTexts(t, format, currency, declared);
  const blocks = (list: readonly ConditionBlock[], matchType: unknown) => {
    const [first] = list;
    if (!first) return '';
    if (list.length === 1) return conditions.condition(first);
    const more = list.length - 1;
    return t(matchType === 'any' ? 'conditions.moreAny' : 'conditions.more', {
      first: conditions.condition(first),
      count: more,
      number: more,
    });
  };
  const days = (list: unknown) => {
    const names = Array.isArray(list) ? (list as string[]) : [];
    if (names.length === 0) return t('summary.everyDay');
    return names.length === 5 ? t('summary.workingDays') : names.map((day) => t(`weekday.${day}`)).join(', ');
  };
  const duration = (state: Record<string, unknown>) => {
    const part = (key: string, count: unknown) => (number(count) > 0 ? [t(`summary.${key}`, { count: number(count) })] : []);
    const parts = [
      ...part(state.workingDays === true ? 'delayWorkingDays' : 'delayDays', state.days),
      ...part('delayHours', state.hours),
      ...part('delayMinutes', state.minutes),
    ];
    return parts.length > 0 ? parts.join(', ') : t('summary.delayNone');
  };
  const pastDue = (count: number) =>
    count === 0 ? t('summary.onDue') : t(count > 0 ? 'summary.pastDue' : 'summary.beforeDue', { count: Math.abs(count) });

  /** What a step's own definition says of its state; nothing of one that is not whole. */
  const summary = ({ stepType, stepState }: Pick<Step, 'stepType' | 'stepState'>) => {
    const definition = stepDefinition(stepType);
    const fields = definition?.fields.safeParse(stepState);
    const line = fields?.success ? definition?.summary?.(fields.data) : null;
    if (!line) return '';
    if (line.key === 'summary.mask') return conditions.value(String(line.values?.mask));
    if (line.key === 'summary.fields') return String(line.values?.fields);
    const { events, date } = line.values ?? {};
    return t(line.key, {
      ...line.values,
      ...(typeof events === 'string' && { events: typeNames(typeName, events) }),
      ...(typeof date === 'string' && { date: format.date(date) }),
    });
  };

  const card: StepTexts['card'] = ({ stepType, stepState: state }, directory) => {
    const description = text(state.description).trim();
    const named = (detail: string) => ({ title: name(stepType), detail: description || detail });
    switch (stepType) {
      case 'delay':
        return { title: t('summary.delay', { duration: duration(state) }), detail: description };
      case 'waitDaysPastDue':
        return { title: pastDue(number(state.days)), detail: t('summary.thenAt', { time: clock(state), days: days(state.weekdays) }) };
      case 'waitNextDay':
        return { title: t('summary.nextDay'), detail: t('summary.atTime', { time: clock(state), days: days(state.weekdays) }) };
      case 'waitTimeOfDay':
        return { title: t('summary.timeOfDay', { time: clock(state) }), detail: days(state.weekdays) };
      case 'sendEmail':
        return named(labelIn(directory.content.email, text(state.bundleName)));
      case 'sendMessage':
        return named(labelIn(directory.content[state.contentType === 'message' ? 'message' : 'whatsapp'], text(state.bundleName)));
      case 'placeCall':
        return named(labelIn(directory.content.call, text(state.bundleName)));
      case 'sendSMS':
        return named(labelIn(directory.content.sms, text(state.bundleName)));
      case 'sendLetter':
        return named(labelIn(directory.content.letter, text(state.bundleName)));
      case 'outsource':
      case 'outsourceClaim':
        return named(state.partnerId ? labelIn(directory.partners, text(state.partnerId)) : '');
      case 'ADVANCED_OUTSOURCE_CLAIM': {
        const shares = (state.partnerAllocations as { partnerId: string; percentage: number }[] | undefined) ?? [];
        const said = shares.map(
          (share) => `${labelIn(directory.partners, share.partnerId)} ${format.percent(number(share.percentage) / 100, 2)}`,
        );
        return named(said.join(' · '));
      }
      case 'createCaseManagementTask':
        return named(labelIn(directory.topics, text(state.topicId)));
      case 'assignAccount':
        return named(state.userId ? labelIn(directory.users, text(state.userId)) : t('panel.nobody'));
      case 'executeDecisionTree':
        return named(state.treeId ? labelIn(directory.trees, text(state.treeId)) : '');
      case 'updateLandingPageContent':
        return named(state.landingPageId ? labelIn(directory.landingPages, text(state.landingPageId)) : t('panel.usualLandingPage'));
      case 'createWorkflow':
      case 'stopWorkflow':
        return named(state.workflowBlueprintId ? labelIn(directory.workflows, text(state.workflowBlueprintId)) : '');
      case 'insertStrategySteps':
      case 'replaceStrategySteps':
        return named(state.blueprintId ? labelIn(directory.strategies, text(state.blueprintId)) : '');
      case 'checkpoint':
        return named(text(state.displayName));
      case 'setAccountMetaField':
        return named(text(state.field));
      case 'setClaimMetaFields':
        return named(Object.keys((state.values as object | undefined) ?? {}).join(', '));
      case 'evaluateIfCondition':
        if (state.mode === 'advanced') return named(text(state.expression));
        return named(blocks((state.conditions as ConditionBlock[] | undefined) ?? [], state.matchType));
      case 'evaluateCompoundIfCondition': {
        const groups = (state.groups as { conditions: ConditionBlock[]; matchType: string }[] | undefined) ?? [];
        if (groups.length === 1) return named(blocks(groups[0]!.conditions, groups[0]!.matchType));
        return named(groups.length > 0 ? t('summary.groups', { count: groups.length }) : '');
      }
      default:
        return named(summary({ stepType, stepState: state }));
    }
  };

  const reason: StepTexts['reason'] = ({ key, values }) => {
    const shownValues: Record<string, unknown> = { ...values };
    if (typeof values?.variable === 'string') shownValues.variable = conditions.variable(values.variable);
    if (typeof values?.field === 'string') shownValues.field = field(values.field.split('.')[0] ?? '');
    // What is wrong with an expression is said alike here and on timelines.
    if (key.startsWith('condition.expression')) {
      sayKinds(t, shownValues);
      return t(`reasons:${key.replaceAll('.', '_')}`, shownValues);
    }
    return t(`reason.${key}`, shownValues);
  };

  const output = (one: string) => t(`output.${one}`);
  return { say: t, name, output, about: (stepType) => t(`step.${stepType}.about`), field, reason, card, ...conditions };
}

/** @returns the names and sentences of steps; needs the texts of the area "strategy". */
export function useStepTexts(): StepTexts {
  const { t } = useTranslation(['strategy', 'reasons']);
  const format = useFormat();
  const { currency } = useWorkspace().configuration;
  const declared = useMetaVariables();
  const typeName = useTypeName();
  return useMemo(() => textsOf(t as unknown as Say, format, currency, declared, typeName), [t, format, currency, declared, typeName]);
}
