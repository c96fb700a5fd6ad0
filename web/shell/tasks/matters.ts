/** What tasks are called: by people, or, where the product made one, by what it is about in the reader's language. */
import { useMemo } from 'react';
import { useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';

interface Named {
  readonly note: string;
  readonly matter: { readonly key: string; readonly values: unknown } | null;
}

/** The values that are amounts, in the currency beside them. */
const AMOUNTS = ['amount', 'otherAmount', 'credit'];

/** @returns what names a task, what describes it, and what names a matter whatever it is filled in with. */
export function useTaskNames() {
  const { find } = useTranslation('matters');
  const format = useFormat();
  return useMemo(() => {
    const filled = (values: unknown) => {
      const given = (values ?? {}) as Readonly<Record<string, string>>;
      const money = AMOUNTS.filter((name) => given[name] !== undefined).map((name) => [
        name,
        format.money(given[name]!, given.currency ?? 'EUR'),
      ]);
      return { ...given, ...Object.fromEntries(money), ...(given.day !== undefined && { day: format.date(given.day) }) };
    };
    const text = (part: 'task' | 'detail' | 'short', key: string, values: unknown) => find(`matters:${part}.${key}`, filled(values)) ?? '';
    const matterName = (key: string, values: unknown) => text('task', key, values);
    return {
      matterName,
      nameOf: (task: Named) => task.note || (task.matter ? matterName(task.matter.key, task.matter.values) : ''),
      detailOf: (task: Named & { readonly description: string }) =>
        task.description || (task.matter ? text('detail', task.matter.key, task.matter.values) : ''),
      shortName: (key: string) => text('short', key, {}) || matterName(key, {}),
    };
  }, [find, format]);
}
