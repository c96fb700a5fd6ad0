/**
 * Answers events: finds the rules that they are for, lets the pure engine decide their steps, and performs what those ask for, all in the
 * transaction that notes the events as handled.
 */
import { Fault } from '../../../core/fault.ts';
import { uuidv7 } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Surroundings } from '../../../engine/advance.ts';
import { actsOn, advanceClaim, reactedOf } from '../../../engine/reactions/decide.ts';
import { now } from '../../platform/clock.ts';
import { type AskedEffect, performEffects } from '../../platform/effects.ts';
import { isRefusedData } from '../../platform/refusedData.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { advanceWithCode } from '../strategy/strategy.code.logic.ts';
import { surroundingsOf } from '../strategy/strategy.engine.logic.ts';
import { claimsOfEvents } from './reactions.claims.logic.ts';
import { type Firing, noteFirings, noteStopped, tellOfFirings } from './reactions.firing.logic.ts';
import {
  type AnsweredEvent,
  answered,
  depthsOf,
  LONGEST_CHAIN,
  lately,
  MOST_AN_HOUR,
  mismatch,
  type Pair,
} from './reactions.match.logic.ts';
import { compiledOf, type RuleRow, readAllowed, readRules } from './reactions.rules.logic.ts';

/** Lets the client's rules answer events, in their order. @returns how many decisions that took, and how many rules fired. */
export async function answer(tx: Tx, events: readonly AnsweredEvent[]): Promise<{ decisions: number; fired: number }> {
  const rows = await readRules(
    tx,
    'is_enabled and message_type = any($2::text[]) and (account_id is null or account_id = any($3::uuid[]))',
    [[...new Set(events.map(({ messageType }) => messageType))], [...new Set(events.flatMap(({ accountId }) => accountId ?? []))]],
  );
  if (rows.length === 0) return { decisions: 0, fired: 0 };
  const pairs = await pairsOf(tx, rows, events);
  let fired = 0;
  if (pairs.length > 0) {
    const blueprints = new Set(pairs.map(({ row }) => compiledOf(tx.clientId, row).blueprint));
    const surroundings = await surroundingsOf(tx, now(), blueprints);
    for (const wave of wavesOf(pairs)) fired += await fireWave(tx, await withinLimit(tx, wave), surroundings);
  }
  return { decisions: events.length * rows.length, fired };
}

/** @returns what fires unless a condition says no, in the order of the log, then of the rules. */
async function pairsOf(tx: Tx, rows: readonly RuleRow[], events: readonly AnsweredEvent[]): Promise<Pair[]> {
  const allowed = await readAllowed(tx);
  const matching = events.flatMap((event) =>
    rows.flatMap((row) => (mismatch(tx, row, event, allowed) ? [] : [{ row, event: event as Pair['event'] }])),
  );
  if (matching.length === 0) return [];
  const known = await answered(tx, [...new Set(matching.map(({ event }) => event.messageId))]);
  const fresh = matching.filter(({ row, event }) => !known.has(`${row.reactionId} ${event.messageId}`));
  const depths = await depthsOf(
    tx,
    fresh.map(({ event }) => event),
  );
  const pairs = fresh.map((pair) => ({ ...pair, depth: 1 + (depths.get(pair.event.correlationId ?? '') ?? 0) }));
  const tooDeep = pairs.filter(({ depth }) => depth > LONGEST_CHAIN);
  // One event tells of each chain, whatever number of rules would have gone on with it.
  const ends = new Map(tooDeep.map((pair) => [pair.event.messageId, pair]));
  await noteStopped(tx, [...ends.values()], { key: 'reaction.chain', values: { limit: LONGEST_CHAIN } });
  return pairs.filter(({ depth }) => depth <= LONGEST_CHAIN);
}

/** What happens on one account happens one after the other, so that a rule finds what the one before it did. Accounts go side by side. */
function* wavesOf(pairs: readonly Pair[]): Generator<Pair[]> {
  const queues = [...Map.groupBy(pairs, ({ event }) => event.accountId as string).values()];
  for (let turn = 0; ; turn++) {
    const wave = queues.flatMap((queue) => queue[turn] ?? []);
    if (wave.length === 0) return;
    yield wave;
  }
}

async function withinLimit(tx: Tx, wave: readonly Pair[]): Promise<Pair[]> {
  const counts = await lately(
    tx,
    wave.map(({ event }) => event.accountId),
  );
  const isOver = ({ row, event }: Pair) => (counts.get(`${row.reactionId} ${event.accountId}`) ?? 0) >= MOST_AN_HOUR;
  const over = wave.filter(isOver);
  await noteStopped(tx, over, { key: 'reaction.tooOften', values: { limit: MOST_AN_HOUR } });
  return wave.filter((pair) => !isOver(pair));
}

/** @returns how many fired. What the database or a service refuses costs the rule that asked for it, and nothing else. */
async function fireWave(tx: Tx, wave: readonly Pair[], surroundings: Surroundings): Promise<number> {
  if (wave.length === 0) return 0;
  try {
    return await tx.attempt(async () => {
      const firings = await decideWave(tx, wave, surroundings);
      await perform(tx, firings, surroundings.now);
      return firings.length;
    });
  } catch (error) {
    if (!(error instanceof Fault) && !isRefusedData(error)) throw error;
    if (wave.length === 1) {
      const why = { key: 'reaction.failed', values: { message: (error as Error).message.slice(0, 300) } };
      await perform(tx, [{ ...wave[0]!, why, effects: [], steps: [] }], surroundings.now);
      return 1;
    }
    let fired = 0;
    for (const pair of wave) fired += await fireWave(tx, [pair], surroundings);
    return fired;
  }
}

/** Decides all claims of a wave together, so that their code runs side by side. */
async function decideWave(tx: Tx, wave: readonly Pair[], surroundings: Surroundings): Promise<Firing[]> {
  const needs = new Set(wave.flatMap(({ row }) => compiledOf(tx.clientId, row).needs));
  const claims = await claimsOfEvents(
    tx,
    wave.map(({ event }) => event),
    [...needs],
  );
  const answering = wave.flatMap((pair) => {
    const { row, event } = pair;
    const rule = compiledOf(tx.clientId, row);
    const acting = actsOn(rule, `${row.reactionId}:${event.messageId}`, claims.get(event.messageId) ?? [], surroundings);
    return 'refused' in acting ? [] : [{ pair, rule, acting }];
  });
  const advanced = await advanceWithCode(
    tx,
    answering.flatMap(({ rule, acting }) => acting.map((claim) => ({ ...claim, rule }))),
    (claim, answers) => advanceClaim(claim.rule, claim, { ...surroundings, answers }),
  );
  return answering.map(({ pair, acting }): Firing => {
    const reacted = reactedOf(acting, advanced.splice(0, acting.length));
    return { ...pair, ...reacted, why: reacted.why ?? { key: 'reaction.fired', values: { event: pair.event.messageType } } };
  });
}

/** Performs what firings ask for, those of one depth together: by their correlation, the events that they cause have their depth. */
async function perform(tx: Tx, firings: readonly Firing[], at: Instant): Promise<void> {
  for (const [depth, ofDepth] of Map.groupBy(firings, (firing) => firing.depth)) {
    const correlationId = uuidv7();
    const acting: Tx = { ...tx, correlationId, actor: { type: 'reaction', id: null } };
    await noteFirings(acting, ofDepth, { depth, correlationId, at: isoInstant(at) });
    const asked = ofDepth.flatMap(askedOf);
    await performEffects(acting, asked, at, { last: false });
    await tellOfFirings(acting, ofDepth);
    await performEffects(acting, asked, at, { last: true });
  }
}

function askedOf({ row, event, effects }: Firing): AskedEffect[] {
  return effects.map(({ stepId, externalClaimRef, effect, values }, index) => ({
    key: `reaction:${row.reactionId}:${event.messageId}:${index}`,
    effect,
    stepId,
    runId: null,
    accountId: event.accountId,
    externalClaimRef,
    blueprintId: null,
    strategyName: row.rule.displayName,
    event: { messageType: event.messageType, ...event.payload },
    ...(values && { values }),
    actor: { type: 'reaction', id: row.reactionId },
  }));
}
