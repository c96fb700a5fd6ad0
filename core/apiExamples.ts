/** What the examples of the REST API name. The reference on screen puts an account of the client in their place, so that they run as they stand. */
export const ACCOUNT_ID = '0197c0de-5a10-7c3b-9b1e-5a2f6c8d9e0d';
export const ACCOUNT_REF = 'K-1001';
export const DEBTOR_REF = 'DEBTOR-1001';
export const CLAIM_REF = 'INV-2026-0042';
/** Of a thing that somebody has to look up. */
export const SOME_ID = '0197c0de-7a10-7c3b-9b1e-5a2f6c8d9e0d';
