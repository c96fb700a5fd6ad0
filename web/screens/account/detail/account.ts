import type { AccountQuery } from './account.graphql.ts';

/** What the account screen knows of an account. */
export type Account = AccountQuery['getAccountDataV2'];
export type Debtor = Account['debtors'][number];
