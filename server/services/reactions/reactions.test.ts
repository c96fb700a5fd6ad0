/** Rules that answer events: saved through the API, fired by the follower of the log, explained afterwards. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant } from '../../../core/time.ts';
import type { DecidedStep } from '../../../engine/reactions/decide.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { addBundle } from '../cms/cms.testing.ts';
import { end, openStrategyHouse, type StrategyHouse, type TestClaim, wait } from '../strategy/strategy.testing.ts';
import { tellOfDue } from './reactions.due.logic.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
  await house.inA((tx) => addBundle(tx, 'thanks', { source: 'Thank you for {{ reaction.amount }} {{ reaction.currency }}.' }));
});
afterAll(() => house.close());
beforeEach(async () => {
  house.rewind();
  await house.database.owner.query('delete from reaction_rule; delete from event_follower; delete from event_followed');
});

interface Rule {
  reactionId: string;
  revision: number;
  position: number;
  isEnabled: boolean;
  field: string | null;
  days: number | null;
  messageType: string;
}
const RULE = 'reactionId revision position isEnabled field days messageType';
const api = async <Data>(document: string, variables: object = {}, token?: string) =>
  house.call<Data>('reactions', document, { clientId: house.clientA, ...variables }, token);

const step = (type: string, parameters: object = {}) => ({ id: type, type, parameters: JSON.stringify(parameters) });
const task = step('createCaseManagementTask', { topicId: 'general' });
const mail = step('sendEmail', { bundleName: 'thanks' });
const mark = (values: object) => step('setClaimMetaFields', { values });
async function save(reaction: object, accountId: string | null = null): Promise<Rule> {
  const name = 'reactionId' in reaction ? 'updateReaction' : 'addReaction';
  const data = await api<Record<string, Rule>>(
    `mutation ($clientId: ID!, $accountId: ID, $reaction: ReactionInput!) { ${name}(clientId: $clientId, accountId: $accountId, reaction: $reaction) { ${RULE} } }`,
    { accountId, reaction },
  );
  return data[name]!;
}
const onClick = (...reactions: object[]) => ({ displayName: 'Clicked', messageType: 'linkClicked', reactions });
const click = { communicationId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e09', bundleName: null, link: 0, first: true };
async function happen(claim: TestClaim, messageType = 'linkClicked', payload: object = click): Promise<string> {
  const [event] = await house.event(claim, messageType, payload);
  await drainJobs(house.database);
  return event!.messageId;
}
const wholeAccount = ({ accountId }: TestClaim) => ({ accountId, externalClaimRef: null as never });
const eventsOf = ({ accountId }: TestClaim, messageType: string) =>
  house.inA((tx) =>
    tx.sql<{ payload: Record<string, unknown>; actor_type: string }>(
      'select payload, actor_type from event where account_id = $1 and message_type = $2 order by message_id',
      [accountId, messageType],
    ),
  );
const explain = async (messageId: string) =>
  (
    await api<{ explainReactions: { reactionId: string; fired: boolean; why: { key: string } }[] }>(
      'query ($clientId: ID!, $messageId: ID!) { explainReactions(clientId: $clientId, messageId: $messageId) { reactionId fired why } }',
      { messageId },
    )
  ).explainReactions.map(({ fired, why }) => [fired, why.key]);

describe('a rule that fires', () => {
  it('does its steps once, tells of it with its reason, and says so when asked', async () => {
    const claim = await house.newClaim();
    await save(onClick(mark({ clicked: true }), task));
    await save({ ...onClick(task), messageType: 'paymentSettled' });
    const messageId = await happen(claim);
    await drainJobs(house.database);
    const [fired] = await eventsOf(claim, 'reactionFired');
    expect(fired).toMatchObject({
      actor_type: 'reaction',
      payload: { depth: 1, why: { key: 'reaction.fired' }, steps: [{ outcome: 'done' }, { outcome: 'done' }] },
    });
    expect([await eventsOf(claim, 'reactionFired'), await eventsOf(claim, 'taskCreated')].map((events) => events.length)).toEqual([1, 1]);
    expect(await explain(messageId)).toEqual([
      [true, 'reaction.fired'],
      [false, 'reaction.otherEvent'],
    ]);
  });

  it('acts on all open claims of an event’s account, and once on the account', async () => {
    const claim = await house.newClaim();
    const sibling = await house.newClaim(claim.accountId);
    await save(onClick(mark({ clicked: true }), task, mail));
    await happen(wholeAccount(claim));
    expect(await eventsOf(claim, 'claimMetaChanged')).toHaveLength(2);
    expect(await eventsOf(claim, 'taskCreated')).toHaveLength(1);
    expect([...(await house.queued(claim)), ...(await house.queued(sibling))]).toHaveLength(1);
  });

  it('starts, pauses, resumes, replaces and stops strategies', async () => {
    const [long, other] = [await house.saved([wait('w', 9, 'end'), end]), await house.saved([wait('w', 5, 'end'), end])];
    const claim = await house.newClaim();
    const statusAfter = async (...steps: object[]) => {
      await house.database.owner.query('delete from reaction_rule');
      await save(onClick(...steps));
      await happen(claim);
      const { status, blueprintId } = await house.current(claim);
      return [status, blueprintId];
    };
    expect((await statusAfter(step('startRun', { blueprintId: long })))[1]).toBe(long);
    expect((await statusAfter(step('pauseRun')))[0]).toBe('paused');
    expect((await statusAfter(step('resumeRun')))[0]).not.toBe('paused');
    expect((await statusAfter(step('replaceRun', { blueprintId: other })))[1]).toBe(other);
    expect((await statusAfter(step('stopRun')))[0]).toBe('stopped');
  });

  it('queues a message that the gate puts off, with what the event said, and tells of one that it refuses', async () => {
    const [promised, deceased] = [await house.newClaim(), await house.newClaim()];
    await house.inA((tx) =>
      tx.sql(`update claim set promised_until = '2026-03-10' where external_claim_ref = $1`, [promised.externalClaimRef]),
    );
    await house.inA((tx) => tx.sql('update debtor set deceased = true where account_id = $1', [deceased.accountId]));
    const paid = {
      paymentId: click.communicationId,
      amount: '12.00',
      currency: 'EUR',
      providerName: 'stripe',
      method: 'card',
      claimRefs: [],
    };
    await save({ messageType: 'paymentSettled', providerName: 'stripe', reactions: [mail] });
    for (const claim of [promised, deceased]) await happen(claim, 'paymentSettled', paid);
    expect(await house.queued(promised)).toHaveLength(1);
    const [row] = await house.inA((tx) =>
      tx.sql<{ event: object }>(`select request -> 'event' as event from outbox where account_id = $1`, [promised.accountId]),
    );
    expect(row?.event).toMatchObject({ messageType: 'paymentSettled', amount: '12.00' });
    expect(await house.queued(deceased)).toEqual([]);
    expect(await eventsOf(deceased, 'contactDenied')).toMatchObject([{ actor_type: 'reaction', payload: { rule: 'deceased' } }]);
  });

  it('finds what a rule before it did', async () => {
    const claim = await house.newClaim();
    await save(onClick(mark({ stage: 2 })));
    await save({ ...onClick(task), condition: { metafield: 'stage', operation: '=', metavalue: 2 } });
    const messageId = await happen(claim);
    expect(await explain(messageId)).toEqual([
      [true, 'reaction.fired'],
      [true, 'condition.true'],
    ]);
  });

  it('works out values for its later steps, and ends where code says no or fails', async () => {
    const [first, second, other] = [await house.newClaim(), await house.newClaim(), await house.newClaim()];
    const sibling = await house.newClaim(first.accountId);
    await house.inA((tx) =>
      tx.sql(`update claim set balance = 4000, due_date = '2026-01-01' where external_claim_ref = $1`, [first.externalClaimRef]),
    );
    await house.inA((tx) => tx.sql('update claim set balance = 666 where external_claim_ref = $1', [other.externalClaimRef]));
    const tree = await house.newTree('Tone of a reaction', 'friendly');
    const asked = step('executeDecisionTree', { treeId: tree.id, outcomeName: 'tone' });
    const source =
      'if (claim.balance === 666) throw new Error("no"); return { result: claim.balance > 5000, values: { half: claim.balance / 2 } };';
    const code = step('evaluateCode', { code: source });
    await expect(save(onClick(asked, mail))).rejects.toThrow('Decision tree not found');
    await tree.publish();
    await save(onClick(step('setValues', { values: { limit: 3 } }), code, asked, mail, mark({ asked: true })));
    await happen(wholeAccount(first));
    await house.event(second, 'linkClicked', click);
    await happen(other);
    const sent = async (claim: TestClaim) =>
      house.inA((tx) =>
        tx.sql<{ ref: string; values: object }>(
          `select external_claim_ref as ref, request -> 'values' as values from outbox where account_id = $1`,
          [claim.accountId],
        ),
      );
    const values = { limit: 3, half: 5000, tone: 'pursue', letter: 'pursue-letter' };
    expect(await sent(first)).toEqual([{ ref: sibling.externalClaimRef, values }]);
    expect(await sent(second)).toEqual([{ ref: second.externalClaimRef, values }]);
    expect(await sent(other)).toEqual([]);
    expect(await eventsOf(first, 'claimMetaChanged')).toHaveLength(1);
    const steps = async (claim: TestClaim) =>
      ((await eventsOf(claim, 'reactionFired'))[0]!.payload.steps as DecidedStep[]).map(
        ({ stepType, outcome, why }) => `${stepType} ${outcome} ${why?.key ?? ''}`,
      );
    expect((await steps(first)).slice(0, 2)).toEqual(['setValues done ', 'evaluateCode no step.codeNo']);
    expect(await steps(other)).toEqual(['setValues done ', 'evaluateCode failed step.codeFailed']);
    const remove = 'mutation ($clientId: ID!, $treeId: ID!) { deleteDecisionTree(clientId: $clientId, treeId: $treeId) }';
    await expect(house.call('decision', remove, { clientId: house.clientA, treeId: tree.id })).rejects.toThrow('Reactions still use this');
  });

  it('and whose step is refused costs nobody else their turn', async () => {
    const [claim, other] = [await house.newClaim(), await house.newClaim()];
    const masked = await house.saved([{ id: 'x', stepType: 'dummy', stepState: { mask: 'rcs' }, down: null }]);
    await save(onClick(step('startRun', { blueprintId: masked })), claim.accountId);
    await save(onClick(task));
    await house.event(claim, 'linkClicked', click);
    await happen(other);
    expect(await eventsOf(claim, 'reactionFired')).toMatchObject([{ payload: {} }, { payload: { why: { key: 'reaction.failed' } } }]);
    expect(await eventsOf(other, 'taskCreated')).toHaveLength(1);
  });
});

describe('a rule that does not fire', () => {
  it('says the first thing that differs', async () => {
    const [claim, stranger] = [await house.newClaim(), await house.newClaim()];
    const early = await happen(claim);
    house.clock.time = instant(house.clock.time + HOUR);
    const { reactionId } = await save(onClick(task));
    await save({ ...onClick(task), condition: { metafield: 'vip', operation: '=', metavalue: true } });
    await save(onClick(task), stranger.accountId);
    expect((await explain(early))[0]).toEqual([false, 'reaction.later']);
    await api(
      'mutation ($clientId: ID!, $reactionId: ID!) { setReactionEnabled(clientId: $clientId, reactionId: $reactionId, enabled: false) { reactionId } }',
      {
        reactionId,
      },
    );
    expect(await explain(await happen(claim))).toEqual([
      [false, 'reaction.disabled'],
      [false, 'condition.missing'],
    ]);
    expect(await eventsOf(claim, 'reactionFired')).toEqual([]);
  });

  it('is not allowed by the client’s configuration', async () => {
    const claim = await house.newClaim();
    await save(onClick(task));
    const allow = (names: string | null) =>
      house.database.owner.query('update client set allowed_reactions = $1::jsonb where client_id = $2', [names, house.clientA]);
    await allow('["stopRun"]');
    expect(await explain(await happen(claim))).toEqual([[false, 'reaction.notAllowed']]);
    await expect(save(onClick(task))).rejects.toThrow('doesn’t allow this step');
    await allow(null);
  });

  it('is the eleventh of a chain, and one event says so', async () => {
    const claim = await house.newClaim();
    await save({
      messageType: 'customTriggerFired',
      triggerName: 'again',
      reactions: [step('executeCustomTrigger', { trigger: 'again', values: {} })],
    });
    await happen(claim, 'customTriggerFired', { trigger: 'again' });
    expect(await eventsOf(claim, 'reactionFired')).toHaveLength(10);
    expect(await eventsOf(claim, 'reactionChainStopped')).toMatchObject([{ payload: { why: { key: 'reaction.chain' } } }]);
  });

  it('has fired twenty times on the account within the hour', async () => {
    const claim = await house.newClaim();
    await save(onClick(mark({ clicked: true })));
    for (let count = 0; count < 22; count++) await house.event(claim, 'linkClicked', click);
    await drainJobs(house.database);
    expect(await eventsOf(claim, 'reactionFired')).toHaveLength(20);
    expect(await eventsOf(claim, 'reactionChainStopped')).toMatchObject([{ payload: { why: { key: 'reaction.tooOften' } } }]);
    house.clock.time = instant(house.clock.time + 2 * HOUR);
    await happen(claim);
    expect(await eventsOf(claim, 'reactionFired')).toHaveLength(21);
  });
});

describe('due dates', () => {
  it('are told of so many days before, once, anew when they move, and never late', async () => {
    const claim = await house.newClaim();
    const promise = (dueDate: string) =>
      house.inA((tx) =>
        tx.sql(
          `insert into promise_to_pay (client_id, promise_to_pay_id, account_id, external_claim_ref, amount, currency, start_date, due_date, requested_by, status, idempotency_key, created_at, updated_at)
           values ($1, '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e02', $2, $3, 5000, 'EUR', '2026-03-01', $4, 'debtor', 'active', 'p', now(), now())
           on conflict (client_id, promise_to_pay_id) do update set due_date = excluded.due_date`,
          [tx.clientId, claim.accountId, claim.externalClaimRef, dueDate],
        ),
      );
    await save({ messageType: 'promiseDue', daysBeforeDueDate: 3, reactions: [task] });
    const told = async () => {
      await house.inA(tellOfDue);
      return (await eventsOf(claim, 'promiseDue')).map(({ payload }) => payload.dueDate);
    };
    await promise('2026-03-06');
    expect([await told(), await told()]).toEqual([['2026-03-06'], ['2026-03-06']]);
    await promise('2026-03-08');
    // No worker ran on the fifth, three days before.
    house.clock.time = instant(house.clock.time + 3 * DAY);
    expect(await told()).toEqual(['2026-03-06']);
    await promise('2026-03-09');
    expect(await told()).toEqual(['2026-03-06', '2026-03-09']);
    await drainJobs(house.database);
    expect(await eventsOf(claim, 'taskCreated')).toHaveLength(2);
  });
});

describe('the lists', () => {
  const list = async (name: string, more: object = {}) =>
    (
      await api<Record<string, Rule[]>>(
        `query ($clientId: ID!${'accountId' in more ? ', $accountId: ID' : ''}) { ${name}(clientId: $clientId${'accountId' in more ? ', accountId: $accountId' : ''}) { ${RULE} } }`,
        more,
      )
    )[name]!;

  it('show the client’s rules in their order, once per field and days, without hidden ones, and an account’s by themselves', async () => {
    const claim = await house.newClaim();
    const pairs = [
      { field: 'dueDate', days: 3 },
      { field: 'dueDate', days: 7 },
      { field: 'dueDate', days: 3 },
    ];
    const first = await save(onClick({ ...mail, parameters: JSON.stringify({ bundleName: 'thanks', pairs }) }));
    const second = await save(onClick(task));
    const own = await save(onClick(task), claim.accountId);
    await house.inA((tx) =>
      tx.sql(
        `insert into reaction_rule select client_id, gen_random_uuid(), null, 9, true, 'planProlonged', rule, active_since, 1, updated_at from reaction_rule where reaction_id = $1`,
        [second.reactionId],
      ),
    );
    expect((await list('getClientReactions')).map(({ reactionId, days }) => [reactionId, days])).toEqual([
      [first.reactionId, 3],
      [first.reactionId, 7],
      [second.reactionId, null],
    ]);
    expect((await list('getReactions', { accountId: claim.accountId })).map(({ reactionId }) => reactionId)).toEqual([own.reactionId]);
    expect(await list('getReactions')).toHaveLength(3);
  });

  it('take another order, which names each rule once', async () => {
    const rules = [await save(onClick(task)), await save(onClick(mail))];
    const order = (reactionIds: string[]) =>
      api<{ setReactionOrder: Rule[] }>(
        'mutation ($clientId: ID!, $reactionIds: [ID!]!) { setReactionOrder(clientId: $clientId, reactionIds: $reactionIds) { reactionId } }',
        { reactionIds },
      );
    const ids = rules.map(({ reactionId }) => reactionId);
    expect((await order([...ids].reverse())).setReactionOrder.map(({ reactionId }) => reactionId)).toEqual([...ids].reverse());
    await expect(order([ids[0]!])).rejects.toThrow('every reaction exactly once');
  });

  it('find and replace content; what is used is not deleted', async () => {
    const rule = await save(onClick(mail));
    const types = async (content: string) =>
      (
        await api<{ getReactionMessageTypesByContent: string[] }>(
          'query ($clientId: ID!, $content: String!) { getReactionMessageTypesByContent(clientId: $clientId, content: $content) }',
          { content },
        )
      ).getReactionMessageTypesByContent;
    expect(await types('thanks')).toEqual(['linkClicked']);
    const { replaceReactionsContent: changed } = await api<{ replaceReactionsContent: Rule[] }>(
      'mutation ($clientId: ID!) { replaceReactionsContent(clientId: $clientId, oldContent: "thanks", newContent: "thank-you") { reactionId revision } }',
    );
    expect(changed).toEqual([{ reactionId: rule.reactionId, revision: 2 }]);
    expect([await types('thanks'), await types('thank-you')]).toEqual([[], ['linkClicked']]);
    const [used, next] = [await house.saved([end]), await house.saved([end])];
    await save(onClick(step('startRun', { blueprintId: used })));
    const flow = async (blueprintId: string) =>
      (
        await house.ask<{ getStrategyFlow: { previousReactions: { stepIds: string[] }[] } }>(
          'query ($clientId: ID!, $blueprintId: ID!) { getStrategyFlow(clientId: $clientId, blueprintId: $blueprintId) { previousReactions { stepIds } } }',
          { blueprintId },
        )
      ).getStrategyFlow.previousReactions;
    expect(await flow(used)).toEqual([{ stepIds: ['startRun'] }]);
    const remove = (replacementBlueprintId: string | null) =>
      house.ask(
        'mutation ($clientId: ID!, $blueprintId: ID!, $replacementBlueprintId: ID) { deleteStrategyBlueprint(clientId: $clientId, blueprintId: $blueprintId, replacementBlueprintId: $replacementBlueprintId) { id } }',
        {
          blueprintId: used,
          replacementBlueprintId,
        },
      );
    await expect(remove(null)).rejects.toThrow('Reactions still use this: “Clicked”');
    await remove(next);
    expect(await flow(next)).toHaveLength(1);
  });
});

it('asks a step that fires a declared trigger for its fields', async () => {
  await house.ask(
    'mutation ($clientId: ID!) { saveCustomTrigger(clientId: $clientId, name: "hearing", fields: [{ name: "day", type: date, required: true }]) { name } }',
    {},
  );
  const firing = (values: object) => onClick(task, step('executeCustomTrigger', { trigger: 'hearing', values }));
  await expect(save(firing({}))).rejects.toThrow('This field is required');
  await save(firing({ day: '2026-04-01' }));
});

it('refuses what is wrong, all of it at once, and a change over somebody else’s', async () => {
  const wrong = {
    messageType: 'claimImported',
    triggerName: 'x',
    reactions: [step('delay'), { ...step('sendEmail'), parameters: '[' }, { ...step('sendSMS'), id: 'c' }],
  };
  const answer = await house.raw(
    'reactions',
    'mutation ($clientId: ID!, $reaction: ReactionInput!) { addReaction(clientId: $clientId, reaction: $reaction) { reactionId } }',
    { clientId: house.clientA, reaction: wrong },
    await house.tokenFor(house.clientA),
  );
  const fields = ((answer.errors?.[0]?.extensions?.fields ?? []) as { field: string }[]).map(({ field }) => field);
  expect(fields.sort()).toEqual([
    'reaction.messageType',
    'reaction.reactions.0.type',
    'reaction.reactions.1.parameters',
    'reaction.reactions.2.parameters.bundleName',
    'reaction.triggerName',
  ]);
  const { reactionId, revision } = await save(onClick(task));
  await save({ ...onClick(mail), reactionId, revision });
  await expect(save({ ...onClick(task), reactionId, revision })).rejects.toThrow('Someone else changed');
});
