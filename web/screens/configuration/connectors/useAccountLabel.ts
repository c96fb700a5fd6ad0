import { useTranslation } from '../../../ui/texts.ts';

/** @returns what names a part of a claim ("part.costs") or what happened ("side.fee") as the accounting settings do. */
export function useAccountLabel(): (key: string) => string {
  const { t } = useTranslation('connectors');
  return (key) => {
    const [kind = '', name = ''] = key.split('.');
    return kind === 'part' ? t(`part.${name as 'costs'}`, { defaultValue: name }) : t(`side.${name as 'fee'}`, { defaultValue: name });
  };
}
