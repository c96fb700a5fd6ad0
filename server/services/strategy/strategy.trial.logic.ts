/** What a strategist sees while writing a condition or code: what a claim's facts are now, and what code answers for it. */

import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { CODE_NEEDS, codeInput } from '../../../engine/code.ts';
import type { CodeAnswer } from '../../../engine/codeCall.ts';
import { shown } from '../../../engine/conditions/operations.ts';
import { conditionVariables } from '../../../engine/conditions/variables.ts';
import type { Context, Facts, Run } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims } from '../account/ground/facts.logic.ts';
import { runCode } from './strategy.code.logic.ts';
import { factsOf, surroundingsOf } from './strategy.engine.logic.ts';

/** The claim as a run that begins now would find it. */
async function claimNow(tx: Tx, externalClaimRef: string): Promise<{ facts: Facts; context: Context }> {
  const [claim] = await findClaims(tx, [externalClaimRef]);
  if (!claim) throw notFound('claimNotFound');
  const at = now();
  const run: Run = {
    runId: 'trial',
    accountId: claim.accountId as Uuid,
    externalClaimRef,
    blueprintId: 'trial',
    version: 1,
    stepId: 'trial',
    status: 'active',
    wakeAt: null,
    visit: 0,
    sinceWait: 0,
    startedAt: at,
    stepEnteredAt: at,
    reason: null,
  };
  const facts = (await factsOf(tx, [run], () => CODE_NEEDS)).get(externalClaimRef);
  if (!facts) throw notFound('claimNotFound');
  return { facts, context: { ...(await surroundingsOf(tx, at)), run } };
}

/** @returns what each variable of conditions says of the claim now, as an explanation would show it; null for what is not known. @throws Fault NOT_FOUND */
export async function conditionFacts(tx: Tx, externalClaimRef: string): Promise<{ name: string; value: string | null }[]> {
  const { facts, context } = await claimNow(tx, externalClaimRef);
  return conditionVariables.flatMap(({ name, ask, read }) => {
    if (ask) return [];
    const value = read(facts, context);
    return [{ name, value: value === null || value === '' ? null : String(shown(value)) }];
  });
}

/** @returns what code answers for the claim as it is now, and what it was given. Nothing is kept. @throws Fault NOT_FOUND */
export async function tryCode(tx: Tx, externalClaimRef: string, code: string): Promise<{ answer: CodeAnswer; input: object }> {
  const { facts, context } = await claimNow(tx, externalClaimRef);
  const input = codeInput(facts, context);
  const [answer] = await runCode(tx, [{ code, input, seed: externalClaimRef, at: context.now }]);
  return { answer: answer!, input };
}
