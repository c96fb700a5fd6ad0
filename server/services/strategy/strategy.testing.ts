/** What tests of strategies share: a house whose clock they set, claims to run, the commands and questions of the API, and short steps. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, instant } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { useClock } from '../../platform/clock.ts';
import { appendAnyEvents } from '../../platform/events.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { advanceDue } from './strategy.engine.logic.ts';
import { mountStrategyUploads } from './strategy.upload.ts';

/** A Tuesday, 11:00 in Berlin. */
const TUESDAY = instant('2026-03-03T10:00:00Z');

export interface TestClaim {
  accountId: Uuid;
  externalClaimRef: string;
}

export interface Current {
  runId: Uuid;
  blueprintId: Uuid;
  version: number;
  currentVersion: number;
  status: string;
  resumable: boolean;
  reason: { key: string } | null;
  currentStep: { stepId: string; wakeAt: string | null } | null;
  nextSteps: { stepId: string; at: string; outcome: string }[];
  history: {
    messageType: string;
    stepId: string | null;
    outcome: string | null;
    why: { key: string; values: Record<string, unknown> } | null;
    at: string;
  }[];
}

/** The decided steps with their outcome, oldest first. */
export const stepsOf = ({ history }: Current) =>
  history
    .filter((item) => item.stepId)
    .map((item) => `${item.stepId}:${item.outcome}`)
    .reverse();
export const email = (id: string, down: string | null): TreeStep => ({
  id,
  stepType: 'sendEmail',
  stepState: { bundleName: 'reminder' },
  down,
});
export const wait = (id: string, days: number, down: string | null): TreeStep => ({ id, stepType: 'delay', stepState: { days }, down });
export const end: TreeStep = { id: 'end', stepType: 'expired', stepState: {} };
export const bigClaim = (id: string, left: string | null, right: string | null): TreeStep => ({
  id,
  stepType: 'evaluateIfCondition',
  stepState: { mode: 'advanced', expression: 'claimBalance >= money("50.00", "EUR")' },
  left,
  right,
});

export type StrategyHouse = Awaited<ReturnType<typeof openStrategyHouse>>;

/** Opens the house on a Tuesday morning; a test moves `clock.time`. */
export async function openStrategyHouse() {
  const clock: { time: Instant } = { time: TUESDAY };
  const house: TestHouse = await openTestHouse((app, { database }) => mountStrategyUploads(app, { database }));
  const restoreClock = useClock(() => clock.time);
  let claims = 0;

  async function newClaim(account?: Uuid): Promise<TestClaim> {
    const accountId = account ?? uuidv7();
    const number = ++claims;
    const externalClaimRef = `R-${number}`;
    await house.inA(async (tx) => {
      if (!account) {
        const debtorId = uuidv7();
        await tx.sql(
          `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $4)`,
          [tx.clientId, accountId, `A-${number}`, new Date(clock.time)],
        );
        await tx.sql(
          `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name) values ($1, $2, $3, $4, 'person', 'Muster')`,
          [tx.clientId, accountId, debtorId, `D-${number}`],
        );
        await tx.sql(
          `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, 'email', $4, $4, $5)`,
          [tx.clientId, accountId, debtorId, `d${number}@debtor.example`, new Date(clock.time)],
        );
      }
      await tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
         values ($1, $2, $3, 'EUR', 10000, 10000, '2026-02-01', $4, $4)`,
        [tx.clientId, externalClaimRef, accountId, new Date(clock.time)],
      );
    });
    return { accountId, externalClaimRef };
  }

  const call = <Data>(document: string, variables: object) =>
    house.call<Data>('strategy', document, { clientId: house.clientA, ...variables });

  async function save(steps: TreeStep[], id = 'new', more: object = {}) {
    const { saveStrategyBlueprint: saved } = await call<{
      saveStrategyBlueprint: {
        blueprint: { id: Uuid; version: number; displayName: string } | null;
        problems: { stepId: string; severity: string; key: string; values?: Record<string, unknown> }[];
      };
    }>(
      `mutation ($clientId: ID!, $id: ID!, $steps: String!, $displayName: String, $expectedVersion: Int, $previewId: ID) {
        saveStrategyBlueprint(clientId: $clientId, id: $id, steps: $steps, displayName: $displayName, expectedVersion: $expectedVersion, previewId: $previewId) {
          blueprint { id version displayName previewUrl } problems { stepId severity key values } } }`,
      { id, steps: JSON.stringify(steps), ...more },
    );
    return saved;
  }

  async function saved(steps: TreeStep[], id = 'new', more: object = {}): Promise<Uuid> {
    const { blueprint, problems } = await save(steps, id, more);
    if (!blueprint) throw new Error(JSON.stringify(problems));
    return blueprint.id;
  }

  async function command(name: string, claims: TestClaim[], blueprintId?: Uuid): Promise<{ done: number; skipped: number }> {
    const data = await call<Record<string, { done: number; skipped: number }>>(
      `mutation ($clientId: ID!, $refs: [String!]!${blueprintId ? ', $blueprintId: ID!' : ''}) {
        ${name}(clientId: $clientId, externalClaimRefs: $refs${blueprintId ? ', blueprintId: $blueprintId' : ''}) { done skipped } }`,
      { refs: claims.map((claim) => claim.externalClaimRef), blueprintId },
    );
    return data[name]!;
  }

  async function current({ externalClaimRef }: TestClaim): Promise<Current> {
    const data = await call<{ getCurrentStrategy: Current }>(
      `query ($clientId: ID!, $ref: String!) { getCurrentStrategy(clientId: $clientId, externalClaimRef: $ref) {
        runId blueprintId version currentVersion status resumable reason { key values } currentStep { stepId wakeAt } nextSteps { stepId at outcome }
        history { messageType stepId outcome why { key values } at } } }`,
      { ref: externalClaimRef },
    );
    return data.getCurrentStrategy;
  }

  /** A tree by the claim's balance: below 50 the outcome, below 500 "pursue", each with the value `letter`; above, none. */
  async function newTree(name: string, smallOutcome: string): Promise<{ id: Uuid; version: number; publish: () => Promise<unknown> }> {
    const leaf = (id: string, outcome: string, condition: object) => ({
      id,
      name: id,
      children: [],
      outcome,
      values: { letter: `${outcome}-letter` },
      ...condition,
    });
    const given = {
      name,
      columns: [{ variable: 'claimBalance', operation: '<', value: '50.00' }],
      root: {
        id: 'root',
        name: 'root',
        children: [
          leaf('small', smallOutcome, { variable: 'claimBalance', operation: '<', value: '50.00' }),
          leaf('large', 'pursue', { variable: 'claimBalance', operation: '<', value: '500.00' }),
        ],
      },
    };
    const { upsertDecisionTree: saved } = await house.call<{ upsertDecisionTree: { id: Uuid; version: number } }>(
      'decision',
      'mutation ($clientId: ID!, $tree: JSON!) { upsertDecisionTree(clientId: $clientId, tree: $tree) { id version } }',
      { clientId: house.clientA, tree: given },
    );
    const publish = () =>
      house.call(
        'decision',
        'mutation ($clientId: ID!, $treeId: ID!, $version: Int!) { publishDecisionTree(clientId: $clientId, treeId: $treeId, version: $version) { id } }',
        {
          clientId: house.clientA,
          treeId: saved.id,
          version: saved.version,
        },
      );
    return { ...saved, publish };
  }

  const advance = () => advanceDue(house.database, house.clientA);
  const event = (claim: TestClaim, messageType: string, payload = {}) =>
    house.inA((tx) => appendAnyEvents(tx, [{ messageType, ...claim, payload }]));
  async function queued(claim: TestClaim): Promise<string[]> {
    return (
      await house.inA((tx) =>
        tx.sql<{ key: string }>('select key from outbox where external_claim_ref = $1 order by created_at', [claim.externalClaimRef]),
      )
    ).map((row) => row.key);
  }

  return {
    ...house,
    clock,
    newClaim,
    newTree,
    /** Calls the strategy service as client A. */
    ask: call,
    save,
    saved,
    command,
    current,
    advance,
    event,
    queued,
    /** Puts the clock back to the Tuesday; for before each test. */
    rewind: () => {
      clock.time = TUESDAY;
    },
    close: async () => {
      restoreClock();
      await house.close();
    },
  };
}
