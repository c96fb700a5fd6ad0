import type texts from '../../../shell/i18n/en_US/import.json';
import { useTranslation } from '../../../ui/texts.ts';

type Group = keyof (typeof texts)['group'];
type Name = keyof (typeof texts)['name'];

/** @returns what writes a field's name for people: "Claim: due date", "Debtor: e-mail", "Claim detail: tariff". */
export function useFieldLabel(): (field: string, title?: string | null) => string {
  const { t } = useTranslation('import');
  return (field, title) => {
    const meta = /^(claim|account|debtor|coDebtor)\.meta\.(.*)$/.exec(field);
    if (meta) return t('detail', { group: t(`group.${meta[1] as Group}`), name: title ?? meta[2] });
    const [group, name] = field.split('.') as [Group, Name];
    return t('label', { group: t(`group.${group}`), name: t(`name.${name}`) });
  };
}
