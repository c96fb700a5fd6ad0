/** What is declared of a kind of event beside its name and picture (catalogue.ts). */
import type { ZodType } from 'zod';
import type { AuditEventType, AuditSubmoduleId } from '../auditModules.ts';
import type { RetentionKind } from '../retention.ts';
import type { EventType } from './catalogue.ts';

export interface EventFacts {
  /** Its one submodule in the audit, what kind of deed it is, and whether it tells of a failure. */
  readonly audit: readonly [submodule: AuditSubmoduleId, deed: AuditEventType, status?: 'failure'];
  /**
   * Which kind of personal data the payload belongs to, and goes with. Null: it says nothing of a person beside what the ledger keeps anyway,
   * or it is about the configuration.
   */
  readonly retention: RetentionKind | null;
  /** What happened, in a sentence, for those who write strategies and webhooks. */
  readonly description: string;
  /** What it says, field by field, as it is written now: older rows may lack fields and have others. */
  readonly payload: Readonly<Record<string, ZodType>>;
  /** Fields beside these may stand there too. */
  readonly rest?: true;
  /** Fields, in dots, of what debtors may have written, or others have about them: whoever hands it to a machine that reads must say so. */
  readonly fromDebtor?: readonly string[];
  /** Files of past actions bring such events too, and say less (IMPORTED in fields.ts). */
  readonly isImported?: true;
  /** One that the payload's fields accept. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Of the payload's shape; 1 when absent. A change of the shape raises it and keeps the one before under `former`. */
  readonly version?: number;
  /** Shapes of before, for those who are told of events in them, each made of the one after it. */
  readonly former?: readonly FormerShape[];
}

export interface FormerShape {
  readonly version: number;
  readonly payload: Readonly<Record<string, ZodType>>;
  readonly rest?: true;
  readonly isImported?: true;
  readonly example: Readonly<Record<string, unknown>>;
  /** @param next the payload in the version after this one. @returns the same in this version */
  readonly make: (next: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** Declares kinds of one noun. @returns the same, typed by their names and payloads. */
export const defineEvents = <const Events extends { readonly [Type in keyof Events]: Type extends EventType ? EventFacts : never }>(
  events: Events,
): Events => events;
