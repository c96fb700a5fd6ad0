/**
 * What the test and the measurement of random strategies share: strategies of every step type, decision trees, workflows and rules are saved, read
 * and run on Postgres, some of them wrong in places. Whatever happens is an outcome with a reason; an exception that is none is what this finds.
 */
import { isDeepStrictEqual } from 'node:util';
import { AWAITED_EVENTS } from '../../../core/events/awaited.ts';
import { EVENTS } from '../../../core/events/events.ts';
import { Fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { DAY, HOUR } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { type KnownNames, pick, type Random, randomRule, randomStrategy, spoil } from '../../../engine/random.testing.ts';
import { stepDefinitions } from '../../../engine/steps.ts';
import { compiledOf, facts, runOf, surroundings } from '../../../engine/testing.ts';
import { treeKey } from '../../../engine/trees/ref.ts';
import { randomOf, randomTree } from '../../../engine/trees/testing.ts';
import type { DecisionTree } from '../../../engine/trees/tree.ts';
import { randomPhases } from '../../../engine/workflows/workflows.testing.ts';
import { useClock } from '../../platform/clock.ts';
import { type AnyEvent, appendAnyEvents } from '../../platform/events.ts';
import { follow } from '../../platform/follow.ts';
import { logger } from '../../platform/log.ts';
import { unstorableText } from '../../platform/refusedData.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { addBundle } from '../cms/cms.testing.ts';
import { loadTrees } from '../decision/decision.compiled.logic.ts';
import { saveTree } from '../decision/decision.logic.ts';
import { findTree } from '../decision/decision.read.logic.ts';
import { publishTree } from '../decision/decision.status.logic.ts';
import { findBlueprint, saveBlueprint } from '../strategy/strategy.blueprint.logic.ts';
import { advanceDue } from '../strategy/strategy.engine.logic.ts';
import { startRuns, stopRuns } from '../strategy/strategy.runs.logic.ts';
import { savedSteps } from '../strategy/strategy.steps.ts';
import { saveTrigger } from '../strategy/strategy.trigger.logic.ts';
import { advanceWorkflows } from '../workflows/workflows.advance.logic.ts';
import { findBlueprint as findWorkflow, saveBlueprint as saveWorkflow } from '../workflows/workflows.blueprint.logic.ts';
import { addRule, deleteRule } from './reactions.edit.logic.ts';
import type { ReactionInput } from './reactions.graphql.ts';
import { readRules } from './reactions.rules.logic.ts';
import '../../services.ts';

/** Strategies of one round, each with a tree and a claim of its own. */
const ROUND = 250;
const RULES = 40;
const WORKFLOWS = 25;
const OF_WORKFLOWS = { roles: ['AGENT', 'SUPERVISOR'], usernames: ['nobody@test.example'], bundles: ['reminder'] };
/** Names that later steps may use: those of the last rounds. */
const REMEMBERED = 150;
/** How much time goes by between two looks, ms. */
const JUMPS = [0, HOUR, DAY, 8 * DAY, 40 * DAY, 400 * DAY, 4_000 * DAY];

export interface RandomCounts {
  /** How often each outcome was, e.g. "strategy saved", "tree refused: treeLarge", "run completed", "step sendEmail:done". */
  readonly outcomes: Map<string, number>;
  /** What was thrown that is no reason, and what was read back otherwise than it was saved. */
  readonly exceptions: string[];
}

/** @param count strategies, and as many trees */
export async function runRandom(
  database: Database,
  clientId: Uuid,
  { count, seed }: { count: number; seed: number },
): Promise<RandomCounts> {
  const random = randomOf(seed);
  const outcomes = new Map<string, number>();
  const exceptions: string[] = [];
  const begun = Date.now();
  const clock = { passed: 0 };
  const restoreClock = useClock(() => begun + clock.passed);
  const { error: logError } = logger;
  // What background work could not do it logs, and goes on.
  logger.error = ((about: { error?: Error }, text: string) =>
    exceptions.push(`${text}: ${about.error?.stack ?? ''}`)) as unknown as typeof logger.error;
  const work: Work = {
    random,
    database,
    clientId,
    clock,
    begun,
    known: await seedNames(database, clientId),
    note: (outcome, more = 1) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + more),
    wrong: (text) => exceptions.push(text),
  };
  try {
    for (let done = 0; done < count; done += ROUND) {
      await round(work, done, Math.min(ROUND, count - done));
    }
  } finally {
    logger.error = logError;
    restoreClock();
  }
  return { outcomes, exceptions };
}

interface Work {
  readonly random: Random;
  readonly database: Database;
  readonly clientId: Uuid;
  readonly clock: { passed: number };
  readonly begun: number;
  readonly known: { -readonly [Kind in keyof KnownNames]: string[] };
  readonly note: (outcome: string, more?: number) => void;
  readonly wrong: (text: string) => void;
}

const inWork = <Result>({ database, clientId }: Work, run: (tx: Tx) => Promise<Result>) => inClient(database, clientId, run);

/** Notes what a command came to. @returns its result; null when it was refused, or failed */
async function attempt<Result>(work: Work, kind: string, given: unknown, run: (tx: Tx) => Promise<Result>): Promise<Result | null> {
  try {
    return await inWork(work, run);
  } catch (error) {
    const said = error instanceof Fault ? error : unstorableText(error);
    if (said) work.note(`${kind} refused: ${said.words.key}`);
    else work.wrong(`${kind}: ${(error as Error).stack}\n${JSON.stringify(given).slice(0, 600)}`);
    return null;
  }
}

async function seedNames(database: Database, clientId: Uuid): Promise<Work['known']> {
  await inClient(database, clientId, async (tx) => {
    await addBundle(tx, 'reminder', { source: 'Please pay {{ claim.balance }}.' });
    for (const name of ['paid-by-phone', 'other']) await saveTrigger(tx, { name, description: '', fields: [] });
  });
  const nothing = uuidv7();
  const partners = [uuidv7(), uuidv7()];
  await inClient(database, clientId, async (tx) => {
    for (const partnerId of partners)
      await tx.sql('insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2::uuid, $2, now(), now())', [
        clientId,
        partnerId,
      ]);
  });
  return {
    email: ['reminder', 'reminder', 'no-such'],
    sms: ['no-such'],
    trees: [nothing],
    workflows: [nothing],
    strategies: [nothing],
    triggers: ['paid-by-phone', 'other', 'no-such'],
    users: [nothing],
    partners: [...partners, nothing],
  };
}

function remember(names: string[], name: string): void {
  names.push(name);
  if (names.length > REMEMBERED) names.shift();
}

/** Most are right; of the others some places are not. */
const maybeSpoiled = <Value>(random: Random, value: Value): Value => (random() < 0.6 ? value : spoil(random, value, 0.02));

async function round(work: Work, done: number, count: number): Promise<void> {
  work.clock.passed = 0;
  const claims = await addClaims(work, done, count);
  const share = (of: number) => Math.ceil((of * count) / ROUND);
  const made = <Value>(number: number, make: () => Value) => Array.from({ length: number }, () => maybeSpoiled(work.random, make()));
  await sideBySide(
    made(count, () => randomTree(work.random)),
    (each) => tree(work, each),
  );
  const workflows = made(share(WORKFLOWS), () => randomPhases(work.random, OF_WORKFLOWS, 0.005));
  await sideBySide(workflows, (phases, n) => workflow(work, `W-${done}-${n}`, JSON.stringify(phases)));
  for (const rule of made(share(RULES), () => randomRule(work.random, work.known)) as unknown as ReactionInput[]) {
    if (!fitsContract(rule)) continue;
    if (await attempt(work, 'rule', rule, (tx) => addRule(tx, null, rule))) work.note('rule saved');
  }
  const strategies = made(count, () => randomStrategy(work.random, work.known));
  await sideBySide(strategies, (steps, n) => strategy(work, steps, claims[n]!.ref));
  for (const jump of JUMPS) {
    work.clock.passed += jump;
    await happen(work, claims);
    try {
      await advanceDue(work.database, work.clientId);
      await advanceWorkflows(work.database, work.clientId);
      await follow(work.database, work.clientId);
    } catch (error) {
      work.wrong(`run: ${(error as Error).stack}`);
    }
  }
  await inWork(work, (tx) =>
    tally(
      tx,
      work,
      claims.map(({ ref }) => ref),
    ),
  );
}

/** What is no rule by its types the contract of the API refuses before anybody reads it. */
function fitsContract(rule: ReactionInput | null): rule is ReactionInput {
  const isText = (value: unknown) => typeof value === 'string';
  if (!isText(rule?.messageType) || !Array.isArray(rule?.reactions)) return false;
  return rule.reactions.every((step) => isText(step?.id) && isText(step?.type) && isText(step?.parameters));
}

/** As many at once as there are connections for. */
async function sideBySide<Item>(items: readonly Item[], run: (item: Item, index: number) => Promise<void>): Promise<void> {
  const waiting = [...items.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next[1], next[0]);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

async function tree(work: Work, made: DecisionTree): Promise<void> {
  const given = { ...made };
  const saved = await attempt(work, 'tree', given, (tx) => saveTree(tx, given));
  if (!saved) return;
  work.note(saved.problems.length > 0 ? 'tree saved with problems' : 'tree saved');
  const read = await inWork(work, (tx) => findTree(tx, saved.id));
  const again = await attempt(work, 'tree', read.tree, (tx) => saveTree(tx, { ...read.tree, id: saved.id }));
  const back = await inWork(work, (tx) => findTree(tx, saved.id));
  if (!again || !isDeepStrictEqual(back.tree, read.tree))
    work.wrong(`tree read back otherwise: ${JSON.stringify(read.tree).slice(0, 2_000)}`);
  const live = await attempt(work, 'tree live', given, (tx) => publishTree(tx, saved.id, saved.version, null));
  if (!live) return;
  remember(work.known.trees, saved.id);
  const ref = { treeId: saved.id, version: null };
  const decided = await attempt(work, 'tree', given, async (tx) => {
    const compiled = (await loadTrees(tx, [ref])).get(treeKey(ref))!;
    return compiled.decide(facts, { ...surroundings, run: runOf(compiledOf(['e', 'expired', {}, {}])) });
  });
  if (decided) work.note(decided.leaf === null ? 'tree decided: no leaf' : 'tree decided: a leaf');
}

async function workflow(work: Work, name: string, phases: string): Promise<void> {
  const saved = await attempt(work, 'workflow', phases, (tx) => saveWorkflow(tx, { id: 'new', name, phases, outcomes: ['Done'] }));
  if (!saved) return;
  work.note('workflow saved');
  remember(work.known.workflows, saved.workflowBlueprintId);
  if (!isDeepStrictEqual(await inWork(work, (tx) => findWorkflow(tx, saved.workflowBlueprintId)), saved)) work.wrong(`workflow: ${phases}`);
}

async function strategy(work: Work, steps: TreeStep[], ref: string): Promise<void> {
  const text = JSON.stringify(steps);
  const saved = await attempt(work, 'strategy', steps, (tx) => saveBlueprint(tx, { id: 'new', steps: text }));
  if (!saved) return;
  const { blueprint, problems } = saved;
  if (!blueprint) return work.note(`strategy refused: ${problems.find(({ severity }) => severity === 'error')!.why.key}`);
  work.note('strategy saved');
  for (const { stepType } of blueprint.steps) work.note(`saved step ${stepType}`);
  const read = await inWork(work, (tx) => findBlueprint(tx, blueprint.id));
  if (!isDeepStrictEqual(read.steps, savedSteps(text))) work.wrong(`strategy read back otherwise: ${text.slice(0, 2_000)}`);
  remember(work.known.strategies, blueprint.id);
  const started = await attempt(work, 'start', steps, (tx) => startRuns(tx, { blueprintId: blueprint.id, externalClaimRefs: [ref] }));
  if (started) work.note('run started', started.done);
}

interface TestedClaim {
  readonly ref: string;
  readonly accountId: Uuid;
}

async function addClaims(work: Work, done: number, count: number): Promise<TestedClaim[]> {
  const claims = Array.from({ length: count }, (_, n) => ({ ref: `X-${done + n + 1}`, accountId: uuidv7() }));
  const at = new Date(work.begun).toISOString();
  await inWork(work, (tx) =>
    tx.sql(
      `with given as (select * from unnest($2::uuid[], $3::text[]) as g (account_id, ref)),
       accounts as (insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at)
         select $1, account_id, 'A' || ref, 'EUR', $4, $4 from given),
       debtors as (insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name)
         select $1, account_id, account_id, 'D' || ref, 'person', 'Name' from given),
       points as (insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
         select $1, account_id, account_id, 'email', lower(ref) || '@debtor.example', lower(ref) || '@debtor.example', $4 from given)
       insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
         select $1, ref, account_id, 'EUR', 10000, 10000, '2026-01-15', $4, $4 from given`,
      [work.clientId, claims.map(({ accountId }) => accountId), claims.map(({ ref }) => ref), at],
    ),
  );
  return claims;
}

/** Something happens to a few of the claims. */
async function happen(work: Work, claims: readonly TestedClaim[]): Promise<void> {
  const events = Array.from({ length: Math.ceil(claims.length / 5) }, (): AnyEvent => {
    const { ref, accountId } = pick(work.random, claims);
    const messageType = pick(work.random, AWAITED_EVENTS);
    return { messageType, accountId, externalClaimRef: ref, payload: EVENTS[messageType].example as AnyEvent['payload'] };
  });
  for (const event of events) await attempt(work, `event ${event.messageType}`, event, (tx) => appendAnyEvents(tx, [event]));
}

/** Counts what the round came to, and leaves nothing running for the next one. */
async function tally(tx: Tx, work: Work, refs: readonly string[]): Promise<void> {
  const rows = await tx.sql<{ outcome: string; number: number }>(
    `select 'run ' || status || coalesce(': ' || (reason ->> 'key'), '') as outcome, count(*)::int as number
     from strategy_run where client_id = $1 and external_claim_ref = any($2::text[]) group by 1`,
    [tx.clientId, refs],
  );
  for (const { outcome, number } of rows) work.note(outcome, number);
  const steps = await tx.sql<{ outcome: string; number: number }>(
    `select 'decided ' || (payload ->> 'stepType') as outcome, count(*)::int as number
     from event where client_id = $1 and external_claim_ref = any($2::text[]) and payload ->> 'stepType' <> '' group by 1`,
    [tx.clientId, refs],
  );
  for (const { outcome, number } of steps) work.note(outcome, number);
  const [fired] = await tx.sql<{ number: number }>(
    `select count(*)::int as number from event where client_id = $1 and external_claim_ref = any($2::text[]) and message_type = 'reactionFired'`,
    [tx.clientId, refs],
  );
  work.note('rule fired', fired!.number);
  await stopRuns(tx, refs);
  await tx.sql(`update workflow set wake_at = null where client_id = $1`, [tx.clientId]);
  for (const { reactionId } of await readRules(tx)) await deleteRule(tx, reactionId);
}

/** @returns the step types that nothing random ran. */
export const neverDecided = ({ outcomes }: RandomCounts): string[] =>
  stepDefinitions.map(({ type }) => type).filter((type) => type !== 'dummy' && !outcomes.has(`decided ${type}`));
