/** Tiny links: the unguessable address of a debtor's page. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Database, Tx } from '../../platform/tenancy.ts';
import type { tinyLink } from './landing-page.tables.ts';

export type TinyLink = typeof tinyLink.$inferSelect;

/**
 * Makes a link to an account's page; it lives as many days as the client's setting says. The address is given out once: only a digest of it is kept.
 * @param publicUrl where debtors reach this installation. @throws Fault NOT_FOUND
 */
export async function createTinyLink(
  _tx: Tx,
  _input: { readonly accountId: Uuid; readonly externalClaimRef: string | null; readonly publicUrl: string },
): Promise<{ url: string; link: TinyLink }> {
  throw new Fault('UNAVAILABLE', 'Links are not made yet');
}

/** Ends all living links of an account. @returns how many. */
export async function revokeLinks(_tx: Tx, _accountId: Uuid): Promise<number> {
  throw new Fault('UNAVAILABLE', 'Links are not made yet');
}

/** Finds the living link of an address. @returns null for an address that is unknown, expired or revoked: the three look the same. */
export async function openLink(_database: Database, _code: string): Promise<{ clientId: Uuid; linkId: Uuid } | null> {
  throw new Fault('UNAVAILABLE', 'Links are not made yet');
}
