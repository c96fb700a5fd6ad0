import { DISPUTE_REASONS, REFUSAL_REASONS, type WorkOutcome } from '../../../../core/workOutcomes.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account, Item } from './work.ts';

/** A detail of an outcome that one key chooses. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly aside?: string;
}

/** @returns what gives the details that an outcome offers: numbers of the debtors, reasons, or days. */
export function useChoicesOf(item: Item, account: Account): (of: WorkOutcome) => readonly Choice[] {
  const { t } = useTranslation('work');
  const format = useFormat();
  return ({ detail, days }) => {
    if (detail === 'number')
      return account.debtors.flatMap((debtor) =>
        debtor.phones
          .filter((phone) => phone.contactPhoneNumberState !== 'wrong')
          .map(({ contactPhoneNumber: number, formatted: label }) => ({
            value: JSON.stringify([debtor.externalDebtorRef, number]),
            label,
          })),
      );
    if (detail === 'reason') return REFUSAL_REASONS.map((value) => ({ value, label: t(`refusal.${value}`) }));
    if (detail === 'dispute') return DISPUTE_REASONS.map((value) => ({ value, label: t(`dispute.${value}`) }));
    return days.map(({ option, value }) => {
      const date = item.days.find((day) => day.option === option && day.value === value)?.date ?? '';
      return { value: date, label: t(`days.${option as 'today'}`, { count: value }), aside: format.date(date, 'dayMonth') };
    });
  };
}
