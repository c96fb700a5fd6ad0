/** Why a bulk action left an account or claim out. Kept as a key; the web app says it in the reader's language (`reason.<key>` of lists.json). */
export const BULK_REASONS = [
  'notOpen',
  'notRunning',
  'notPaused',
  'nothingToStop',
  'changedSince',
  'gone',
  'nothingOwed',
  'disputed',
  'withOtherPartner',
  'partnerGone',
  'notOutsourced',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];
