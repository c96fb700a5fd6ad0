/** The part of the kills in which strategies, code, workflows, reactions and messages run together. */
import { killTogether, type TogetherInput, togetherOf } from '../server/services/reactions/reactions.together.testing.ts';

/** Runs it, and prints how often everything was. @returns whether something was not as often as it has to be */
export async function showTogether(input: TogetherInput): Promise<boolean> {
  const counted = await killTogether(input);
  const expected = togetherOf(input.claims);
  const wrong = Object.keys(expected).filter((name) => counted[name] !== expected[name]);
  const shown = Object.entries(counted).map(([name, number]) => `${number} ${name}`);
  console.log(`  ${input.claims} claims through everything together`);
  console.log(`    ${shown.join(', ')}`);
  for (const name of wrong) console.log(`    ${name}: ${counted[name]} instead of ${expected[name]}`);
  return wrong.length > 0;
}
