/** How the cross-client test fills a client with an account, and calls the operations of detail and tasks. */
import { uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Adds an account with a debtor, two contacts, a claim and a task; both clients may use the same references. */
export async function seedDetail(tx: Tx, world: World): Promise<void> {
  const [accountId, debtorId, taskId] = [uuidv7(), uuidv7(), uuidv7()];
  const externalClaimRef = `CLAIM-${tx.clientId.slice(-6)}`;
  const at = isoInstant(now());
  Object.assign(world, {
    accountId,
    taskId,
    externalClaimRef,
    externalDebtorRef: 'DEBTOR-1',
    phone: '+493012345678',
    email: 'hannah@debtor.example',
  });
  await tx.sql(
    `insert into account (client_id, account_id, external_account_ref, currency, debtor_name, debtor_ref, total_amount, active_claims_count, created_at, updated_at)
     values ($1, $2, $3, 'EUR', 'Hannah Brandt', 'DEBTOR-1', 10000, 1, $4, $4)`,
    [tx.clientId, accountId, `ACCOUNT-${tx.clientId.slice(-6)}`, at],
  );
  await tx.sql(
    `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, birthday, address)
     values ($1, $2, $3, 'DEBTOR-1', 'person', 'Hannah', 'Brandt', '1988-03-14', '{"addressLine1": "Torstraße", "houseNumber": "118", "postalCode": "10119", "city": "Berlin"}')`,
    [tx.clientId, accountId, debtorId],
  );
  for (const [kind, value] of [
    ['landline', world.phone],
    ['email', world.email],
  ])
    await tx.sql(
      'insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, $4, $5, $5, $6)',
      [tx.clientId, accountId, debtorId, kind, value, at],
    );
  await tx.sql(
    `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
     values ($1, $2, $3, 'EUR', 10000, 10000, '2026-09-20', $4, $4)`,
    [tx.clientId, externalClaimRef, accountId, at],
  );
  await tx.sql(
    `insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key, description)
     values ($1, $2, $3, $4, 'principal', 10000, 'EUR', '2026-09-01', $5, $4, 'Imported')`,
    [tx.clientId, uuidv7(), accountId, externalClaimRef, at],
  );
  await tx.sql(
    `insert into case_task (client_id, task_id, account_id, note, created_at, updated_at) values ($1, $2, $3, 'Call back', $4, $4)`,
    [tx.clientId, taskId, accountId, at],
  );
  await tx.sql(`insert into task_group (client_id, group_id, name, logic, created_at) values ($1, $2, 'Calls', '{"kind": "manual"}', $3)`, [
    tx.clientId,
    `group-${taskId}`,
    at,
  ]);
  await tx.sql(`insert into task_topic (client_id, topic_id, name, created_at) values ($1, $2, 'Calls', $3)`, [
    tx.clientId,
    `topic-${taskId}`,
    at,
  ]);
}

const account = ({ clientId, accountId }: World) => ({ clientId, accountId });
const debtorOf = (world: World) => ({ ...account(world), externalDebtorRef: world.externalDebtorRef });
const claim = ({ clientId, externalClaimRef }: World) => ({ clientId, externalClaimRef });
const task = ({ clientId, taskId }: World) => ({ clientId, taskId });

export const detailOperations: Cases['operations'] = {
  getAccountData: account,
  getAccountDataV2: (world) => ({ ...account(world), fields: ['id', 'debtors', 'claims', 'tasks', 'ledgerEntries'] }),
  getAccountClaims: account,
  getClaimData: claim,
  getAccountIdByReference: ({ clientId }) => ({ clientId, externalAccountRef: `ACCOUNT-${String(clientId).slice(-6)}` }),
  getClaimAccountId: claim,
  getAccountLedgerEntries: account,
  getAccountLoan: account,
  getAccountDebtorContactPhoneNumbers: account,
  getUsualRecipients: account,
  getAccountDebtorEmails: account,
  updateAccountDebtor: (world) => ({ ...account(world), externalDebtorRef: world.externalDebtorRef, debtor: { firstName: 'Johanna' } }),
  addAccountDebtor: (world) => ({ ...account(world), externalDebtorRef: 'DEBTOR-2', type: 'person', debtor: { lastName: 'Brandt' } }),
  setAccountMainDebtor: debtorOf,
  removeAccountDebtor: (world) => ({ ...account(world), externalDebtorRef: 'DEBTOR-2' }),
  setAccountDebtorFinancialInformation: (world) => ({
    ...debtorOf(world),
    debtorFinancialInformation: { incomes: [{ source: 'Wage', amount: '1850.00' }], expenses: [] },
  }),
  revealAccountDebtorField: (world) => ({ ...debtorOf(world), field: 'IBAN' }),
  getAccountWidgetGrid: ({ clientId }) => ({ clientId }),
  setAccountWidgetGrid: ({ clientId }) => ({
    clientId,
    revision: 9,
    widgets: [{ widgetId: 'activity', type: 'activity', col: 0, row: 0, colSpan: 12 }],
  }),
  setAccountMeta: (world) => ({ ...account(world), meta: { shift: 'late' } }),
  setClaimMeta: (world) => ({ ...claim(world), meta: { meter: '42' } }),
  assignAccount: (world) => ({ ...account(world), userId: world.userId }),
  setAccountDebtorContactPhoneNumberState: (world) => ({
    ...account(world),
    externalDebtorRef: world.externalDebtorRef,
    contactPhoneNumber: world.phone,
    contactPhoneNumberState: 'wrong',
  }),
  setAccountDebtorEmailState: (world) => ({
    ...account(world),
    externalDebtorRef: world.externalDebtorRef,
    email: world.email,
    emailState: 'preferred',
  }),
  setAccountContactConsent: (world) => ({ ...account(world), channel: 'sms', optedOut: true }),
  setAccountCeaseRequest: (world) => ({ ...account(world), ceaseRequested: true }),
  openClaimDispute: (world) => ({ ...claim(world), reason: 'The meter was read wrongly' }),
  closeClaimDispute: (world) => ({ ...claim(world), outcome: 'The reading was right' }),
  sendDebtorMessageV2: (world) => ({
    ...account(world),
    idempotencyKey: `key-${world.accountId}`,
    channel: 'email',
    customSubject: 'About your claim',
    customBody: 'Hello',
    sendWhenAllowed: true,
  }),
  getCaseManagementTaskList: ({ clientId, accountId, taskId }) => ({ clientId, filter: { accountId, taskIds: [taskId] } }),
  getOwnCaseManagementTaskList: ({ clientId, accountId }) => ({ clientId, filter: { accountId } }),
  getCaseManagementTask: task,
  getCaseManagementTaskTopics: ({ clientId }) => ({ clientId }),
  getOwnCaseManagementTaskTopics: ({ clientId }) => ({ clientId }),
  getCaseManagementTaskGroups: ({ clientId }) => ({ clientId }),
  getOwnCaseManagementTaskGroups: ({ clientId }) => ({ clientId }),
  createCaseManagementTaskGroup: ({ clientId }) => ({ clientId, group: { name: uuidv7(), logic: 'roundRobin' } }),
  updateCaseManagementTaskGroup: ({ clientId, taskId }) => ({
    clientId,
    groupId: `group-${taskId}`,
    group: { name: 'In turn', logic: 'roundRobin' },
  }),
  deleteCaseManagementTaskGroup: ({ clientId, taskId }) => ({ clientId, groupId: `group-${taskId}` }),
  createCaseManagementTaskTopic: ({ clientId, userId }) => ({ clientId, topic: { name: uuidv7(), userIds: [userId] } }),
  updateCaseManagementTaskTopic: ({ clientId, taskId }) => ({ clientId, topicId: `topic-${taskId}`, topic: { name: 'Court' } }),
  deleteCaseManagementTaskTopic: ({ clientId, taskId }) => ({ clientId, topicId: `topic-${taskId}` }),
  holdCaseManagementTask: task,
  createCaseManagementTask: ({ clientId, accountId, externalClaimRef }) => ({
    clientId,
    task: { accountId, externalClaimRef, note: 'Check the meter' },
  }),
  updateCaseManagementTask: (world) => ({ ...task(world), task: { note: 'Call back after 17:00' } }),
  startCaseManagementTask: task,
  startNextCaseManagementTask: ({ clientId, accountId }) => ({ clientId, topicIds: [`none-${accountId}`] }),
  markCaseManagementTaskActive: task,
  skipCaseManagementTask: task,
  unsnoozeCaseManagementTask: task,
  reassignCaseManagementTask: (world) => ({ ...task(world), userId: world.userId }),
  reassignCaseManagementTasks: ({ clientId, taskId, userId }) => ({ clientId, taskIds: [taskId], userId }),
  resolveCaseManagementTask: (world) => ({ ...task(world), resolutionNote: 'Reached' }),
  resolveCaseManagementTasks: ({ clientId, taskId }) => ({ clientId, taskIds: [taskId], resolutionNote: 'Reached' }),
};
