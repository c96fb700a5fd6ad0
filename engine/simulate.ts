/** advance() under a virtual clock: what a run would do if nothing but time changed, or if facts changed as a function of time. */
import type { Instant } from '../core/time.ts';
import { advance, type CompiledBlueprint, continueRun, type Surroundings } from './advance.ts';
import { isContact } from './effects.ts';
import { withContact } from './gate/gate.ts';
import type { Contact, GateFacts } from './gate/types.ts';
import type { Advanced, Facts, Run, Target, Trace } from './types.ts';

/** A trace with the virtual moment at which it happened. */
export interface TimedTrace extends Trace {
  readonly at: Instant;
}

export interface Simulation {
  readonly run: Run;
  readonly traces: readonly TimedTrace[];
  readonly effects: readonly (Advanced['effects'][number] & { readonly at: Instant })[];
  /** Why it stopped: the run ended, `until` was reached, or the limit of traces. */
  readonly stopped: 'ended' | 'until' | 'limit';
  /** Where it went on, when that strategy was not given. */
  readonly goTo?: Target;
}

export interface SimulationInput {
  readonly run: Run;
  readonly compiled: CompiledBlueprint;
  /** Facts at a virtual moment, or facts that stay as they are. Contacts made on the way are added to the gate's facts. */
  readonly facts: Facts | ((now: Instant) => Facts);
  /** `now` is where the virtual clock starts. */
  readonly surroundings: Surroundings;
  /** The clock does not go past this moment. */
  readonly until?: Instant;
  /** At most this many traces. */
  readonly limit?: number;
  /** Strategies that may follow the first one, in the version that they have now; one that is missing ends the simulation. */
  readonly strategies?: ReadonlyMap<string, CompiledBlueprint>;
}

function withContacts(facts: Facts, contacts: GateFacts['contacts']): Facts {
  if (!facts.gate || contacts.length === 0) return facts;
  let { gate } = facts;
  for (const contact of contacts) gate = withContact(gate, contact);
  return { ...facts, gate };
}

/** A partner whose name nobody asked for. */
const SOMEBODY = '…';

/** @param outsourcedTo undefined: the run did nothing about it. */
function withPartner(facts: Facts, outsourcedTo: string | null | undefined): Facts {
  return outsourcedTo === undefined || !facts.gate ? facts : { ...facts, gate: { ...facts.gate, outsourcedTo } };
}

/** Runs one claim forward. Pure; the given run is not changed. */
export function simulate({ run, compiled, facts, surroundings, until, limit = 1000, strategies }: SimulationInput): Simulation {
  const traces: TimedTrace[] = [];
  const effects: Simulation['effects'][number][] = [];
  const contacts: Contact[] = [];
  let outsourcedTo: string | null | undefined;
  let now = surroundings.now;
  let current = run;
  let blueprint = compiled;
  for (;;) {
    const factsNow = withPartner(withContacts(typeof facts === 'function' ? facts(now) : facts, contacts), outsourcedTo);
    const advanced = advance(current, blueprint, factsNow, { ...surroundings, now });
    const at = now;
    traces.push(...advanced.traces.map((trace) => ({ ...trace, at })));
    for (const keyed of advanced.effects) {
      effects.push({ ...keyed, at });
      const { effect } = keyed;
      if (isContact(effect)) contacts.push({ channel: effect.channel, at, bundleName: effect.bundleName });
      if (effect.kind === 'outsource') outsourcedTo = SOMEBODY;
      if (effect.kind === 'recall') outsourcedTo = null;
    }
    current = advanced.run;
    const { goTo } = advanced;
    if (traces.length >= limit) return { run: current, traces: traces.slice(0, limit), effects, stopped: 'limit' };
    if (goTo) {
      const next =
        goTo.blueprintId === compiled.blueprintId && goTo.version === compiled.version ? compiled : strategies?.get(goTo.blueprintId);
      if (!next) return { run: current, traces, effects, stopped: 'ended', goTo };
      blueprint = next;
      current = continueRun(current, next, now, goTo.stepId);
      continue;
    }
    // A run that is due at once is active: its facts are read anew.
    if (!['waiting', 'active'].includes(current.status) || current.wakeAt === null)
      return { run: current, traces, effects, stopped: 'ended' };
    if (until !== undefined && current.wakeAt > until) return { run: current, traces, effects, stopped: 'until' };
    now = current.wakeAt > now ? current.wakeAt : now;
  }
}

/** A step that comes, and when: for a wait, when it will be over; for everything else, when it will be decided. */
export interface Upcoming {
  readonly stepId: string;
  readonly stepType: string;
  readonly at: Instant;
  readonly outcome: Trace['outcome'];
  readonly why: Trace['why'];
}

/**
 * What comes next and when, along the path that would be taken if nothing changed from now on.
 * @param limit at most this many steps. @returns one entry per step, in order; a wait and its end are one entry.
 */
export function upcoming(
  run: Run,
  compiled: CompiledBlueprint,
  facts: Facts | ((now: Instant) => Facts),
  surroundings: Surroundings,
  limit: number,
): Upcoming[] {
  const { traces } = simulate({ run, compiled, facts, surroundings, limit: limit * 2 + 1 });
  return traces
    .filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'deferred')
    .slice(0, limit)
    .map(({ stepId, stepType, at, outcome, why }) => ({ stepId, stepType, at, outcome, why }));
}
