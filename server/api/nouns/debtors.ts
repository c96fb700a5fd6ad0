import { ACCOUNT_ID, DEBTOR_REF } from '../../../core/apiExamples.ts';
import { invalid } from '../../../core/fault.ts';
import { defineEndpoint, type Values } from '../endpoint.ts';
import { ACCOUNT, DEBTOR } from '../shapes.ts';

const about = { noun: 'debtors', service: 'account' } as const;

/** What an edit can empty: DebtorField of the contract. */
const CLEARABLE: ReadonlySet<string> = new Set([
  'firstName',
  'middleName',
  'lastName',
  'title',
  'companyName',
  'gender',
  'birthday',
  'placeOfBirth',
  'SSN',
  'IBAN',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'houseNumber',
  'city',
  'state',
  'suburb',
  'postalCode',
  'country',
]);

/** A field given as null is emptied, as in a merge patch (RFC 7396); the operation has a list of those. */
function emptied(values: Values): Values {
  const debtor = Object.entries((values.debtor ?? {}) as Values);
  const clear = debtor.filter(([, value]) => value === null).map(([name]) => name);
  const kept = clear.find((name) => !CLEARABLE.has(name));
  if (kept !== undefined) throw invalid(`debtor.${kept}`, 'needed');
  return { ...values, debtor: Object.fromEntries(debtor.filter(([, value]) => value !== null)), clear };
}

export const debtors = [
  defineEndpoint({
    ...about,
    name: 'listDebtors',
    method: 'GET',
    path: '/accounts/{accountId}/debtors',
    scope: 'debtors:read',
    summary: 'List an account’s debtors',
    description: 'The main debtor first.',
    document: `query ($clientId: ID!, $accountId: ID!) {
      getAccountDataV2(clientId: $clientId, accountId: $accountId, fields: ["debtors"]) { items: debtors { ...Debtor } }
    } ${DEBTOR}`,
    pages: { by: 'whole' },
    example: { accountId: ACCOUNT_ID },
  }),
  defineEndpoint({
    ...about,
    name: 'addDebtor',
    method: 'POST',
    path: '/accounts/{accountId}/debtors',
    scope: 'debtors:write',
    summary: 'Add a debtor to an account',
    description: '`externalDebtorRef` is made up when absent. Answers the account.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String, $type: DebtorType!, $debtor: DebtorInput!, $revision: Int) {
      addAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef, type: $type, debtor: $debtor, revision: $revision) { ...Account }
    } ${ACCOUNT}`,
    location: ({ id }: { id: string }) => `/accounts/${id}`,
    example: { accountId: ACCOUNT_ID, type: 'person', debtor: { firstName: 'Ada', lastName: 'Petersen', email: 'ada@petersen.example' } },
  }),
  defineEndpoint({
    ...about,
    name: 'updateDebtor',
    method: 'PATCH',
    path: '/accounts/{accountId}/debtors/{externalDebtorRef}',
    scope: 'debtors:write',
    summary: 'Change a debtor',
    description:
      'Only what is given changes; a field given as null is emptied. Numbers and addresses that are new are added. Answers the account.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!, $debtor: DebtorInput!, $clear: [DebtorField!], $revision: Int) {
      updateAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef, debtor: $debtor, clear: $clear, revision: $revision) { ...Account }
    } ${ACCOUNT}`,
    body: 'debtor',
    prepare: emptied,
    example: { accountId: ACCOUNT_ID, externalDebtorRef: DEBTOR_REF, city: 'Hamburg', postalCode: '20095', addressLine2: null },
  }),
  defineEndpoint({
    ...about,
    name: 'setMainDebtor',
    method: 'PUT',
    path: '/accounts/{accountId}/main-debtor',
    scope: 'debtors:write',
    summary: 'Choose the main debtor',
    description: 'The one whom the account is named after and whom messages greet. Answers the account.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!, $revision: Int) {
      setAccountMainDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef, revision: $revision) { ...Account }
    } ${ACCOUNT}`,
    example: { accountId: ACCOUNT_ID, externalDebtorRef: 'DEBTOR-1002' },
  }),
  defineEndpoint({
    ...about,
    name: 'removeDebtor',
    method: 'DELETE',
    path: '/accounts/{accountId}/debtors/{externalDebtorRef}',
    scope: 'debtors:write',
    summary: 'Remove a debtor from an account',
    description: 'With their numbers and addresses. The main debtor stays; choose another one first. Answers the account.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalDebtorRef: String!, $revision: Int) {
      removeAccountDebtor(clientId: $clientId, accountId: $accountId, externalDebtorRef: $externalDebtorRef, revision: $revision) { ...Account }
    } ${ACCOUNT}`,
    example: { accountId: ACCOUNT_ID, externalDebtorRef: 'DEBTOR-1002' },
  }),
];
