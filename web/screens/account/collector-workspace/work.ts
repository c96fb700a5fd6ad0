import type { TakeNextWorkMutation, WorkedAccountQuery } from './account.graphql.ts';

/** The account to work now and the day so far, as the server gives them. */
export type Next = TakeNextWorkMutation['next'];
export type Item = NonNullable<Next['item']>;
/** What the screen knows of the account. */
export type Account = WorkedAccountQuery['getAccountDataV2'];
