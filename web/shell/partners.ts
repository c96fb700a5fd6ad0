/** What several screens say of partners. */
/** As the contract names them. */
export const PARTNER_TYPES = ['collectionAgency', 'lawFirm', 'skipTracing', 'debtBuyer', 'other'] as const;
export type PartnerType = (typeof PARTNER_TYPES)[number];
