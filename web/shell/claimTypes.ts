import { useCallback } from 'react';
import { useTranslation } from '../ui/texts.ts';

/** @returns what a kind of claim or product is called: the product's own kinds by their texts, a creditor's as it wrote them. */
export function useClaimType(): (type: string) => string {
  const { t, exists } = useTranslation('account');
  return useCallback((type) => (exists(`account:claimType.${type}`) ? t(`claimType.${type as 'invoice'}`) : type), [t, exists]);
}
