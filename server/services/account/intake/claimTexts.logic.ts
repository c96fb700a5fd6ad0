/**
 * The texts of a claim that a file brings, by their names in the import, with the columns that they stand in. How a row is read, compared,
 * staged and written follows from here; import.fields.ts says what a file may call them.
 */
export const CLAIM_TEXT_COLUMNS = {
  type: 'type',
  portfolio: 'external_portfolio_ref',
  productReference: 'product_reference',
  productName: 'product_name',
  productType: 'product_type',
  paymentReference: 'payment_reference',
  segment: 'segment',
} as const;

export type ClaimText = keyof typeof CLAIM_TEXT_COLUMNS;
export const CLAIM_TEXTS = Object.keys(CLAIM_TEXT_COLUMNS) as readonly ClaimText[];
/** All of a claim's texts; null: the file said nothing. */
export type ClaimTexts = Record<ClaimText, string | null>;
