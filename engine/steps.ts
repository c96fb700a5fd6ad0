/** The registry of step types: the one list the engine, the editor's palette and the API read. */
import type { StepDefinition } from './step.ts';
import { ADVANCED_OUTSOURCE_CLAIM } from './steps/ADVANCED_OUTSOURCE_CLAIM.ts';
import { assignAccount } from './steps/assignAccount.ts';
import { chargeRecurringPaymentMandate } from './steps/chargeRecurringPaymentMandate.ts';
import { checkpoint } from './steps/checkpoint.ts';
import { createCaseManagementTask } from './steps/createCaseManagementTask.ts';
import { createWorkflow } from './steps/createWorkflow.ts';
import { delay } from './steps/delay.ts';
import { disableDebtorCallback } from './steps/disableDebtorCallback.ts';
import { disableDebtorTextFeedback } from './steps/disableDebtorTextFeedback.ts';
import { disableInstalmentsPlan } from './steps/disableInstalmentsPlan.ts';
import { disablePromiseToPay } from './steps/disablePromiseToPay.ts';
import { dummy } from './steps/dummy.ts';
import { enableDebtorCallback } from './steps/enableDebtorCallback.ts';
import { enableDebtorTextFeedback } from './steps/enableDebtorTextFeedback.ts';
import { enableInstalmentsPlan } from './steps/enableInstalmentsPlan.ts';
import { enablePromiseToPay } from './steps/enablePromiseToPay.ts';
import { evaluateCode } from './steps/evaluateCode.ts';
import { evaluateCompoundIfCondition } from './steps/evaluateCompoundIfCondition.ts';
import { evaluateIfCondition } from './steps/evaluateIfCondition.ts';
import { executeCustomTrigger } from './steps/executeCustomTrigger.ts';
import { executeDecisionTree } from './steps/executeDecisionTree.ts';
import { expired } from './steps/expired.ts';
import { financialAssessment } from './steps/financialAssessment.ts';
import { insertStrategySteps } from './steps/insertStrategySteps.ts';
import { lastCommunicationDate } from './steps/lastCommunicationDate.ts';
import { lastPaymentDate } from './steps/lastPaymentDate.ts';
import { outsource } from './steps/outsource.ts';
import { outsourceClaim } from './steps/outsourceClaim.ts';
import { pauseStrategy } from './steps/pauseStrategy.ts';
import { placeCall } from './steps/placeCall.ts';
import { replaceStrategySteps } from './steps/replaceStrategySteps.ts';
import { revertClaimOutsource } from './steps/revertClaimOutsource.ts';
import { sendClientEmail } from './steps/sendClientEmail.ts';
import { sendEmail } from './steps/sendEmail.ts';
import { sendLetter } from './steps/sendLetter.ts';
import { sendMessage } from './steps/sendMessage.ts';
import { sendSMS } from './steps/sendSMS.ts';
import { setAccountMetaField } from './steps/setAccountMetaField.ts';
import { setClaimDomain } from './steps/setClaimDomain.ts';
import { setClaimMetaFields } from './steps/setClaimMetaFields.ts';
import { setInstalmentPlanDefinition } from './steps/setInstalmentPlanDefinition.ts';
import { setPaymentFlowProviderNames } from './steps/setPaymentFlowProviderNames.ts';
import { setValues } from './steps/setValues.ts';
import { stopWorkflow } from './steps/stopWorkflow.ts';
import { updateLandingPageContent } from './steps/updateLandingPageContent.ts';
import { waitDaysPastDue } from './steps/waitDaysPastDue.ts';
import { waitForEvent } from './steps/waitForEvent.ts';
import { waitNextDay } from './steps/waitNextDay.ts';
import { waitTimeOfDay } from './steps/waitTimeOfDay.ts';

export const stepDefinitions: readonly StepDefinition[] = [
  sendEmail,
  sendSMS,
  sendLetter,
  sendMessage,
  placeCall,
  sendClientEmail,
  createCaseManagementTask,
  chargeRecurringPaymentMandate,
  setClaimMetaFields,
  setAccountMetaField,
  assignAccount,
  enableInstalmentsPlan,
  disableInstalmentsPlan,
  enablePromiseToPay,
  disablePromiseToPay,
  enableDebtorCallback,
  disableDebtorCallback,
  enableDebtorTextFeedback,
  disableDebtorTextFeedback,
  setClaimDomain,
  updateLandingPageContent,
  setPaymentFlowProviderNames,
  setInstalmentPlanDefinition,
  outsource,
  outsourceClaim,
  ADVANCED_OUTSOURCE_CLAIM,
  revertClaimOutsource,
  createWorkflow,
  stopWorkflow,
  financialAssessment,
  executeCustomTrigger,
  evaluateIfCondition,
  evaluateCompoundIfCondition,
  executeDecisionTree,
  evaluateCode,
  delay,
  waitForEvent,
  lastCommunicationDate,
  lastPaymentDate,
  waitDaysPastDue,
  waitNextDay,
  waitTimeOfDay,
  pauseStrategy,
  setValues,
  checkpoint,
  insertStrategySteps,
  replaceStrategySteps,
  expired,
  dummy,
];

const byType = new Map<string, StepDefinition>(stepDefinitions.map((definition) => [definition.type, definition]));

/** @returns the definition of a step type, or undefined when the product has none of that name. */
export function stepDefinition(type: string): StepDefinition | undefined {
  return byType.get(type);
}

/** Makes a step type known that the product doesn't offer, for a test. @returns what makes it unknown again. */
export function knowStep(definition: StepDefinition): () => void {
  byType.set(definition.type, definition);
  return () => void byType.delete(definition.type);
}

/** @returns the state of a step that was just put on the canvas: each field's default; a field without one is absent. */
export function defaultState(definition: StepDefinition): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(definition.fields.shape)) {
    const value = schema.safeParse(undefined);
    if (value.success && value.data !== undefined) state[name] = value.data;
  }
  return state;
}
