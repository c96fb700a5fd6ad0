/** Addresses inside the product: screens link by these, so that a screen's path is written once (core/screens.ts). */
import { type ContentType, isContentType } from '../../core/messageChannels.ts';
import { SCREENS, type ScreenName } from '../../core/screens.ts';

const part = encodeURIComponent;

/** @returns the address of a screen; the parts of its path that have no value are left out. */
function addressOf(clientId: string, name: ScreenName, values: Readonly<Record<string, string>> = {}): string {
  const path = SCREENS[name].path.replace(/\/:(\w+)\??/g, (_, each: string) =>
    values[each] === undefined ? '' : `/${part(values[each])}`,
  );
  return `/${clientId}/${path}`;
}

/** The address of a screen that needs no id. */
const simple = (name: ScreenName) => (clientId: string) => addressOf(clientId, name);

export const paths = {
  tasks: simple('tasks'),
  /** @param search the list's free text; other filters are added by the screen itself. */
  accounts: (clientId: string, search?: string) => `${addressOf(clientId, 'accounts')}${search ? `?search=${part(search)}` : ''}`,
  claims: simple('claims'),
  /** The claims that run in a strategy. */
  claimsOf: (clientId: string, strategyId: string) => `${addressOf(clientId, 'claims')}?strategy=${part(strategyId)}`,
  account: (clientId: string, accountId: string) => addressOf(clientId, 'account', { accountId }),
  /** The account with the explanation of its balance open, or of a claim's. */
  explain: (clientId: string, accountId: string, externalClaimRef?: string) =>
    `${paths.account(clientId, accountId)}?form=explain${externalClaimRef ? `&about=${part(externalClaimRef)}` : ''}`,
  /** An account that is opened because of tasks: they are marked there, and its way back leads to the queue. */
  accountTasks: (clientId: string, accountId: string, taskIds: readonly string[]) =>
    `${paths.account(clientId, accountId)}?navigateFrom=tasks&selectedTaskIds=${taskIds.map(part).join(',')}`,
  communications: simple('communications'),
  reviewQueue: (clientId: string) => `${addressOf(clientId, 'inbox')}?view=parked`,
  work: simple('collectorWorkspace'),
  claim: (clientId: string, externalClaimRef: string) => addressOf(clientId, 'claim', { externalClaimRef }),
  accountClaim: (clientId: string, accountId: string, externalClaimRef: string) =>
    addressOf(clientId, 'accountClaim', { accountId, externalClaimRef }),
  imports: simple('import'),
  import: (clientId: string, importId: string) => addressOf(clientId, 'imports', { importId }),
  partners: simple('partners'),
  allocationRules: (clientId: string) => `${addressOf(clientId, 'partners')}?rules`,
  /** @param partnerId left out: a new one. */
  partner: (clientId: string, partnerId = 'new') => addressOf(clientId, 'partner', { partnerId }),
  partnerFiles: (clientId: string, partnerId: string) => `${addressOf(clientId, 'partner', { partnerId })}?tab=files`,
  operations: simple('operations'),
  payments: simple('paymentSettings'),
  bank: simple('bank'),
  approvals: simple('approvals'),
  proposals: simple('proposals'),
  bankAccounts: simple('bankAccounts'),
  metadata: simple('metadata'),
  apiKeys: simple('apiKeys'),
  apiReference: simple('apiReference'),
  /** The client's own triggers. */
  triggers: (clientId: string) => `${addressOf(clientId, 'eventKinds')}?tab=triggers`,
  webhooks: simple('webhooks'),
  workflows: simple('workflows'),
  /** @param workflowBlueprintId left out: a new one. */
  workflow: (clientId: string, workflowBlueprintId?: string) =>
    addressOf(clientId, 'workflow', workflowBlueprintId ? { workflowBlueprintId } : {}),
  connectors: simple('connectors'),
  accountingBatches: (clientId: string) => `${addressOf(clientId, 'connectors')}?tab=batches`,
  roles: simple('roles'),
  role: (clientId: string, roleName: string) => addressOf(clientId, 'role', { roleName }),
  strategies: simple('strategies'),
  strategy: (clientId: string, strategyId: string) => addressOf(clientId, 'strategy', { strategyId }),
  /** @param of an account's own reactions instead of the client's; the reaction that is opened. */
  reactions: (clientId: string, of: { accountId?: string | null; reactionId?: string } = {}) => {
    const search = new URLSearchParams({
      ...(of.accountId && { account: of.accountId }),
      ...(of.reactionId && { form: 'reaction', about: of.reactionId }),
    });
    return `${addressOf(clientId, 'reactions')}${search.size > 0 ? `?${search}` : ''}`;
  },
  /** The strategy with one of its steps selected. */
  strategyStep: (clientId: string, strategyId: string, stepId: string) => `${paths.strategy(clientId, strategyId)}?step=${part(stepId)}`,
  strategyFlow: simple('strategyFlow'),
  decisionTrees: simple('decisionTrees'),
  /** @param treeId left out: a new one. @param version left out: the one that is edited. */
  decisionTree: (clientId: string, treeId?: string, version?: number) =>
    addressOf(clientId, 'decisionTree', {
      ...(treeId && { id: treeId }),
      ...(version !== undefined && { version: String(version) }),
    }),
  // The names of the specification (configuration-user-list, email-editor-edit, sms-editor, letter-editor, calls-editor, landing-page-edit).
  users: simple('users'),
  /** @param userId left out: a new one. */
  user: (clientId: string, userId?: string) => addressOf(clientId, 'user', userId ? { userId } : {}),
  callScripts: simple('callScripts'),
  emailEdit: (clientId: string, bundleId: string) => addressOf(clientId, 'emailEdit', { mode: 'edit', bundleId }),
  /** @param bundleId left out: the list of them. */
  smsEdit: (clientId: string, bundleId?: string) =>
    bundleId ? addressOf(clientId, 'messagingEdit', { mode: 'edit', bundleId, type: 'sms' }) : addressOf(clientId, 'messagingBuilder'),
  /** Where content of any type is edited. */
  contentEdit: (clientId: string, type: ContentType, fileName: string) => addressOf(clientId, ...contentPlace(type, fileName)),
  /** Where what uses a part of the content is edited, by its kind and name as the server lists uses. */
  contentUse: (clientId: string, { kind, fileName }: { readonly kind: string; readonly fileName: string }) => {
    if (isContentType(kind)) return paths.contentEdit(clientId, kind, fileName);
    if (kind === 'landingPage') return paths.landingPageEdit(clientId, fileName);
    if (kind === 'sharedBlock') return addressOf(clientId, 'sharedBlock', { mode: 'edit', name: fileName });
    return kind === 'brand' ? addressOf(clientId, 'brand') : paths.callScripts(clientId);
  },
  letterEdit: simple('letterBuilder'),
  callsEdit: simple('robocallBuilder'),
  landingPageEdit: (clientId: string, landingPageId: string) => addressOf(clientId, 'landingPageEdit', { landingPageId }),
};

/** @returns the screen that edits content of a type, with what its address names. */
export function contentPlace(type: ContentType, fileName: string): [screen: ScreenName, params: Record<string, string>] {
  switch (type) {
    case 'email':
      return ['emailEdit', { mode: 'edit', bundleId: fileName }];
    case 'letter':
      return ['letterEdit', { mode: 'edit', letterId: fileName }];
    case 'call':
      return ['callsEdit', { mode: 'edit', callId: fileName }];
    default:
      return ['messagingEdit', { mode: 'edit', bundleId: fileName, type }];
  }
}

/** @returns the address when it lies inside the client, else null: nobody is led out of the product by a link into it. */
export function insideClient(clientId: string, address: string | null): string | null {
  return address?.startsWith(`/${clientId}/`) ? address : null;
}
