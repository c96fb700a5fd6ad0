/** Where the services say how they perform what steps of strategies ask for; whoever drives the engine calls them and knows no kind. */
import type { Uuid } from '../../core/id.ts';
import type { Instant } from '../../core/time.ts';
import { EFFECT_KINDS, type Effect, type EffectKind } from '../../engine/effects.ts';
import type { Values } from '../../engine/memory.ts';
import type { Tx } from './tenancy.ts';

/** One effect that a step of a run asked for. */
export interface AskedEffect<Kind extends EffectKind = EffectKind> {
  /** `run:step:visit`, or what names a rule's firing: an effect that is performed again with the same key happens once. */
  readonly key: string;
  readonly effect: Effect<Kind>;
  readonly stepId: string;
  /** Null: a rule asks, not a strategy. */
  readonly runId: Uuid | null;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly blueprintId: Uuid | null;
  /** Of the strategy or the rule. */
  readonly strategyName: string;
  /** The run's values when the step asked. */
  readonly values?: Values;
  /** What a rule's event said, by name: for placeholders of messages. */
  readonly event?: Readonly<Record<string, unknown>>;
  /** The strategy or the rule, as events name it. */
  readonly actor: { readonly type: 'strategy' | 'reaction'; readonly id: string };
}

export interface EffectDefinition<Kind extends EffectKind = EffectKind> {
  readonly kind: Kind;
  /** After everything else of the transaction is written: what is performed makes other transactions wait until commit. */
  readonly last?: boolean;
  /** Performs all of a batch at once, with one statement where it can. @param at the moment of the batch. */
  readonly perform: (tx: Tx, asked: readonly AskedEffect<Kind>[], at: Instant) => Promise<unknown>;
}

const definitions = new Map<EffectKind, EffectDefinition>();

/** Declares how a kind of effect is performed, once for each. */
export function defineEffect<Kind extends EffectKind>(definition: EffectDefinition<Kind>): void {
  if (definitions.has(definition.kind)) throw new Error(`the effect ${definition.kind} is defined twice`);
  definitions.set(definition.kind, definition as unknown as EffectDefinition);
}

/** @throws Error naming the kinds that nobody performs; asked when a process starts. */
export function requireEffects(kinds: readonly EffectKind[] = EFFECT_KINDS): void {
  const missing = kinds.filter((kind) => !definitions.has(kind));
  if (missing.length > 0) throw new Error(`no service performs the effect ${missing.join(', ')} (defineEffect)`);
}

/** Performs a batch's effects, each kind at once, in the order of the kinds. @param last those that come last in a transaction, or those before. */
export async function performEffects(tx: Tx, asked: readonly AskedEffect[], at: Instant, { last }: { last: boolean }): Promise<void> {
  const byKind = Map.groupBy(asked, ({ effect }) => effect.kind);
  requireEffects([...byKind.keys()]);
  for (const kind of EFFECT_KINDS) {
    const definition = definitions.get(kind);
    const ofKind = byKind.get(kind);
    if (definition && ofKind && (definition.last ?? false) === last) await definition.perform(tx, ofKind, at);
  }
}
