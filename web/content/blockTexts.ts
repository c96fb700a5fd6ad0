/** What blocks, their fields and what is wrong with them are called, in the reader's language. */
import type { Check } from '../../blocks/checks.ts';
import type { DesignProblem } from '../../blocks/read.ts';
import { useTranslation } from '../ui/texts.ts';

/** The names of blocks and of all that they declare. */
export function useBlockTexts() {
  const { t, find } = useTranslation('blocks');
  const name = (type: string) => find(`block.${type}.name`) ?? type;
  /** A block is named by the reader's word for it, not by its type. */
  const filled = (values: DesignProblem['values']) => (typeof values.type === 'string' ? { ...values, type: name(values.type) } : values);
  return {
    name,
    about: (type: string) => find(`block.${type}.about`) ?? '',
    group: (group: string) => find(`group.${group}`) ?? group,
    field: (field: string) => find(`field.${field}`) ?? field,
    option: (field: string, option: string) => find(`option.${field}.${option}`) ?? option,
    severity: (severity: Check['severity']) => t(`severity.${severity}`),
    check: ({ key, values }: Pick<Check, 'key' | 'values'>) => t(`check.${key}`, values),
    problem: ({ key, values }: Pick<DesignProblem, 'key' | 'values'>) => t(`problem.${key}`, filled(values)),
  };
}
