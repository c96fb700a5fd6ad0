/** The filtered audit as a file. That it left the house is an event itself. */
import { defineListExport, fetchRows } from '../../platform/listExport.ts';
import { AUDIT_COLUMNS, type AuditFilter, type AuditRow, auditConditions, presentAudit } from './events.audit.logic.ts';

type Presented = ReturnType<typeof presentAudit>;

/** What getAuditEvents takes, without limit and offset. */
const TAKES = {
  createdAtRange: 'DateTimeRange',
  statuses: '[String!]',
  moduleId: 'ID',
  submoduleId: 'ID',
  correlationId: 'ID',
  roles: '[String!]',
  userIds: '[ID!]',
  messageTypes: '[String!]',
  eventTypes: '[String!]',
};

defineListExport<AuditFilter, Presented, 'configuration'>({
  name: 'audit',
  permission: { domain: 'configuration', action: 'viewOwnChanges' },
  service: 'events',
  takes: TAKES,
  event: 'auditExported',
  columns: {
    time: { kind: 'moment', value: (event) => event.createdAt },
    module: { kind: 'words', value: (event) => event.moduleName },
    submodule: { kind: 'words', value: (event) => event.submoduleName },
    eventType: { kind: 'words', value: (event) => event.eventType },
    messageType: { kind: 'words', value: (event) => event.messageType },
    status: { kind: 'words', value: (event) => event.status },
    service: { kind: 'text', value: (event) => event.serviceName },
    userEmail: { kind: 'text', value: (event) => event.userEmail },
    userName: {
      kind: 'text',
      value: (event) => [event.userFirstName, event.userMiddleName, event.userFamilyName].filter(Boolean).join(' '),
    },
    userId: { kind: 'text', value: (event) => event.userId },
    role: { kind: 'text', value: (event) => event.role },
    account: { kind: 'text', value: (event) => event.attributes.accountId },
    claim: { kind: 'text', value: (event) => event.attributes.externalClaimRef },
    correlationId: { kind: 'text', value: (event) => event.correlationId },
    messageId: { kind: 'text', value: (event) => event.messageId },
    payload: { kind: 'text', value: (event) => JSON.stringify(event.payload) },
  },
  check: (tx, filter, reader) => void auditConditions(tx.clientId, filter, reader),
  rows: async function* (tx, filter, reader) {
    const { from, values } = auditConditions(tx.clientId, filter, reader);
    const select = `select ${AUDIT_COLUMNS} from ${from} order by e.emit_time desc, e.message_id desc`;
    for await (const rows of fetchRows<AuditRow>(tx, 'exported_audit', select, values)) yield rows.map(presentAudit);
  },
});
