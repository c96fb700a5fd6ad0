import type { PaymentKind } from '../../../../../engine/commission/agreement.ts';
import { useFormat } from '../../../../ui/format.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Agreement, Rule } from './agreementDraft.ts';

/** @returns what says rules and agreements in the reader's language. */
export function useTermWords() {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const percent = (basisPoints: number) => format.percent(basisPoints / 10_000);
  const age = ({ fromDays, toDays, ageAt }: Rule) => {
    if (fromDays === null && toDays === null) return null;
    const days =
      toDays === null ? t('agreement.fromDays', { from: fromDays }) : t('agreement.betweenDays', { from: fromDays ?? 0, to: toDays });
    return `${days} ${t(`agreement.at.${ageAt}`)}`;
  };
  const rule = (each: Rule) =>
    [
      percent(each.basisPoints),
      age(each),
      each.kinds.length > 0 ? each.kinds.map((kind) => t(`paymentKind.${kind as PaymentKind}`)).join(', ') : null,
      each.currency,
    ]
      .filter(Boolean)
      .join(' · ');
  return {
    rule,
    /** What is agreed beside the rules. */
    rest: ({ terms }: Agreement) =>
      [
        terms.fixedFee && `${format.money(terms.fixedFee, terms.currency)} ${t(`agreement.feeAt.${terms.fixedFeeAt as 'close'}`)}`,
        terms.leastPerClaim && t('agreement.leastWords', { amount: format.money(terms.leastPerClaim, terms.currency) }),
        terms.mostPerClaim && t('agreement.mostWords', { amount: format.money(terms.mostPerClaim, terms.currency) }),
        terms.afterCareDays > 0 && t('agreement.afterCareWords', { count: terms.afterCareDays }),
        terms.isReverseCharge
          ? t('agreement.reverseCharge')
          : t(terms.isGross ? 'agreement.vatWithin' : 'agreement.vatOnTop', { percent: percent(terms.vatBasisPoints) }),
      ].filter((each): each is string => typeof each === 'string' && each !== ''),
  };
}
