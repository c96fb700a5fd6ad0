/** Starter strategies as a client is offered them, and made into strategies of its own. */
import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Locale, toLocale } from '../../../core/locale.ts';
import { toTree } from '../../../engine/graph/tree.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { addStarterMessages } from '../cms/cms.starter.logic.ts';
import { type BlueprintRow, findBlueprint, isNameAvailable, saveBlueprint } from './strategy.blueprint.logic.ts';
import { drawingOf } from './strategy.drawing.ts';
import { STARTER_IDS, STARTER_TEXTS } from './strategy.starters.texts.ts';
import { daysOf, messagesOf, stepsOf } from './strategy.starters.ts';

/** @param wished the reader's language; without one, the client's. */
async function languageOf(tx: Tx, wished: string | null): Promise<Locale> {
  return toLocale(wished ?? (await readClient(tx)).defaultLocale);
}

/** @param wished the reader's language; without one, the client's. @returns the starters in the order in which a claim would meet them. */
export async function listStarters(tx: Tx, wished: string | null) {
  const locale = await languageOf(tx, wished);
  return STARTER_IDS.map((id) => {
    const steps = stepsOf(id, locale);
    const { name, about } = STARTER_TEXTS[locale].starters[id];
    const channels = new Set<string>(messagesOf(id).map(({ channel }) => channel));
    if (steps.some(({ stepType }) => stepType === 'createCaseManagementTask')) channels.add('task');
    return {
      id,
      displayName: name,
      description: about,
      stepCount: steps.length,
      days: daysOf(id),
      channels: [...channels],
      previewUrl: drawingOf(steps),
    };
  });
}

/**
 * Makes a starter the client's own: its messages, where the client has none of that name yet, and a strategy that no claim runs in. Asked again
 * before anybody has changed that strategy, it answers the same one.
 * @param wished language of names and descriptions; without one, the client's. @throws Fault NOT_FOUND
 */
export async function createFromStarter(tx: Tx, starterId: string, wished: string | null, userName: string): Promise<BlueprintRow> {
  const id = STARTER_IDS.find((each) => each === starterId);
  if (!id) throw notFound('starterNotFound');
  const locale = await languageOf(tx, wished);
  // Who asks twice at once comes one after the other.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:starter`]);
  await addStarterMessages(tx, messagesOf(id), locale, userName);
  const { name, category } = STARTER_TEXTS[locale].starters[id];
  const steps = JSON.stringify(toTree(stepsOf(id, locale)));
  const untouched = await findUntouched(tx, steps);
  if (untouched) return untouched;
  const displayName = await freeName(tx, name);
  const { blueprint, problems } = await saveBlueprint(tx, { id: 'new', displayName, categories: [category], steps });
  if (!blueprint) throw new Error(`the starter ${id} can't be saved: ${JSON.stringify(problems)}`);
  return blueprint;
}

/** @returns a strategy of these very steps that was never saved again; the oldest of several. */
async function findUntouched(tx: Tx, steps: string): Promise<BlueprintRow | null> {
  const [row] = await tx.sql<{ id: Uuid }>(
    `select b.blueprint_id as id from strategy_blueprint b join strategy_version v on v.client_id = $1 and v.blueprint_id = b.blueprint_id and v.version = 1
     where b.client_id = $1 and b.current_version = 1 and not b.is_deleted and v.steps = $2::jsonb order by b.created_at limit 1`,
    [tx.clientId, steps],
  );
  return row ? findBlueprint(tx, row.id) : null;
}

/** @returns the name, with a number behind it when another strategy has it. */
async function freeName(tx: Tx, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} ${number}`;
    if (await isNameAvailable(tx, tried)) return tried;
  }
}
