/** Values that examples share. The ids and references of the demo differ from installation to installation, so examples name what they stand for. */
export const ACCOUNT_ID = '0197c0de-5a10-7c3b-9b1e-5a2f6c8d9e0d';
export const CLAIM_REF = 'INV-2026-0042';
export const SOME_ID = '0197c0de-7a10-7c3b-9b1e-5a2f6c8d9e0d';
