import type { ComboboxItem, ComboboxItemGroup, OptionsFilter } from '@mantine/core';
import { useMemo } from 'react';
import { type ConditionVariable, conditionVariables } from '../../../engine/conditions/variables.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useMetaVariables } from '../metadata/metadataSchema.ts';
import { useFlag } from '../workspace.ts';
import { META } from './conditionShape.ts';
import { useConditionTexts } from './useConditionTexts.ts';

const CALENDAR = new Set(['todaysDate', 'timeOfDay', 'dayOfTheMonth', 'dayOfTheWeek', 'isHolidayInCountry']);

const META_GROUPS = { claim: 'metaClaim', account: 'metaAccount', product: 'metaProduct', strategy: 'ofRun' } as const;

/** Finds a variable by what it is called, by its group ("debtor"), or by the name that files and the API use. */
export const byLabelOrName: OptionsFilter = ({ options, search }) => {
  const words = search.trim().toLowerCase();
  const fits = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(words));
  return (options as ComboboxItemGroup<ComboboxItem>[]).flatMap(({ group, items }) => {
    const found = fits(String(group)) ? items : items.filter(({ label, value }) => fits(String(label), value));
    return found.length > 0 ? [{ group, items: found }] : [];
  });
};

/** Where the editor lists a variable: by the facts it reads. */
function groupOf({ name, needs }: ConditionVariable): 'claim' | 'account' | 'debtor' | 'product' | 'contact' | 'calendar' {
  if (CALENDAR.has(name)) return 'calendar';
  const [first = 'claim'] = needs;
  if (first === 'money' || first === 'communications') return 'contact';
  return first === 'account' || first === 'debtor' || first === 'product' ? first : 'claim';
}

/** @param chosen and `search`: metadata fields named there are offered too, though no schema declares them. @returns the variables by group */
export function useVariableChoices(chosen: string, search: string): ComboboxItemGroup<ComboboxItem>[] {
  const { t } = useTranslation('strategy');
  const texts = useConditionTexts();
  const declared = useMetaVariables();
  const hasPartners = useFlag('PARTNERS');
  return useMemo(() => {
    const groups = new Map<string, ComboboxItem[]>();
    for (const one of conditionVariables) {
      if (!hasPartners && one.needs.includes('outsourcing') && one.name !== chosen) continue;
      const group = t(`conditions.groups.${groupOf(one)}`);
      groups.set(group, [...(groups.get(group) ?? []), { value: one.name, label: texts.variable(one.name) }]);
    }
    const meta = new Map(declared.map(({ name, title }) => [name, title]));
    for (const name of [chosen, search.trim()]) if (META.test(name) && !meta.has(name)) meta.set(name, texts.variable(name));
    for (const [value, title] of meta) {
      const group = t(`conditions.groups.${META_GROUPS[value.split('.')[0] as keyof typeof META_GROUPS]}`);
      const items = groups.get(group) ?? [];
      // Two fields may have one title: only then their keys tell them apart.
      const isTaken = declared.some((one) => one.title === title && one.name !== value && one.name.split('.')[0] === value.split('.')[0]);
      groups.set(group, [...items, { value, label: isTaken ? `${title} (${value})` : title }]);
    }
    return [...groups].map(([group, items]) => ({ group, items }));
  }, [t, texts, declared, chosen, search, hasPartners]);
}
