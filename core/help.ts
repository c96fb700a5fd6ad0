/** A debtor's request for help with paying: collecting by itself waits until a person has answered. */

/**
 * What the release before wrote and looked for as the name of such a task (docs/decisions/upgrades.md): written and read beside the matter until it
 * is gone.
 */
export const HELP_NOTE = 'Asks for help with paying';

/**
 * Days after which a request that nobody answered holds no longer, so that no account is forgotten: the reasonable period for which a lender
 * suspends recovery (FCA Handbook, CONC 7.3.12G: generally 30 days).
 */
export const HELP_DAYS = 30;
