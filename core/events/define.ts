/** What is declared of a kind of event beside its name and picture (catalogue.ts). */
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
}

/** Declares kinds of one noun. @returns the same, typed by their names. */
export const defineEvents = <Type extends EventType>(events: Readonly<Record<Type, EventFacts>>): Readonly<Record<Type, EventFacts>> =>
  events;
