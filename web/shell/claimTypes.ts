import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** @returns what a kind of claim or product is called: the product's own kinds by their texts, a creditor's as it wrote them. */
export function useClaimType(): (type: string) => string {
  const { t, i18n } = useTranslation('account');
  return useCallback((type) => (i18n.exists(`account:claimType.${type}`) ? t(`claimType.${type as 'invoice'}`) : type), [t, i18n]);
}
