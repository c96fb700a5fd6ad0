/** What people do by hand with an account's claims: give them away and take them back. */
import { fault, invalid } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { MOST_NOTE } from '../../../../core/outsourcing.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { openClaimsOf } from '../../account/ground/facts.logic.ts';
import { requireAccount } from '../../account/ground/lookup.logic.ts';
import { type Answer, outsourceClaims } from './assign.logic.ts';
import { requirePartner } from './partner.logic.ts';
import { outClaimsOf, recallClaims } from './recall.logic.ts';

/** More claims at once are a bulk action. */
const MOST_CLAIMS = 500;

/** @returns what was said, trimmed; null: nothing. @throws Fault INVALID_INPUT */
export function noteOf(note: string | null | undefined): string | null {
  const said = note?.trim() ?? '';
  if (said.length > MOST_NOTE) throw invalid('note', 'atMostCharacters', { number: MOST_NOTE });
  return said || null;
}

const presentAnswers = (answers: readonly Answer[]) => {
  const refs = (outcome: Answer['outcome']) =>
    answers
      .filter((answer) => answer.outcome === outcome)
      .map((answer) => answer.externalClaimRef)
      .sort();
  return {
    given: refs('given'),
    kept: refs('kept'),
    refused: answers.flatMap(({ outcome, externalClaimRef, reason }) =>
      outcome === 'refused' ? [{ externalClaimRef, reason: reason ?? '' }] : [],
    ),
  };
};

/** @throws Fault NOT_FOUND, CONFLICT when nothing can be given */
export async function outsourceAccount(tx: Tx, input: { partnerId: Uuid; accountId: Uuid; note?: string | null }) {
  await requireAccount(tx, input.accountId);
  await requirePartner(tx, input.partnerId);
  const claims = await openClaimsOf(tx, [input.accountId]);
  const result = await give(
    tx,
    input.partnerId,
    claims.map((claim) => claim.externalClaimRef),
    input.note,
  );
  if (result.given.length === 0 && result.kept.length === 0) throw fault('CONFLICT', 'outsourceNothing');
  return result;
}

/** @throws Fault NOT_FOUND, INVALID_INPUT */
export async function outsourceSome(tx: Tx, input: { partnerId: Uuid; externalClaimRefs: readonly string[]; note?: string | null }) {
  if (input.externalClaimRefs.length === 0) throw invalid('externalClaimRefs', 'chooseClaim');
  if (input.externalClaimRefs.length > MOST_CLAIMS) throw invalid('externalClaimRefs', 'selectMost', { number: MOST_CLAIMS });
  await requirePartner(tx, input.partnerId);
  return give(tx, input.partnerId, input.externalClaimRefs, input.note);
}

async function give(tx: Tx, partnerId: Uuid, refs: readonly string[], note: string | null | undefined) {
  const requestKey = `hand:${uuidv7()}`;
  const asked = refs.map((externalClaimRef) => ({ externalClaimRef, to: { partnerId }, requestKey }));
  return presentAnswers(await outsourceClaims(tx, asked, { method: 'manual', note: noteOf(note) }));
}

/** Repeating it changes nothing. @returns the references that came back. @throws Fault NOT_FOUND */
export async function recallAccount(tx: Tx, accountId: Uuid, note: string | null | undefined): Promise<string[]> {
  await requireAccount(tx, accountId);
  return recallSome(tx, await outClaimsOf(tx, [accountId]), note);
}

/** The same of claims of any account. */
export async function recallSome(tx: Tx, externalClaimRefs: readonly string[], note: string | null | undefined): Promise<string[]> {
  return (await recallClaims(tx, externalClaimRefs, noteOf(note))).sort();
}
