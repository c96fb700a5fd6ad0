/** What a collector says on the telephone, by topic: the product's own words or the client's (server/services/cms/cms.script.logic.ts). */

export const SCRIPT_TOPICS = ['firstCall', 'followUp', 'brokenPromise', 'dispute', 'hardship', 'paymentArrangement'] as const;
export type ScriptTopic = (typeof SCRIPT_TOPICS)[number];

export const isScriptTopic = (topic: string): topic is ScriptTopic => SCRIPT_TOPICS.some((each) => each === topic);

/** Why an account came up, as far as it decides what to talk about. */
export interface ScriptOccasion {
  /** Keys of the reasons of engine/work/priority.ts. */
  readonly reasons: readonly string[];
  readonly helpAsked: boolean;
  readonly disputed: boolean;
  readonly hasPlan: boolean;
}

/** @returns the topic that fits best: who asked for help or disputes is not pressed about a promise. */
export function scriptTopicOf({ reasons, helpAsked, disputed, hasPlan }: ScriptOccasion): ScriptTopic {
  if (helpAsked) return 'hardship';
  if (disputed) return 'dispute';
  if (reasons.includes('work.broken')) return 'brokenPromise';
  if (hasPlan) return 'paymentArrangement';
  return reasons.includes('work.never') ? 'firstCall' : 'followUp';
}

/** @returns a script in two: its first paragraph, which is said to whoever answers, and what is only said to the debtor. */
export function partsOfScript(text: string): { opening: string; rest: string } {
  const [opening = '', ...rest] = text.trim().split(/\n\s*\n/);
  return { opening, rest: rest.join('\n\n') };
}
