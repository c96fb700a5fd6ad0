/** The facts the log knows, by what they are about. The timeline's texts and icons, filters and reactions use these names. */
export const EVENT_TYPES = {
  claim: ['claimImported', 'claimChanged', 'claimDisputed', 'disputeClosed', 'claimResolved', 'claimReopened', 'claimDeleted', 'claimMetaChanged'],
  account: ['accountCreated', 'accountAssigned', 'accountMetaChanged', 'debtorChanged', 'contactStateChanged', 'contactConsentChanged', 'noteAdded'],
  money: [
    'ledgerEntryBooked', 'paymentProcessing', 'paymentSettled', 'paymentDeclined', 'paymentCanceled', 'paymentChargedBack', 'promiseToPayCreated', 'promiseToPayKept',
    'promiseToPayBroken', 'promiseToPayInvalidated', 'instalmentsPlanCreated', 'instalmentPaid', 'instalmentMissed', 'instalmentsPlanCompleted', 'instalmentsPlanBroken',
  ],
  strategy: [
    'strategyStarted', 'strategyStep', 'strategyPaused', 'strategyResumed', 'strategyStopped', 'strategyCompleted', 'strategySwitched', 'strategyFailed', 'strategyRunaway', 'checkpointReached',
  ],
  contact: [
    'contactDeferred', 'contactDenied', 'communicationSent', 'communicationFailed', 'communicationCancelled', 'communicationUnknown', 'communicationDelivered', 'communicationBounced', 'emailOpened',
    'linkClicked',
  ],
  portal: ['linkCreated', 'linkRevoked', 'portalOpened', 'portalIdentityConfirmed', 'portalIdentityFailed', 'portalVisited', 'portalHelpRequested'],
  task: ['taskCreated', 'taskStarted', 'taskResolved', 'taskSkipped', 'taskReassigned', 'taskChanged'],
  administration: [
    'importFinished', 'bulkActionScheduled', 'bulkActionFinished', 'strategySaved', 'strategyDeleted', 'bundleSaved', 'bundleDeleted', 'globalPlaceholdersChanged', 'contactRulesChanged',
    'portalSettingChanged', 'clientConfigurationChanged',
  ],
} as const;

export type EventCategory = keyof typeof EVENT_TYPES;
export type EventType = (typeof EVENT_TYPES)[EventCategory][number];
