import { useMemo } from 'react';
import { useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';
import { type ConditionTexts, conditionTexts, type Say } from '../conditions.ts';
import { useMetaVariables } from '../metadata/metadataSchema.ts';
import { usePartnerNames } from '../partners/partners.ts';
import { useWorkspace } from '../workspace.ts';

/** @returns what conditions and their parts are called; needs the texts of the area "strategy". */
export function useConditionTexts(): ConditionTexts {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const { currency } = useWorkspace().configuration;
  const declared = useMetaVariables();
  const { options: partners } = usePartnerNames();
  return useMemo(
    () => conditionTexts(t as unknown as Say, format, currency, declared, partners),
    [t, format, currency, declared, partners],
  );
}
