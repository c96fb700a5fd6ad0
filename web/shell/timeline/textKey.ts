/** @returns whom an assignment names; a strategy's of an earlier release names it otherwise. */
export const assigneeOf = ({ userId, assigneeUserId }: Readonly<Record<string, unknown>>): unknown => userId || assigneeUserId;

/** Steps that send something to the debtor. */
const SENDING: ReadonlySet<unknown> = new Set(['sendEmail', 'sendSMS', 'sendMessage', 'sendLetter', 'placeCall']);

/** Which of its texts an event is told with: most have one, some differ by what happened. */
export function textKey(type: string, payload: Readonly<Record<string, unknown>>): string {
  if (type === 'accountAssigned' && !assigneeOf(payload)) return 'accountUnassigned';
  if (type === 'contactConsentChanged') {
    if ('ceaseRequested' in payload) return payload.ceaseRequested ? 'ceaseRequested' : 'ceaseWithdrawn';
    return payload.optedOut ? 'optedOut' : 'optedIn';
  }
  if (type === 'strategyStep') {
    if (payload.outcome === 'waiting') return 'strategyStepWaiting';
    // Events of earlier releases name a condition's branch by its place on the canvas.
    if (payload.outcome === 'yes' || payload.outcome === 'right') return 'strategyStepYes';
    if (payload.outcome === 'no' || payload.outcome === 'left') return 'strategyStepNo';
    if ((payload.why as { key?: string } | null)?.key === 'step.toldForAccount') return 'strategyStepTold';
    if (SENDING.has(payload.stepType)) return 'strategyStepSent';
  }
  // The product ends a task with its claim, and brings it back; people say nothing of why.
  if (type === 'taskResolved' && payload.why) return 'taskOver';
  if (type === 'taskChanged' && payload.why) return 'taskBack';
  if (type === 'reactionSaved' && !payload.reactionId) return 'reactionsOrdered';
  if (type === 'callAnswered' && payload.by === 'machine') return 'callAnsweredByMachine';
  if (type === 'mfaDisabled' && payload.user) return 'mfaReset';
  return type;
}
