/** Settings of a client. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { anything, changes, count, currency, flag, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e12';

const VIEW = { viewId: id.nullable(), screen: text };
const view = { viewId: ID, screen: 'accounts' };
const TOPIC = { topicId: text, name: text };
const topic = { topicId: ID, name: 'Instalments' };
const GROUP = { groupId: text, name: text };
const group = { groupId: ID, name: 'Night shift' };
const CHANGES = { changes };

export const SETTING_EVENTS = defineEvents({
  retentionRuleChanged: {
    audit: ['retention', 'update'],
    retention: null,
    description: 'How long a kind of personal data is kept was set.',
    payload: { kind: text, changes },
    example: { kind: 'messages', changes: [{ field: 'months', from: 72, to: 36 }] },
  },
  contactRulesChanged: {
    audit: ['contactRules', 'update'],
    retention: null,
    description: 'When debtors may be contacted was set: the rules before and after; null: the country’s own.',
    payload: { before: anything, after: anything },
    example: { before: null, after: null },
  },
  portalSettingChanged: {
    audit: ['portalSettings', 'update'],
    retention: null,
    description: 'The settings of the payment page were saved: all of them as they are now.',
    payload: { identityField: text, maxTries: count, linkDays: count },
    rest: true,
    example: { identityField: 'birthday', maxTries: 5, linkDays: 30 },
  },
  clientDomainsChanged: {
    audit: ['portalSettings', 'update'],
    retention: null,
    description: 'The domains that links to the payment page may start with were saved: all of them as they are now.',
    payload: { domains: z.array(z.strictObject({ domain: text, isDefault: flag })) },
    example: { domains: [{ domain: 'pay.example.org', isDefault: true }] },
  },
  clientDomainChecked: {
    audit: ['portalSettings', 'other'],
    retention: null,
    description: 'DNS says something else of a domain than before: links start with it now, or not any more.',
    payload: { domain: text, state: z.enum(['verified', 'failed']), problem: text.nullable() },
    example: { domain: 'pay.example.org', state: 'failed', problem: 'noRecord' },
  },
  financeSettingChanged: {
    audit: ['paymentSettings', 'update'],
    retention: null,
    description: 'Settings of payments were saved; these parts changed.',
    payload: { parts: z.array(text) },
    example: { parts: ['graceDays'] },
  },
  paymentWayMissing: {
    audit: ['paymentSettings', 'other', 'failure'],
    retention: null,
    description: 'The payment page had no way to pay to offer to a debtor who owes, told once a day.',
    payload: { currency },
    example: { currency: 'EUR' },
  },
  clientConfigurationChanged: {
    audit: ['general', 'update'],
    retention: null,
    description: 'Settings of the client were edited, or the provider of a channel was chosen.',
    payload: {
      changes: changes.optional(),
      /** Of a provider, instead of the changes. */
      setting: text.optional(),
      from: text.nullable().optional(),
      to: text.nullable().optional(),
    },
    example: { changes: [{ field: 'timezone', from: 'Europe/Berlin', to: 'Europe/Madrid' }] },
  },
  metadataSchemaChanged: {
    audit: ['metadata', 'update'],
    retention: null,
    description: 'The client’s own fields were edited.',
    payload: {
      schemaType: text,
      changes,
      /** How many of the checked values do not fit the fields any more. */
      misfits: anything,
      checked: anything,
    },
    example: { schemaType: 'account', changes: [{ field: 'segment', from: null, to: { type: 'string' } }], misfits: 0, checked: 120 },
  },
  clientCreated: {
    audit: ['general', 'create'],
    retention: null,
    description: 'A client was set up.',
    payload: { name: text },
    example: { name: 'Nordlicht Energie' },
  },
  operationHoursChanged: {
    audit: ['schedule', 'update'],
    retention: null,
    description: 'Business hours changed, by day of the week.',
    payload: CHANGES,
    example: { changes: [{ field: 'monday', from: '09:00–17:00', to: '08:00–18:00' }] },
  },
  closedDaysChanged: {
    audit: ['schedule', 'update'],
    retention: null,
    description: 'Closed days changed, by day.',
    payload: CHANGES,
    example: { changes: [{ field: '2026-12-24', from: null, to: 'Christmas Eve' }] },
  },
  embeddedDashboardsChanged: {
    audit: ['dashboards', 'update'],
    retention: null,
    description: 'Dashboards of other systems were embedded or removed.',
    payload: CHANGES,
    example: {
      changes: [{ field: 'embeddedDashboards', from: [], to: [{ type: 'url', label: 'Sales', origin: 'https://bi.example.com' }] }],
    },
  },
  accountLayoutChanged: {
    audit: ['general', 'update'],
    retention: null,
    description: 'The account screen shows other widgets, or in another order.',
    payload: {
      /** How many it shows. */
      widgets: count,
    },
    example: { widgets: 9 },
  },
  viewSaved: {
    audit: ['general', 'update'],
    retention: null,
    description: 'A view of a list was saved, or chosen as one’s own default.',
    payload: { ...VIEW, name: text.optional(), isShared: flag.optional(), isDefault: flag.optional() },
    example: { ...view, name: 'My accounts', isShared: false },
  },
  viewDeleted: {
    audit: ['general', 'delete'],
    retention: null,
    description: 'A view of a list was deleted.',
    payload: { ...VIEW, name: text, isShared: flag },
    example: { ...view, name: 'My accounts', isShared: false },
  },
  taskTopicSaved: {
    audit: ['taskTopics', 'update'],
    retention: null,
    description: 'A topic of tasks was made or edited.',
    payload: { ...TOPIC, userIds: z.array(id).optional(), changes },
    example: { ...topic, changes: [] },
  },
  taskTopicDeleted: {
    audit: ['taskTopics', 'delete'],
    retention: null,
    description: 'A topic of tasks was deleted; its open tasks went to the default one.',
    payload: { ...TOPIC, moved: count },
    example: { ...topic, moved: 4 },
  },
  taskGroupSaved: {
    audit: ['taskTopics', 'update'],
    retention: null,
    description: 'A group of topics was made or edited.',
    payload: { ...GROUP, logic: text, changes },
    example: { ...group, logic: 'roundRobin', changes: [] },
  },
  taskGroupDeleted: {
    audit: ['taskTopics', 'delete'],
    retention: null,
    description: 'A group of topics was deleted.',
    payload: { ...GROUP, topics: count },
    example: { ...group, topics: 2 },
  },
});
