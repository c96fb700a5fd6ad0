/** What follows from a proposed change, beyond the change itself: whoever confirms it is told, and asked once more. */
export type Effect = 'changes' | 'books' | 'agrees' | 'contacts' | 'stops' | 'removes' | 'other';

/** By the name of the operation (server/api/nouns). */
const EFFECTS: Readonly<Record<string, Effect>> = {
  addDebtor: 'changes',
  addNote: 'changes',
  assignAccount: 'changes',
  assignStrategy: 'contacts',
  cancelImport: 'stops',
  cancelPlan: 'stops',
  cancelPromise: 'stops',
  closeDispute: 'contacts',
  createPlan: 'agrees',
  createPromise: 'agrees',
  deleteFile: 'removes',
  fireTrigger: 'contacts',
  openDispute: 'changes',
  pauseStrategies: 'changes',
  recordPayment: 'books',
  refundPayment: 'books',
  removeDebtor: 'removes',
  resumeStrategies: 'contacts',
  setAccountMeta: 'changes',
  setCeaseRequest: 'changes',
  setClaimMeta: 'changes',
  setContactConsent: 'changes',
  setMainDebtor: 'changes',
  updateDebtor: 'changes',
  updateFile: 'changes',
};

/** @returns what follows; "other" for an operation that this release of the screens doesn't know. */
export const effectOf = ({ operation }: { readonly operation: string }): Effect =>
  (Object.hasOwn(EFFECTS, operation) && EFFECTS[operation]) || 'other';
