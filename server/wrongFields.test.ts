/** Every form that is saved is refused with all of its wrong fields in one answer, not with the first of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultGateRules } from '../engine/gate/defaults.ts';
import type { World } from './platform/cases.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import { seedDetail } from './services/account/account.detail.cases.ts';
import { DEFAULT_SETTINGS } from './services/finance/ground/setting.logic.ts';

let house: TestHouse;
const world: World = {};
beforeAll(async () => {
  house = await openTestHouse();
  await house.inA((tx) => seedDetail(tx, world));
});
afterAll(() => house.close());

/** An id that nobody has. */
const NOBODY = '00000000-0000-7000-8000-000000000000';
const long = 'x'.repeat(300);
const time = (hour: number, minute = 0) => ({ hour, minute });
const day = (name: string, ...timeRanges: object[]) => ({ day: name, timeRanges });

interface Form {
  readonly service: string;
  readonly call: string;
  /** Of the operation, with the type of each: [type, value]. */
  readonly args: Readonly<Record<string, [type: string, value: unknown]>>;
  readonly selection: string;
  readonly wrong: readonly string[];
}

const FORMS: Form[] = [
  {
    service: 'partner',
    call: 'createPartner',
    args: { partner: ['PartnerInput!', { name: '', type: 'bank', email: 'nobody', phone: '12', country: 'XX', city: long }] },
    selection: '{ name }',
    wrong: ['country', 'name', 'type', 'email', 'phone', 'city'],
  },
  {
    service: 'partner',
    call: 'savePartnerAllocation',
    args: { name: ['String!', ''], shares: ['[PartnerShareInput!]!', []] },
    selection: '{ name }',
    wrong: ['name', 'shares'],
  },
  {
    service: 'strategy',
    call: 'saveCustomTrigger',
    args: {
      name: ['String!', 'court date'],
      description: ['String', long.repeat(2)],
      fields: [
        '[TriggerFieldInput!]',
        [
          { name: '1st', type: 'text' },
          { name: 'day', type: 'date' },
          { name: 'day', type: 'text' },
        ],
      ],
    },
    selection: '{ name }',
    wrong: ['name', 'description', 'fields.0.name', 'fields.2.name'],
  },
  {
    service: 'backoffice',
    call: 'saveUser',
    args: {
      backofficeUser: [
        'BackofficeUserInput!',
        { email: 'nobody', name: long, familyName: long, phoneNumber: '12', authGroups: [{ roleId: 'EMPEROR' }] },
      ],
    },
    selection: '{ id }',
    wrong: ['email', 'name', 'familyName', 'phoneNumber', 'authGroups.roleId'],
  },
  {
    service: 'backoffice',
    call: 'saveClientRole',
    args: { role: ['ClientRoleInput!', { name: '1', roleType: 'KING', permissions: [{ domain: 'account', actions: ['eat'] }] }] },
    selection: '{ name }',
    wrong: ['role.name', 'role.roleType', 'role.permissions'],
  },
  {
    service: 'backoffice',
    call: 'setClientConfiguration',
    args: {
      clientConfiguration: [
        'ClientConfigurationInput!',
        {
          name: long,
          currency: 'XXQ',
          timezone: '+02:00',
          countryCode: 'XX',
          tags: [
            { type: 'task', key: 'a', label: 'A', color: 'red-light' },
            { type: 'task', key: 'B', label: '', color: 'red-light' },
          ],
        },
      ],
    },
    selection: '{ name }',
    wrong: ['name', 'currency', 'timezone', 'countryCode', 'tags.0.key', 'tags.1.label'],
  },
  {
    service: 'operations',
    call: 'setSchedule',
    args: {
      operationHours: [
        '[OperationDayInput!]',
        [
          day('Monday', { start: time(9), end: time(8) }, { start: time(10), end: time(61) }),
          day('Someday', { start: time(8), end: time(9) }),
        ],
      ],
      closedDays: [
        '[ClosedDayInput!]',
        [
          { date: '2026-12-24', label: '' },
          { date: '2026-12-24', label: long },
        ],
      ],
    },
    selection: '{ timezone }',
    wrong: [
      'operationHours.0.timeRanges.0.end',
      'operationHours.0.timeRanges.1.end',
      'operationHours.1.day',
      'closedDays.0.label',
      'closedDays.1.date',
      'closedDays.1.label',
    ],
  },
  {
    service: 'operations',
    call: 'setContactRules',
    args: { rules: ['JSON', { ...defaultGateRules, capPerDay: -1, sameContentHours: 900 }] },
    selection: '{ __typename }',
    wrong: ['rules.capPerDay', 'rules.sameContentHours'],
  },
  {
    service: 'account',
    call: 'createCaseManagementTask',
    args: {
      task: [
        'CaseManagementTaskInput!',
        { accountId: 'ACCOUNT', note: ' ', tags: [long], topicId: 'none', recipientId: NOBODY, dueDateOption: 'date' },
      ],
    },
    selection: '{ taskId }',
    wrong: ['task.note', 'task.tags', 'task.recipientId', 'task.topicId', 'task.dueDate'],
  },
  {
    service: 'account',
    call: 'createCaseManagementTaskTopic',
    args: { topic: ['TaskTopicInput!', { name: '', groupId: 'none', userIds: ['nobody'] }] },
    selection: '{ topicId }',
    wrong: ['topic.name', 'topic.groupId', 'topic.userIds'],
  },
  {
    service: 'finance',
    call: 'saveBankAccount',
    args: {
      bankAccount: [
        'BankAccountInput!',
        { name: '', holder: long, iban: 'DE1', bic: 'X', creditorId: 'DE97ZZZ09999999999', currency: 'USD', preNotificationDays: 99 },
      ],
    },
    selection: '{ bankAccountId }',
    wrong: ['name', 'holder', 'iban', 'bic', 'creditorId', 'currency', 'preNotificationDays'],
  },
  {
    service: 'finance',
    call: 'createRecurringPaymentMandate',
    args: {
      accountId: ['ID!', 'ACCOUNT'],
      mandate: [
        'RecurringPaymentMandateInput!',
        { providerName: 'sepaDirectDebit', holder: '', iban: 'DE1', bic: 'X', signedOn: '2999-01-01', reference: 'two words' },
      ],
    },
    selection: '{ mandateId }',
    wrong: ['holder', 'iban', 'bic', 'signedOn', 'reference'],
  },
  {
    service: 'finance',
    call: 'createPromiseToPay',
    args: {
      externalClaimRef: ['String!', 'CLAIM'],
      amount: ['Money!', '99999999.00'],
      startDate: ['Date', '2020-01-01'],
      dueDate: ['Date!', '2999-01-01'],
    },
    selection: '{ status }',
    wrong: ['startDate', 'dueDate', 'amount'],
  },
  {
    service: 'finance',
    call: 'createInstalmentsPlan',
    args: {
      accountId: ['ID!', 'ACCOUNT'],
      externalClaimRefs: ['[String!]!', ['CLAIM']],
      interval: ['String!', 'monthly'],
      parts: ['Int', 900],
      downPayment: ['Money', '99999999.00'],
      firstDueDate: ['Date', '2999-01-01'],
    },
    selection: '{ status }',
    wrong: ['parts', 'downPayment', 'firstDueDate'],
  },
  {
    service: 'finance',
    call: 'createSettlementOffer',
    args: {
      accountId: ['ID!', 'ACCOUNT'],
      externalClaimRefs: ['[String!]!', ['CLAIM']],
      amount: ['Money!', '99999999.00'],
      validUntil: ['Date!', '2999-01-01'],
    },
    selection: '{ status }',
    wrong: ['amount', 'validUntil'],
  },
  {
    service: 'finance',
    call: 'bookFee',
    args: {
      accountId: ['ID!', 'ACCOUNT'],
      externalClaimRef: ['String!', 'CLAIM'],
      amount: ['Money!', '-1.00'],
      description: ['String!', ' '],
      valueDate: ['Date', '2999-01-01'],
    },
    selection: '{ kind }',
    wrong: ['amount', 'valueDate', 'description'],
  },
  {
    service: 'finance',
    call: 'writeOff',
    args: {
      accountId: ['ID!', 'ACCOUNT'],
      externalClaimRef: ['String!', 'CLAIM'],
      amount: ['Money', '99999999.00'],
      description: ['String!', ' '],
      valueDate: ['Date', '2999-01-01'],
    },
    selection: '{ kind }',
    wrong: ['amount', 'valueDate', 'description'],
  },
  {
    service: 'finance',
    call: 'setClaimTerms',
    args: {
      externalClaimRef: ['String!', 'CLAIM'],
      allocationOrder: ['String', 'anyhow'],
      interestTerms: ['InterestTermsInput', { kind: 'some', basisPoints: -1, from: '2026-01-01' }],
    },
    selection: '{ __typename }',
    wrong: ['allocationOrder', 'interestTerms.kind', 'interestTerms.basisPoints'],
  },
  {
    service: 'finance',
    call: 'recordPayment',
    args: {
      accountId: ['ID!', 'ACCOUNT'],
      externalClaimRefs: ['[String!]!', ['CLAIM']],
      amount: ['Money!', '0.00'],
      valueDate: ['Date', '2999-01-01'],
      designation: ['String', 'goodwill'],
    },
    selection: '{ status }',
    wrong: ['amount', 'valueDate', 'designation'],
  },
  {
    service: 'import',
    call: 'saveImportMapping',
    args: {
      name: ['String!', ' '],
      mapping: [
        'ImportMappingInput!',
        {
          record: 'claims',
          hasHeader: true,
          decimalMark: '.',
          dateOrder: 'YMD',
          fields: [
            { field: 'shoe.size', column: 'Size' },
            { field: 'account.ref', column: 'Ref', constant: '7' },
            { field: 'claim.ref', column: 'Invoice' },
            { field: 'claim.ref', column: 'Number' },
          ],
        },
      ],
    },
    selection: '{ mappingId }',
    wrong: ['name', 'mapping.shoe.size', 'mapping.account.ref', 'mapping.claim.ref', 'mapping.claim.amount'],
  },
  {
    service: 'operations',
    call: 'saveCommunicationResolutionV2',
    args: {
      accountId: ['ID', 'ACCOUNT'],
      communicationResolution: [
        'CommunicationResolutionInput!',
        {
          communicationMethod: 'pigeon',
          outcomeDirection: 'sideways',
          contactOutcome: { category: 'none', resolution: 'none' },
          delinquencyReason: 'weather',
          communicationRequestId: long,
        },
      ],
    },
    selection: '{ category: __typename }',
    wrong: [
      'communicationResolution.communicationMethod',
      'communicationResolution.outcomeDirection',
      'communicationResolution.delinquencyReason',
      'communicationResolution.contactOutcome.category',
      'communicationResolution.communicationRequestId',
    ],
  },
  {
    service: 'account',
    call: 'sendDebtorMessageV2',
    args: {
      channel: ['String!', 'email'],
      accountId: ['ID', 'ACCOUNT'],
      locale: ['String', 'tlh'],
      notes: ['String', 'x'.repeat(5_001)],
      contactData: ['MessageContactInput', { value: '' }],
      overrideReason: ['String', 'short'],
    },
    selection: '{ requestContextId }',
    wrong: ['locale', 'customSubject', 'customBody', 'contactData.value', 'notes', 'overrideReason'],
  },
  {
    service: 'cms',
    call: 'setGlobalContentPlaceholders',
    args: { globalPlaceholders: ['JSON!', { '1st': 'A', hours: 9 }] },
    selection: '',
    wrong: ['globalPlaceholders.1st', 'globalPlaceholders.hours'],
  },
  {
    service: 'reporting',
    call: 'setEmbeddedDashboards',
    args: {
      dashboards: [
        '[EmbeddedDashboardInput!]!',
        [
          { type: 'film', url: 'ftp://example.com', label: ' ' },
          { type: 'static', url: 'https://elsewhere.example/', label: ' ' },
        ],
      ],
    },
    selection: '{ label }',
    wrong: ['dashboards.0.label', 'dashboards.0.type', 'dashboards.0.url', 'dashboards.1.label', 'dashboards.1.url'],
  },
  {
    service: 'layout',
    call: 'saveView',
    args: { view: ['SavedViewInput!', { screen: '1', name: ' ', search: 'x'.repeat(8_001) }] },
    selection: '{ viewId }',
    wrong: ['view.name', 'view.search', 'view.screen'],
  },
  {
    service: 'notifications',
    call: 'createNotificationV1',
    args: {
      notification: [
        'NotificationInput!',
        { type: 'SMOKE', recipientId: NOBODY, metadata: { note: 'x'.repeat(2_001), debtorFullName: 'x'.repeat(301), taskId: '7' } },
      ],
    },
    selection: '{ notificationId }',
    wrong: [
      'notification.type',
      'notification.recipientId',
      'notification.metadata.note',
      'notification.metadata.debtorFullName',
      'notification.metadata.taskId',
    ],
  },
  {
    service: 'landing-page',
    call: 'setPortalSetting',
    args: {
      identityField: ['String!', 'shoeSize'],
      maxTries: ['Int!', 99],
      linkDays: ['Int!', 0],
      contactPhone: ['String', 'call us'],
      privacyUrl: ['String', 'http://example.com'],
    },
    selection: '{ maxTries }',
    wrong: ['identityField', 'maxTries', 'linkDays', 'contactPhone', 'privacyUrl'],
  },
  {
    service: 'finance',
    call: 'setFinanceSetting',
    args: {
      settings: ['JSON!', { ...DEFAULT_SETTINGS, graceDays: 500, fees: [{ name: '', amount: 'much' }] }],
      revision: ['Int!', 0],
    },
    selection: '{ revision }',
    wrong: ['settings.fees.0.name', 'settings.fees.0.amount', 'settings.graceDays'],
  },
  {
    service: 'privacy',
    call: 'setRetentionRule',
    args: {
      rule: [
        'RetentionRuleInput!',
        { kind: 'messages', months: 0, fromYearEnd: true, isDuty: true, ground: '', isActive: true, revision: 0 },
      ],
    },
    selection: '{ kind }',
    wrong: ['months', 'ground'],
  },
];

it.each(FORMS)('$call names every wrong field in one answer', async ({ service, call, args, selection, wrong }) => {
  const declared = Object.entries(args).map(([name, [type]]) => `$${name}: ${type}`);
  const passed = Object.keys(args).map((name) => `${name}: $${name}`);
  const document = `mutation ($clientId: ID!, ${declared.join(', ')}) { ${call}(clientId: $clientId, ${passed.join(', ')}) ${selection} }`;
  const values = JSON.stringify(Object.fromEntries(Object.entries(args).map(([name, [, value]]) => [name, value])));
  const variables = {
    clientId: house.clientA,
    ...JSON.parse(values.replaceAll('"ACCOUNT"', `"${world.accountId}"`).replaceAll('"CLAIM"', `"${world.externalClaimRef}"`)),
  };
  const { errors } = await house.raw(service, document, variables);
  const said = errors?.[0];
  expect(said?.extensions?.code, said?.message).toBe('INVALID_INPUT');
  expect(said?.extensions?.field).toBe(wrong[0]);
  expect(said?.extensions?.fields?.map(({ field }) => field)).toEqual(wrong);
  for (const { field, message } of said?.extensions?.fields ?? []) expect(message, field).not.toBe('');
});
