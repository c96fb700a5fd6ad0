/** What would leave soon if claims were put into a strategy now: asked before anybody confirms it. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { HOUR, type Instant } from '../../../core/time.ts';
import { type CompiledBlueprint, startRun } from '../../../engine/advance.ts';
import { isContact } from '../../../engine/effects.ts';
import type { Contact } from '../../../engine/gate/types.ts';
import { simulate } from '../../../engine/simulate.ts';
import type { Need } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { BulkForecast } from '../account/bulk/bulk.definition.logic.ts';
import { findClaims } from '../account/ground/facts.logic.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';
import { loadCompiled } from './strategy.compiled.logic.ts';
import { factsOf, surroundingsOf } from './strategy.engine.logic.ts';
import { isEventNeed } from './strategy.eventFacts.logic.ts';

/** Strategies that follow one another within the hour may ask for anything. */
const NEEDS: readonly Need[] = ['claim', 'account', 'debtor', 'product', 'money', 'communications', 'outsourcing', 'gate'];
/** Traces of one claim: enough for an hour of any strategy that waits. */
const MOST_TRACES = 200;

/**
 * Runs the claims one hour ahead, as the engine and the gate would if nothing else happened; claims of one account see each other's contacts.
 * @param replace whether claims that run already start anew; otherwise they stay where they are. @throws Fault NOT_FOUND for the strategy
 */
export async function forecastFirstHour(
  tx: Tx,
  blueprintId: Uuid,
  externalClaimRefs: readonly string[],
  replace: boolean,
): Promise<BulkForecast> {
  const counts = { email: 0, sms: 0, whatsapp: 0, letter: 0, phone: 0 };
  const { currentVersion } = await findBlueprint(tx, blueprintId);
  const strategies = new Map<string, CompiledBlueprint>();
  const first = await load(tx, strategies, blueprintId, currentVersion);
  if (!first?.first) return counts;
  const at = now();
  const claims = (await findClaims(tx, externalClaimRefs)).filter((claim) => claim.status === 'open');
  const running = replace ? new Set<string>() : await runningOf(tx, externalClaimRefs);
  const runs = claims
    .filter((claim) => !running.has(claim.externalClaimRef))
    .map((claim) => startRun({ runId: uuidv7(), accountId: claim.accountId, externalClaimRef: claim.externalClaimRef }, first, at));
  const needs = [...NEEDS, ...first.needs.filter(isEventNeed)];
  const facts = await factsOf(tx, runs, () => needs);
  const surroundings = await surroundingsOf(tx, at, [first]);
  const contacts = new Map<Uuid, Contact[]>();
  for (const run of runs) {
    const known = facts.get(run.externalClaimRef);
    if (!known) continue;
    const made = contacts.get(run.accountId) ?? [];
    const here = known.gate ? { ...known, gate: { ...known.gate, contacts: [...made, ...known.gate.contacts] } } : known;
    const ahead = () =>
      simulate({ run, compiled: first, facts: here, surroundings, until: (at + HOUR) as Instant, limit: MOST_TRACES, strategies });
    let seen = ahead();
    while (seen.goTo && !strategies.has(seen.goTo.blueprintId)) {
      if (!(await load(tx, strategies, seen.goTo.blueprintId))) break;
      seen = ahead();
    }
    for (const { effect, at: moment } of seen.effects) {
      if (!isContact(effect)) continue;
      counts[effect.channel] += 1;
      made.push({ channel: effect.channel, at: moment, bundleName: effect.bundleName });
    }
    contacts.set(run.accountId, made);
  }
  return counts;
}

/** Adds a strategy in its current version to those that are known. @returns it; undefined when it is gone. */
async function load(
  tx: Tx,
  into: Map<string, CompiledBlueprint>,
  blueprintId: string,
  known?: number,
): Promise<CompiledBlueprint | undefined> {
  const version = known ?? (await currentVersion(tx, blueprintId));
  if (version === undefined) return undefined;
  const [compiled] = (await loadCompiled(tx, [{ blueprintId, version }])).values();
  if (compiled) into.set(blueprintId, compiled);
  return compiled;
}

async function currentVersion(tx: Tx, blueprintId: string): Promise<number | undefined> {
  const [row] = await tx.sql<{ version: number }>(
    'select current_version as version from strategy_blueprint where client_id = $1 and blueprint_id = $2::uuid and not is_deleted',
    [tx.clientId, blueprintId],
  );
  return row?.version;
}

async function runningOf(tx: Tx, externalClaimRefs: readonly string[]): Promise<Set<string>> {
  const rows = await tx.sql<{ ref: string }>(
    `select external_claim_ref as ref from strategy_run
     where client_id = $1 and external_claim_ref = any($2::text[]) and status in ('active', 'waiting', 'paused')`,
    [tx.clientId, externalClaimRefs],
  );
  return new Set(rows.map((row) => row.ref));
}
