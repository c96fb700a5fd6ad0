/** Where each kind of event stands in the audit, and who may see it there. */
import { AUDIT_MODULES, type AuditEventType, type AuditModule, type AuditStatus, type AuditSubmodule } from './auditModules.ts';
import { EVENTS } from './events/events.ts';
import { holds, type Permission } from './holds.ts';

/** Where a kind of event stands in the audit. */
export interface AuditPlace {
  readonly module: AuditModule;
  readonly submodule: AuditSubmodule;
  readonly eventType: AuditEventType;
  readonly status: AuditStatus;
}

const placed = new Map<string, AuditPlace>(
  AUDIT_MODULES.flatMap((module) =>
    module.submodules.flatMap((submodule) =>
      Object.entries(EVENTS)
        .filter(([, { audit }]) => audit[0] === submodule.id)
        .map(
          ([
            type,
            {
              audit: [, eventType, status],
            },
          ]): [string, AuditPlace] => [type, { module, submodule, eventType, status: status ?? 'success' }],
        ),
    ),
  ),
);
const other = AUDIT_MODULES.at(-1)!;
const unknown: AuditPlace = { module: other, submodule: other.submodules[0]!, eventType: 'other', status: 'success' };

/** Every kind of event that has a place of its own. */
export const AUDITED_TYPES: readonly string[] = [...placed.keys()];

/** @returns where a kind of event belongs; one that nobody knows belongs to "other". */
export function auditPlace(messageType: string): AuditPlace {
  return placed.get(messageType) ?? unknown;
}

/** @returns whether a role may see what others did in the module. */
export function seesOthers(permissions: readonly Permission[], about: AuditModule['about']): boolean {
  return holds(permissions, 'configuration', about === 'accounts' ? 'viewAccountChanges' : 'viewConfigurationChanges');
}
