/** SEPA mandates that debtors give on their page, for the instalments of a plan. */
import { createHash } from 'node:crypto';
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { lockClaims } from '../account/claim/balance.logic.ts';
import { listBankAccounts } from '../finance/account/account.logic.ts';
import { clientToday } from '../finance/agreement/agreement.logic.ts';
import { type PlanWithInstalments, readPlan, setPlanMandate } from '../finance/agreement/instalments.logic.ts';
import { createMandate, listMandates, type MandateConsent, maskedAccountOf, SEPA } from '../finance/debit/mandate.logic.ts';

export interface MandateRequest {
  readonly holder: string;
  readonly iban: string;
  readonly consent: MandateConsent;
}

/** @returns who collects direct debits, or null when the client has no creditor identifier. */
export async function directDebitOf(tx: Tx): Promise<{ holder: string; creditorId: string } | null> {
  const accounts = (await listBankAccounts(tx)).flatMap(({ holder, creditorId, isDefault }) =>
    creditorId === null ? [] : [{ holder, creditorId, isDefault }],
  );
  const chosen = accounts.find((each) => each.isDefault) ?? accounts[0];
  return chosen ? { holder: chosen.holder, creditorId: chosen.creditorId } : null;
}

/** @returns the masked bank accounts of an account's mandates, by mandate. */
export async function maskedAccounts(tx: Tx, accountId: Uuid): Promise<Map<string, string>> {
  return new Map((await listMandates(tx, accountId)).map((each) => [each.mandateId, maskedAccountOf(each)]));
}

/**
 * Makes a mandate, signed today, and has the plan collected under it. A plan that is collected already stays as it is, so a second press does nothing.
 * @throws Fault INVALID_INPUT (holder, iban), CONFLICT when the plan is over or nothing can be collected
 */
export async function signMandate(
  tx: Tx,
  { instalmentsPlanId, accountId, claimRefs }: PlanWithInstalments,
  wish: MandateRequest,
  key: string,
): Promise<void> {
  await lockClaims(tx, claimRefs, 'all');
  const known = (await readPlan(tx, instalmentsPlanId)).mandateId;
  if (known !== null && (await listMandates(tx, accountId)).some((each) => each.mandateId === known)) return;
  if (!(await directDebitOf(tx))) throw fault('CONFLICT', 'bankNoCreditor');
  const reference = `QM-${createHash('sha256').update(key).digest('hex').slice(0, 16).toUpperCase()}`;
  const signedOn = await clientToday(tx);
  const mandate = await createMandate(tx, { ...wish, accountId, providerName: SEPA, signedOn, reference }, 'debtor');
  await setPlanMandate(tx, instalmentsPlanId, mandate.mandateId);
}
