/**
 * Operations that programs may propose and people confirm. They are endpoints of the REST API, which stands above the services: it hands them
 * in when it is mounted.
 */
import type { RequestContext, Rule } from '../../platform/guard.ts';
import type { Tx } from '../../platform/tenancy.ts';

export interface ProposedOperation {
  /** The endpoint's summary. */
  readonly summary: string;
  /** What whoever runs it must hold, all of it. */
  readonly rules: readonly Rule[];
  /**
   * Runs it as the caller of the context, in a transaction of its own.
   * @param within stands around it in that transaction. @throws whatever refuses it, or the values
   */
  readonly run: (
    context: RequestContext,
    input: Readonly<Record<string, unknown>>,
    within: (tx: Tx, work: () => unknown) => Promise<unknown>,
  ) => Promise<unknown>;
}

type Find = (name: string) => ProposedOperation | undefined;
let find: Find = () => undefined;

/** Says which operations there are. */
export function provideOperations(given: Find): void {
  find = given;
}

/** @returns an endpoint's operation; undefined where this release has none of that name. */
export const proposedOperation = (name: string): ProposedOperation | undefined => find(name);
