import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/format.ts';

/** Why a search found an account, as the server says it (searchAccounts, matchedBy). */
export interface MatchLike {
  readonly kind: string;
  readonly value: string;
}

/** @returns what writes out why a search found an account: "Phone ending 4477". */
export function useMatch(): (match: MatchLike) => string {
  const { t } = useTranslation('goTo');
  const format = useFormat();
  return ({ kind, value }) => {
    if (kind === 'address') return value;
    return t(`match.${kind as 'phone'}`, { value: kind === 'birthDate' ? format.date(value) : value });
  };
}
