import type { MetaField } from '../../../../core/metadata.ts';
import { useTranslation } from '../../../ui/texts.ts';

/** @returns what makes types of fields into options. */
export function useTypeOptions() {
  const { t } = useTranslation('metadata');
  return (types: readonly MetaField['type'][]) => types.map((type) => ({ value: type, label: t(`type.${type}`) }));
}
