/** Addresses inside the product. Screens link by these, so that a route's path is written twice only: here and in routes.ts. */
const inClient = (clientId: string, path: string) => `/${clientId}/${path}`;
const part = encodeURIComponent;

export const paths = {
  tasks: (clientId: string) => inClient(clientId, 'account/tasks'),
  /** @param search the list's free text; other filters are added by the screen itself. */
  accounts: (clientId: string, search?: string) => inClient(clientId, `account/manage${search ? `?search=${part(search)}` : ''}`),
  claims: (clientId: string) => inClient(clientId, 'account/claim-overview'),
  account: (clientId: string, accountId: string) => inClient(clientId, `account/${part(accountId)}`),
  /** The account with the explanation of its balance open, or of a claim's. */
  explain: (clientId: string, accountId: string, externalClaimRef?: string) =>
    inClient(clientId, `account/${part(accountId)}?form=explain${externalClaimRef ? `&about=${part(externalClaimRef)}` : ''}`),
  /** An account that is opened because of tasks: they are marked there, and its way back leads to the queue. */
  accountTasks: (clientId: string, accountId: string, taskIds: readonly string[]) =>
    inClient(clientId, `account/${part(accountId)}?navigateFrom=tasks&selectedTaskIds=${taskIds.map(part).join(',')}`),
  communications: (clientId: string) => inClient(clientId, 'account/communication-center'),
  reviewQueue: (clientId: string) => inClient(clientId, 'inbox?view=parked'),
  work: (clientId: string) => inClient(clientId, 'account/collector-workspace'),
  claim: (clientId: string, externalClaimRef: string) => inClient(clientId, `account/claim/${part(externalClaimRef)}`),
  accountClaim: (clientId: string, accountId: string, externalClaimRef: string) =>
    inClient(clientId, `account/${part(accountId)}/claim/${part(externalClaimRef)}`),
  imports: (clientId: string) => inClient(clientId, 'import'),
  import: (clientId: string, importId: string) => inClient(clientId, `import/${part(importId)}`),
  operations: (clientId: string) => inClient(clientId, 'configuration/operations'),
  payments: (clientId: string) => inClient(clientId, 'configuration/payments'),
  bank: (clientId: string) => inClient(clientId, 'payments/bank'),
  approvals: (clientId: string) => inClient(clientId, 'payments/approvals'),
  bankAccounts: (clientId: string) => inClient(clientId, 'configuration/payments/bank'),
  metadata: (clientId: string) => inClient(clientId, 'configuration/metadata'),
  roles: (clientId: string) => inClient(clientId, 'configuration/roles'),
  role: (clientId: string, roleName: string) => inClient(clientId, `configuration/roles/${part(roleName)}`),
  strategies: (clientId: string) => inClient(clientId, 'strategy/strategy-builder-new'),
  strategy: (clientId: string, strategyId: string) => inClient(clientId, `strategy/strategy-builder-new/${part(strategyId)}`),
  // The names of the specification (configuration-user-list, email-editor-edit, sms-editor, letter-editor, calls-editor, landing-page-edit).
  users: (clientId: string) => inClient(clientId, 'configuration/user/list'),
  /** @param userId left out: a new one. */
  user: (clientId: string, userId?: string) => inClient(clientId, `configuration/user/detail${userId ? `/${part(userId)}` : ''}`),
  emailEdit: (clientId: string, bundleId: string) => inClient(clientId, `content/email-builder/edit/${part(bundleId)}`),
  /** @param bundleId left out: the list of them. */
  smsEdit: (clientId: string, bundleId?: string) =>
    inClient(clientId, `content/messaging-builder${bundleId ? `/edit/${part(bundleId)}/sms` : ''}`),
  letterEdit: (clientId: string) => inClient(clientId, 'content/letter-builder'),
  callsEdit: (clientId: string) => inClient(clientId, 'content/robocall-builder'),
  landingPageEdit: (clientId: string, landingPageId: string) =>
    inClient(clientId, `content/landing-page-builder/edit/${part(landingPageId)}`),
};

/** @returns the address when it lies inside the client, else null: nobody is led out of the product by a link into it. */
export function insideClient(clientId: string, address: string | null): string | null {
  return address?.startsWith(`/${clientId}/`) ? address : null;
}
