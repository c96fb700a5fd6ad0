/** What several screens say of partners. */
import type { CommissionReason } from '../../engine/commission/reckon.ts';
import { useFormat } from '../ui/format.ts';
import { useTranslation } from '../ui/texts.ts';

/** As the contract names them. */
export const PARTNER_TYPES = ['collectionAgency', 'lawFirm', 'skipTracing', 'debtBuyer', 'other'] as const;
export type PartnerType = (typeof PARTNER_TYPES)[number];

/** @returns what says why a commission is as much as it is. */
export function useCommissionReason() {
  const { t } = useTranslation('partners');
  const format = useFormat();
  return ({ key, values }: CommissionReason) => t(`why.${key}`, { ...values, percent: format.percent(Number(values.percent ?? 0) / 100) });
}
