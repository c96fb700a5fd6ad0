/** The communication center: what waits first, what is found, what ends the waiting. */
import { describe, expect, it } from 'vitest';
import { HOUR, instant } from '../../../core/time.ts';
import { type Item, letter, messageFixture, own } from './cms.message.testing.ts';

const fixture = messageFixture();
const { debtor, sent, later, search, knock } = fixture;
const HANDLED = `mutation ($clientId: ID!, $communicationIds: [ID!]!, $handled: Boolean) { setCommunicationsHandled(clientId: $clientId, communicationIds: $communicationIds, handled: $handled) }`;

describe('the communication center', () => {
  it('puts what waits first, the longest waiting on top, pages without repeating, and filters', async () => {
    const { accountId, email } = await debtor({ lastName: 'Sortierer' });
    for (const said of ['eins', 'zwei', 'drei']) {
      await knock('email', letter(email, said));
      fixture.house.clock.time = instant(fixture.house.clock.time + HOUR / 10);
    }
    await sent({ ...own, accountId });
    await fixture.house.drain();
    const all = (await search({ accountId })).results;
    expect(all.map((each) => [each.direction, each.waiting])).toEqual([
      ['inbound', true],
      ['inbound', true],
      ['inbound', true],
      ['outbound', false],
    ]);
    expect(all.map((each) => (each as unknown as { excerpt: string }).excerpt).slice(0, 3)).toEqual(['eins', 'zwei', 'drei']);
    const paged: string[] = [];
    let searchAfter: string | null = null;
    do {
      const page: { searchAfter: string | null; results: Item[] } = await search({ accountId }, { size: 1, searchAfter });
      paged.push(...page.results.map((each) => each.id));
      searchAfter = page.searchAfter;
    } while (searchAfter);
    expect(paged).toEqual(all.map((each) => each.id));
    const mark = (handled: boolean) =>
      fixture.house.raw('cms', HANDLED, { clientId: fixture.house.clientA, communicationIds: [all[0]!.id], handled });
    expect((await mark(true)).data).toEqual({ setCommunicationsHandled: 1 });
    expect((await mark(true)).data).toEqual({ setCommunicationsHandled: 0 });
    expect((await search({ accountId, waiting: true })).results).toHaveLength(2);
    expect((await search({ accountId, direction: 'outbound' })).results).toHaveLength(1);
    expect((await search({ accountId, channels: ['sms'] })).results).toHaveLength(0);
    expect((await search({ accountId, userIds: [fixture.house.userA] })).results).toHaveLength(2);
    expect((await search({ accountId, searchText: 'zwei' })).results).toHaveLength(1);
    expect((await search({ searchText: 'Sortierer' })).results).toHaveLength(4);
    expect((await mark(false)).data).toEqual({ setCommunicationsHandled: 1 });
    expect(
      (await fixture.house.raw('cms', HANDLED, { clientId: fixture.house.clientA, communicationIds: [all[3]!.id] })).errors?.[0]?.extensions
        ?.code,
    ).toBe('NOT_FOUND');
  });

  it('shows noted calls among the messages, and a resolution ends the waiting', async () => {
    const { accountId, email } = await debtor();
    await knock('email', letter(email, 'Bitte rufen Sie an'));
    const [waiting] = (await search({ accountId })).results;
    const save = (communicationRequestId: string | null, communicationMethod: string) =>
      fixture.house.call(
        'operations',
        `mutation ($clientId: ID!, $accountId: ID!, $r: CommunicationResolutionInput!) { saveCommunicationResolutionV2(clientId: $clientId, accountId: $accountId, communicationResolution: $r) { resolutionId } }`,
        {
          clientId: fixture.house.clientA,
          accountId,
          r: {
            communicationMethod,
            outcomeDirection: 'inbound',
            contactOutcome: { category: 'reached', resolution: 'callBack' },
            communicationRequestId,
          },
        },
      );
    await save(waiting!.id, 'email');
    later();
    await save(null, 'phoneCall');
    const items = (await search({ accountId })).results;
    expect(items.map((each) => [each.kind, each.waiting, each.resolution?.resolution])).toEqual([
      ['call', false, 'callBack'],
      ['message', false, 'callBack'],
    ]);
    expect((await search({ accountId, channels: ['phoneCall'] })).results).toHaveLength(1);
  });
});
