/** What the form of an agreement holds, and what of it is sent. */
import type { CommissionTerms } from '../../../../../engine/commission/agreement.ts';
import type { Format } from '../../../../ui/format.ts';
import { readAmount } from '../../../../ui/readAmount.ts';
import type { AgreementFragment } from './partner.graphql.ts';

export type Agreement = AgreementFragment;
export type Rule = CommissionTerms['rules'][number];

/** Named as the server names what it refuses; amounts are texts of the reader's language. */
export type Draft = Omit<CommissionTerms, 'fixedFee' | 'leastPerClaim' | 'mostPerClaim'> & {
  readonly validFrom: string;
  readonly fixedFee: string;
  readonly leastPerClaim: string;
  readonly mostPerClaim: string;
};

export const AMOUNTS = ['fixedFee', 'leastPerClaim', 'mostPerClaim'] as const;

/** A rule to begin with: a quarter of whatever is paid. */
export const NEW_RULE: Rule = { basisPoints: 2_500, kinds: [], currency: null, ageAt: 'handOver', fromDays: null, toDays: null };

/** @param agreement null: a new version. @param like whose terms a new one begins with; null: none. */
export function draftOf(agreement: Agreement | null, like: Agreement | null, currency: string, format: Format): Draft {
  const terms = (agreement ?? like)?.terms as CommissionTerms | undefined;
  const amount = (name: (typeof AMOUNTS)[number]) => {
    const given = terms?.[name];
    return given ? format.amount(given, terms.currency) : '';
  };
  return {
    validFrom: agreement?.validFrom ?? '',
    rules: terms?.rules ?? [NEW_RULE],
    currency: terms?.currency ?? currency,
    fixedFee: amount('fixedFee'),
    fixedFeeAt: terms?.fixedFeeAt ?? 'handOver',
    leastPerClaim: amount('leastPerClaim'),
    mostPerClaim: amount('mostPerClaim'),
    afterCareDays: terms?.afterCareDays ?? 0,
    vatBasisPoints: terms?.vatBasisPoints ?? 0,
    isGross: terms?.isGross ?? false,
    isReverseCharge: terms?.isReverseCharge ?? false,
  };
}

/** @returns the terms as they are sent; an amount that cannot be read as it was typed, so that the server names its field. */
export function termsOf({ validFrom, ...draft }: Draft, format: Format): CommissionTerms {
  const amount = (name: (typeof AMOUNTS)[number]) => {
    const text = draft[name].trim();
    return text === '' ? null : (readAmount(format, text, draft.currency) ?? text);
  };
  return { ...draft, fixedFee: amount('fixedFee'), leastPerClaim: amount('leastPerClaim'), mostPerClaim: amount('mostPerClaim') };
}
