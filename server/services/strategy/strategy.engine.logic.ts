/**
 * Drives the pure engine: takes a batch of due runs, loads their facts, lets advance() decide in memory, and writes everything that was
 * decided with one statement per kind, in one transaction. Any number of processes may do this at once.
 */
import { isHoliday } from '../../../core/calendar.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { advance, continueRun, type Surroundings } from '../../../engine/advance.ts';
import type { CompiledBlueprint } from '../../../engine/compile.ts';
import { isContact } from '../../../engine/effects.ts';
import { withContact } from '../../../engine/gate/gate.ts';
import type { Contact } from '../../../engine/gate/types.ts';
import type { Facts, Memory, Reason, Run, Target } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import { performEffects } from '../../platform/effects.ts';
import { isRefusedData } from '../../platform/refusedData.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { loadGateFacts } from '../account/contact/gate.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { loadTrees } from '../decision/decision.compiled.logic.ts';
import { loadMoneyFacts } from '../finance/facts/facts.logic.ts';
import { readWorkCalendar } from '../operations/operations.schedule.logic.ts';
import { advanceWithCode } from './strategy.code.logic.ts';
import { loadCompiled, needsFrom, versionKey } from './strategy.compiled.logic.ts';
import { askedOf, type Decided, type DueRun, writeEvents, writeRuns } from './strategy.effects.logic.ts';
import { isEventNeed, loadEventFacts } from './strategy.eventFacts.logic.ts';
import { SLOTS } from './strategy.tables.ts';
import { lookAgain, withEvents } from './strategy.wake.logic.ts';

/** Runs of one transaction: large enough to make its statements cheap per run, small enough to hold locks for a fraction of a second. */
const BATCH = 2000;

const STRATEGY = { type: 'strategy', id: null } as const;

export interface Advance {
  /** Runs that were looked at. */
  readonly runs: number;
  /** Steps decided; a wait counts when it is over. */
  readonly steps: number;
  /** When the next run is due; null when none waits. */
  readonly nextWakeAt: Instant | null;
}

/** Advances all due runs of a client, all slots side by side. Returns when nothing is due. @param limit runs of one transaction. */
export async function advanceDue(database: Database, clientId: Uuid, limit: number = BATCH): Promise<Advance> {
  const all = await Promise.all(Array.from({ length: SLOTS }, (_, slot) => advanceSlot(database, clientId, slot, { limit })));
  const wakes = all.flatMap(({ nextWakeAt }) => (nextWakeAt === null ? [] : [nextWakeAt]));
  return {
    runs: all.reduce((sum, { runs }) => sum + runs, 0),
    steps: all.reduce((sum, { steps }) => sum + steps, 0),
    nextWakeAt: wakes.length > 0 ? (Math.min(...wakes) as Instant) : null,
  };
}

/**
 * Advances one slot of a client until nothing is due or the signal stops it. A run whose data the database refuses is found by halving
 * the batch, and fails alone.
 */
export async function advanceSlot(
  database: Database,
  clientId: Uuid,
  slot: number,
  { limit = BATCH, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<Advance> {
  let size = limit;
  let runs = 0;
  let steps = 0;
  while (!signal?.aborted) {
    const claimed: DueRun[] = [];
    try {
      const done = await inClient(database, clientId, (tx) => advanceBatch(tx, slot, size, claimed), { actor: STRATEGY });
      runs += done.runs;
      steps += done.steps;
      if (done.runs < size) {
        if (done.nextWakeAt === null || done.nextWakeAt > now()) return { runs, steps, nextWakeAt: done.nextWakeAt };
      }
      size = Math.min(limit, size * 2);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      if (claimed.length > 1) size = Math.ceil(claimed.length / 2);
      else if (claimed[0]) await failRun(database, clientId, claimed[0], error as Error);
    }
  }
  return { runs, steps, nextWakeAt: null };
}

async function advanceBatch(tx: Tx, slot: number, size: number, claimed: DueRun[]): Promise<Advance> {
  const at = now();
  // Filled for the caller, who needs to know the batch when its transaction fails; a transaction that is tried again starts anew.
  claimed.length = 0;
  for (const run of await claimRuns(tx, slot, size, at)) claimed.push(run);
  if (claimed.length > 0) {
    const decided = await decide(tx, slot, claimed, at);
    const asked = await askedOf(tx, decided);
    await performEffects(tx, asked, at, { last: false });
    await writeRuns(tx, decided, at);
    await writeEvents(tx, decided, at);
    await performEffects(tx, asked, at, { last: true });
    const steps = decided.reduce((sum, { traces }) => sum + traces.filter((trace) => trace.outcome !== 'waiting').length, 0);
    if (claimed.length === size) return { runs: size, steps, nextWakeAt: at };
    return { runs: claimed.length, steps, nextWakeAt: await nextWake(tx, slot) };
  }
  return { runs: 0, steps: 0, nextWakeAt: await nextWake(tx, slot) };
}

async function nextWake(tx: Tx, slot: number): Promise<Instant | null> {
  const [row] = await tx.sql<{ wake: Instant | null }>(
    `select (extract(epoch from wake_at) * 1000)::float8 as wake from strategy_run
     where client_id = $1 and slot = $2 and wake_at is not null order by wake_at limit 1 for update skip locked`,
    [tx.clientId, slot],
  );
  return row?.wake ?? null;
}

/** Locks due runs, oldest first; those that another driver holds are passed over. */
async function claimRuns(tx: Tx, slot: number, size: number, at: Instant): Promise<DueRun[]> {
  const rows = await tx.sql<Omit<DueRun, 'memory'> & { memory: Memory | null }>(
    `select run_id as "runId", account_id as "accountId", external_claim_ref as "externalClaimRef", blueprint_id as "blueprintId", version, step_id as "stepId", status,
       (extract(epoch from wake_at) * 1000)::float8 as "wakeAt", visit, since_wait as "sinceWait",
       (extract(epoch from started_at) * 1000)::float8 as "startedAt", (extract(epoch from step_entered_at) * 1000)::float8 as "stepEnteredAt", reason, memory
     from strategy_run where client_id = $1 and slot = $2 and wake_at <= $3 order by wake_at limit $4 for update skip locked`,
    [tx.clientId, slot, isoInstant(at), size],
  );
  return rows.map(({ memory, ...run }) => (memory ? { ...run, memory } : run));
}

/** @returns what a decision knows besides the claim. @param blueprints whose steps will be decided: with the decision trees that they ask. */
export async function surroundingsOf(tx: Tx, at: Instant, blueprints: Iterable<CompiledBlueprint> = []): Promise<Surroundings> {
  const trees = [...blueprints].flatMap((blueprint) => blueprint.trees);
  const client = await readWorkCalendar(tx);
  return {
    now: at,
    zone: client.timezone,
    holidayRegion: client.countryCode,
    excludeHolidays: client.excludeHolidays,
    isHoliday,
    closedDays: client.closedDays,
    defaultLocale: client.defaultLocale,
    ...(trees.length > 0 && { trees: await loadTrees(tx, trees) }),
  };
}

/** Loads, per set of needs that occurs in the batch, the facts of its runs. @returns facts by claim reference. */
export async function factsOf<Claim extends Pick<Run, 'accountId' | 'externalClaimRef'>>(
  tx: Tx,
  runs: readonly Claim[],
  needsOfRun: (run: Claim) => readonly string[],
): Promise<Map<string, Facts>> {
  const groups = new Map<string, Claim[]>();
  for (const run of runs) {
    const key = needsOfRun(run).join();
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  const facts = new Map<string, Facts>();
  for (const group of groups.values()) {
    const needs = needsOfRun(group[0]!) as Parameters<typeof loadFacts>[2];
    const loaded = await loadFacts(tx, group, needs);
    const gates = needs.includes('gate') ? await loadGateFacts(tx, group) : null;
    const money = needs.includes('money') ? await loadMoneyFacts(tx, group) : null;
    const kinds = needs.filter(isEventNeed);
    const events = kinds.length > 0 ? await loadEventFacts(tx, group, kinds) : null;
    for (const [ref, known] of loaded) {
      const gate = gates?.get(ref);
      const paid = money?.get(ref);
      const happened = events?.get(ref);
      facts.set(ref, { ...known, ...(gate ? { gate } : {}), ...(paid ? { money: paid } : {}), ...(happened ? { events: happened } : {}) });
    }
  }
  return facts;
}

/**
 * Until this transaction ends, no other driver of the slot counts contacts: two that share the claims of one account between them would
 * each find the last free contact free.
 */
async function holdSlot(tx: Tx, slot: number): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:contactsOfSlot:${slot}`]);
}

/** Decides for a whole batch in memory. Claims of one account see each other's new contacts, so that caps hold within the batch. */
async function decide(tx: Tx, slot: number, due: readonly DueRun[], at: Instant): Promise<Decided[]> {
  const runs = await withEvents(tx, due);
  const compiled = await loadCompiled(tx, runs);
  const needs = (run: DueRun) => {
    const blueprint = compiled.get(versionKey(run));
    return blueprint ? needsFrom(blueprint, run.stepId) : ['claim' as const];
  };
  if (runs.some((run) => needs(run).includes('gate'))) await holdSlot(tx, slot);
  const facts = await factsOf(tx, runs, needs);
  const surroundings = await surroundingsOf(tx, at, compiled.values());
  const contacts = new Map<Uuid, Contact[]>();
  const impossible = runs.flatMap((run): Decided[] => {
    if (!compiled.has(versionKey(run))) return [failed(run, { key: 'run.versionMissing', values: { version: run.version } })];
    return facts.has(run.externalClaimRef) ? [] : [failed(run, { key: 'run.claimMissing' })];
  });
  const out = new Set(impossible.map(({ before }) => before));
  const possible = runs.filter((run) => !out.has(run)).map((run) => ({ run, facts: facts.get(run.externalClaimRef)! }));
  const advanced = await advanceWithCode(tx, possible, ({ run, facts: known }, answers) => {
    const made = contacts.get(run.accountId);
    const here = made && known.gate ? { ...known, gate: made.reduce(withContact, known.gate) } : known;
    const next = advance(run, compiled.get(versionKey(run))!, here, { ...surroundings, answers });
    for (const { effect } of next.effects)
      if (isContact(effect))
        contacts.set(run.accountId, [
          ...(contacts.get(run.accountId) ?? []),
          { channel: effect.channel, at, bundleName: effect.bundleName },
        ]);
    return next;
  });
  const decided = possible.map(
    ({ run }, index): Decided => ({ before: run, ...advanced[index]!, run: lookAgain(run, advanced[index]!.run, at) }),
  );
  return switchStrategies(tx, [...impossible, ...decided], at);
}

/** Puts runs that left their strategy into the one they go on in; they are due at once and keep their count towards the limit. */
async function switchStrategies(tx: Tx, decided: Decided[], at: Instant): Promise<Decided[]> {
  const targets = decided.flatMap(({ goTo }) => goTo ?? []);
  if (targets.length === 0) return decided;
  const rows = await tx.sql<{ blueprintId: Uuid; version: number }>(
    `select blueprint_id as "blueprintId", current_version as version from strategy_blueprint
     where client_id = $1 and blueprint_id = any($2::uuid[]) and not is_deleted`,
    [tx.clientId, [...new Set(targets.flatMap(({ blueprintId, version }) => (version === null ? [blueprintId] : [])))]],
  );
  const current = new Map<string, number>(rows.map((row) => [row.blueprintId, row.version]));
  // Whoever comes back does so in the version that was left, whatever has become of the strategy since.
  const refOf = ({ blueprintId, version }: Target) => ({
    blueprintId: blueprintId as Uuid,
    version: version ?? current.get(blueprintId) ?? 0,
  });
  const compiled = await loadCompiled(tx, targets.map(refOf));
  return decided.map((each) => {
    if (!each.goTo) return each;
    const target = compiled.get(versionKey(refOf(each.goTo)));
    if (!target) {
      const reason: Reason = { key: 'run.strategyMissing', values: { blueprintId: each.goTo.blueprintId } };
      const trace = { ...each.traces.at(-1)!, outcome: 'failed' as const, why: reason };
      return { ...each, run: { ...each.before, status: 'failed', wakeAt: null, reason }, traces: [...each.traces.slice(0, -1), trace] };
    }
    const next = continueRun(each.run, target, at, each.goTo.stepId);
    return { ...each, run: next.status === 'active' ? { ...next, wakeAt: at } : next };
  });
}

/** A run that cannot be decided at all. */
function failed(run: DueRun, reason: Reason): Decided {
  const trace = { stepId: run.stepId ?? '', stepType: '', visit: run.visit, outcome: 'failed', why: reason } as const;
  return { before: run, run: { ...run, status: 'failed', wakeAt: null, visit: run.visit + 1, reason }, effects: [], traces: [trace] };
}

async function failRun(database: Database, clientId: Uuid, run: DueRun, error: Error): Promise<void> {
  await inClient(
    database,
    clientId,
    async (tx) => {
      const [locked] = await tx.sql(
        `select 1 from strategy_run where client_id = $1 and external_claim_ref = $2 and run_id = $3 and visit = $4 and wake_at is not null for update`,
        [clientId, run.externalClaimRef, run.runId, run.visit],
      );
      if (!locked) return; // somebody else advanced or stopped it meanwhile
      const decided = [failed(run, { key: 'run.dataRefused', values: { message: error.message.slice(0, 300) } })];
      await writeRuns(tx, decided, now());
      await writeEvents(tx, decided, now());
    },
    { actor: STRATEGY },
  );
}
