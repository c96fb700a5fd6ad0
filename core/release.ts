/** What the specification fixes for every installation (specification 1, section 9). */

/** The release of the specification that this product follows; told to whatever collects errors. */
export const RELEASE = '2025.r2';

/** Of a Cognito pool whose region nobody names. */
export const REGION = 'eu-central-1';

/** From which level on the log is written when nobody says otherwise. */
export const LOG_LEVEL = 'warn';

/** How much of what happens in a browser is told to whatever collects errors, from 0 to 1. */
export const SAMPLE_RATES = { traces: 0.5, sessionReplay: 0.1, replayOnError: 1 } as const;
