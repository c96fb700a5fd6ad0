import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import { seenBy } from '../../platform/partnerReach.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { refreshOutsourced } from '../account/ground/outsourced.logic.ts';
import { refreshAccounts } from '../account/ground/projection.logic.ts';
import { drainClient } from './cms.delivery.ts';
import { addBundle, addDebtor } from './cms.testing.ts';

// A Friday, 11:00 in Berlin.
let house: TestHouse;
let restore: () => void;
beforeAll(async () => {
  restore = useClock(() => instant('2026-11-20T10:00:00Z'));
  house = await openTestHouse();
});
afterAll(async () => {
  restore();
  await house.close();
});

const PREVIEW = `query ($previewContent: PreviewContentInput!) { previewBundle(previewContent: $previewContent) { subject text html problems { message placeholders } } }`;
const LIST = `query ($clientId: ID!, $context: String!, $events: [String!]) {
  getPlaceholderList(clientId: $clientId, placeholderContext: $context, placeholderSupportedEvents: $events) {
    total results { tag group kind list example eventType eventVersion } } }`;
const VALIDATE = `mutation ($clientId: ID!, $content: String!, $context: String!, $events: [String!]) {
  validateTemplatePlaceholders(clientId: $clientId, templateContent: $content, placeholderContext: $context, placeholderSupportedEvents: $events) {
    valid placeholders problems { key message placeholders } } }`;

interface Listed {
  tag: string;
  group: string;
  kind: string;
  list: string | null;
  example: string;
  eventType: string | null;
  eventVersion: number | null;
}
interface Validation {
  valid: boolean;
  problems: { key: string; message: string; placeholders: string[] }[];
}
const listed = async (context: string, events?: string[]) => {
  const { getPlaceholderList } = await house.call<{ getPlaceholderList: { results: Listed[] } }>('cms', LIST, {
    clientId: house.clientA,
    context,
    events,
  });
  return getPlaceholderList.results;
};
const validate = async (content: string, events?: string[], context = 'email') => {
  const variables = { clientId: house.clientA, content, context, events };
  return (await house.call<{ validateTemplatePlaceholders: Validation }>('cms', VALIDATE, variables)).validateTemplatePlaceholders;
};
const previewed = async (content: string, more: object = {}) => {
  const previewContent = { clientId: house.clientA, contentTemplateType: 'email', locale: 'de_DE', subject: 'x', format: 'text', content };
  const { previewBundle } = await house.call<{ previewBundle: { text: string; html: string; problems: { message: string }[] } }>(
    'cms',
    PREVIEW,
    {
      previewContent: { ...previewContent, ...more },
    },
  );
  return { ...previewBundle, text: previewBundle.text.replaceAll('\u00a0', ' ') };
};

async function addClaims(tx: Tx, accountId: Uuid, name: string, number: number, status = 'open'): Promise<void> {
  await tx.sql(
    `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, total_fees, due_date, product_name, status, created_at, updated_at)
     select $1, $3 || '-' || lpad(n::text, 3, '0'), $2, 'EUR', 10000, 5000 + n, 250, date '2026-10-20' + n, 'Gas', $5, '2026-01-01', '2026-01-01'
     from generate_series(1, $4::int) n`,
    [tx.clientId, accountId, name, number, status],
  );
}

async function addPlan(tx: Tx, accountId: Uuid, claimRefs: string[], status = 'active', amount = 10_000): Promise<void> {
  const planId = uuidv7();
  await tx.sql(
    `insert into instalments_plan (client_id, instalments_plan_id, account_id, claim_refs, amount, currency, interval, status, requested_by, idempotency_key, created_at, updated_at)
     values ($1, $2, $3, $4, 20000, 'EUR', 'monthly', $5, 'Test', $2::uuid::text, '2026-11-01', '2026-11-01')`,
    [tx.clientId, planId, accountId, claimRefs, status],
  );
  await tx.sql(
    `insert into instalment (client_id, instalment_id, instalments_plan_id, position, amount, paid_amount, currency, start_date, due_date, status)
     select $1, gen_random_uuid(), $2, n, $3, 0, 'EUR', '2026-11-01', date '2026-12-01' + (n - 1) * 31, case n when 1 then 'paid' else 'pending' end from generate_series(1, 2) n`,
    [tx.clientId, planId, amount],
  );
}

describe('the list of placeholders', () => {
  it('is of the context, with kinds, and examples as the client’s messages write them', async () => {
    const email = await listed('email');
    expect(email.find(({ tag }) => tag === 'claim.balance')).toMatchObject({ group: 'claim', kind: 'amount', list: null, eventType: null });
    expect(email.find(({ tag }) => tag === 'item.dueDate')).toMatchObject({
      group: 'claims',
      list: 'claims',
      kind: 'day',
    });
    expect(email.filter(({ kind }) => kind === 'list').map(({ tag }) => tag)).toEqual(['claims', 'instalments']);
    const tagsOf = async (context: string) => (await listed(context)).map(({ tag }) => tag);
    expect(email.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['link.unsubscribe', 'strategy.name', 'reaction.amount']));
    expect(await tagsOf('sms')).not.toContain('link.unsubscribe');
    expect(await tagsOf('letter')).toContain('link.pay');
    expect(await tagsOf('call')).not.toContain('link.pay');
    expect(await tagsOf('callScript')).toContain('agent.name');
    expect(await tagsOf('claim landing-page')).not.toContain('reaction.amount');
    expect((await tagsOf('clientLandingPage')).filter((tag) => !tag.startsWith('global.'))).toEqual(['account.creditor', 'message.date']);
    const { errors } = await house.raw('cms', LIST, { clientId: house.clientA, context: 'fax' });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'placeholderContext' });
  });

  it('has the fields of the supported events, each event’s by themselves', async () => {
    const reactions = (await listed('email', ['promiseDue', 'paymentDeclined'])).filter(({ group }) => group === 'reaction');
    expect(reactions.filter(({ tag }) => tag === 'reaction.amount').map(({ eventType }) => eventType)).toEqual([
      'promiseDue',
      'paymentDeclined',
    ]);
    expect(reactions.find(({ tag }) => tag === 'reaction.dueDate')).toMatchObject({
      kind: 'day',
      eventType: 'promiseDue',
      eventVersion: 1,
    });
    expect(reactions.find(({ tag }) => tag === 'reaction.reason')).toMatchObject({
      eventType: 'paymentDeclined',
      example: 'insufficient_funds',
    });
    const { errors } = await house.raw('cms', LIST, { clientId: house.clientA, context: 'email', events: ['paymentDreamt'] });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'placeholderSupportedEvents' });
  });
});

describe('checking a template', () => {
  it('names the events that lack a placeholder', async () => {
    expect(await validate('{{ reaction.amount }} {{ reaction.messageType }}', ['promiseDue', 'paymentDeclined'])).toMatchObject({
      valid: true,
    });
    const { valid, problems } = await validate('Pay\nby {{ reaction.dueDate | day }}', ['promiseDue', 'paymentDeclined', 'paymentSettled']);
    expect(valid).toBe(false);
    expect(problems).toMatchObject([{ key: 'placeholderLacking', placeholders: ['reaction.dueDate'] }]);
    expect(problems[0]?.message).toBe('en_US, line 2, column 7: reaction.dueDate is missing in paymentDeclined, paymentSettled');
    // Without events nobody knows what a message answers, and a trigger says what its fields are.
    expect(await validate('{{ reaction.court }}')).toMatchObject({ valid: true });
    expect(await validate('{{ reaction.values.court | default: "–" }}', ['customTriggerFired'])).toMatchObject({ valid: true });
  });

  it('knows what the context has', async () => {
    expect(await validate('{{ link.unsubscribe }}')).toMatchObject({ valid: true });
    expect(await validate('{{ link.unsubscribe }}', [], 'letter')).toMatchObject({ valid: false });
  });

  it('refuses formats that don’t exist and fields that entries of a list don’t have', async () => {
    for (const [content, message] of [
      ['{{ claim.dueDate | day: "huge" }}', 'short, medium, long'],
      ['{{ claim.dueDate | plus_days: "soon" }}', 'number of days'],
      ['{% for item in claims %}{{ item.colour }}{% endfor %}', 'item.colour'],
      ['{% for item in debts %}{{ item.amount }}{% endfor %}', 'debts'],
    ] as const)
      expect((await validate(content)).problems[0]?.message, content).toContain(message);
  });
});

describe('formats', () => {
  it('write days and amounts in the reader’s language, calculate with them and compare them', async () => {
    // A field that other claims have.
    await house.inA((tx) => addDebtor(tx, { meta: { gone: 'elsewhere' } }));
    const { accountId } = await house.inA((tx) =>
      addDebtor(tx, { meta: { since: '2026-03-01', moment: '2026-03-01T23:30:00Z', price: '9.5' } }),
    );
    const shown = async (content: string, locale = 'de_DE') => (await previewed(content, { accountId, locale })).text;
    expect(await shown('{{ claim.balance }} {{ claim.dueDate }}')).toBe('1.284,60 € 15.10.2026');
    expect(await shown('{{ claim.dueDate | day: "long" }}, {{ claim.dueDate | day: "short" }}')).toBe('15. Oktober 2026, 15.10.26');
    expect(await shown('{{ claim.dueDate | day: "long" }}', 'nl_NL')).toBe('15 oktober 2026');
    expect(await shown('{{ claim.dueDate | plus_days: 14 }} {{ message.date | plus_days: -1 | day: "long" }}')).toBe(
      '29.10.2026 19. November 2026',
    );
    expect(await shown('{{ claim.balance | amount }} {{ claim.balance | times: 0.5 | amount }}', 'en_US')).toBe('€1,284.60 €642.30');
    // What creditors send in: days, moments in the client's zone, numbers; anything else stays as it is.
    expect(
      await shown('{{ meta.since | day: "long" }} {{ meta.moment | day }} {{ meta.price | amount }} {{ meta.price | amount: "USD" }}'),
    ).toBe('1. März 2026 02.03.2026 9,50 € 9,50 $');
    expect(
      await shown('{{ claim.type | day }}|{{ claim.type | amount }}|{{ claim.type | plus_days: 3 }}|{{ meta.gone | day | default: "–" }}'),
    ).toBe('invoice|invoice|invoice|–');
    expect(await shown('{{ meta.gone.deep | default: "none" }}{% if meta.gone.deep %}!{% endif %}')).toBe('none');
    const asked =
      '{% if claim.balance > 1000 and claim.balance < 1284.61 and claim.dueDate < message.date and claim.dueDate == "2026-10-15" %}yes{% endif %}';
    expect(await shown(`${asked}{% if claim.externalDueDate == blank and claim.balance != blank %}, there{% endif %}`)).toBe('yes, there');
    for (const inner of ['figure', 'decimal', 'constructor', '__proto__', 'toString'])
      expect((await previewed(`{{ claim.balance.${inner} }}`, { accountId })).problems[0]?.message, inner).toContain('undefined variable');
  });

  it('write what an event said as it said it, and as money and day where the template asks', async () => {
    const debtor = await house.inA((tx) => addDebtor(tx));
    await house.inA((tx) =>
      addBundle(tx, 'promised', {
        subject: 'x',
        source: '{{ reaction.amount }} {{ reaction.amount | amount }} {{ reaction.dueDate | day: "long" }}',
      }),
    );
    const event = { messageType: 'promiseDue', amount: '184.50', currency: 'USD', dueDate: '2026-12-03' };
    await house.inA((tx) =>
      queueCommunications(tx, [{ key: uuidv7(), channel: 'email', ...debtor, request: { bundleName: 'promised', event } }]),
    );
    await drainClient(house.database, house.clientA, 'email', readConfig());
    expect((await sentTo(debtor.accountId)).text).toBe('184.50 184,50 $ 3. Dezember 2026');
  });
});

const sentTo = async (accountId: string) => {
  const [row] = await house.inA((tx) =>
    tx.sql<{ text_content: string; html_content: string }>(
      'select text_content, html_content from communication where client_id = $1 and account_id = $2',
      [tx.clientId, accountId],
    ),
  );
  return { text: row!.text_content.replaceAll('\u00a0', ' '), html: row!.html_content };
};

describe('lists', () => {
  const ROWS = `<mjml><mj-body><mj-section><mj-column><mj-table>{% for item in claims %}<tr><td>{{ item.reference }}</td><td>{{ item.product }}</td><td>{{ item.balance }}</td></tr>{% endfor %}</mj-table>
    <mj-text>{% for item in instalments %}{{ item.number }}: {{ item.amount }} {{ item.dueDate | day: "long" }} {{ item.status }}; {% endfor %}</mj-text></mj-column></mj-section></mj-body></mjml>`;

  it('are of each message’s own account: open claims first due on top, and the plan of its claim', async () => {
    const [one, other] = await house.inA(async (tx) => [await addDebtor(tx), await addDebtor(tx)]);
    await house.inA(async (tx) => {
      await addClaims(tx, one!.accountId, '<b>own</b>', 2);
      await addClaims(tx, one!.accountId, 'paid', 1, 'resolved');
      await addPlan(tx, one!.accountId, [one!.externalClaimRef]);
      await addPlan(tx, one!.accountId, ['another claim'], 'active', 999);
      await addPlan(tx, other!.accountId, [other!.externalClaimRef], 'canceled');
      await addBundle(tx, 'listing', { source: ROWS, format: 'mjml' });
      await queueCommunications(
        tx,
        [one!, other!].map((debtor) => ({ key: uuidv7(), channel: 'email' as const, ...debtor, request: { bundleName: 'listing' } })),
      );
    });
    await drainClient(house.database, house.clientA, 'email', readConfig());
    const { html, text } = await sentTo(one!.accountId);
    expect([...html.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell!.replaceAll('\u00a0', ' '))).toEqual([
      ...[one!.externalClaimRef, '', '1.284,60 €'],
      ...['&lt;b&gt;own&lt;/b&gt;-001', 'Gas', '50,01 €'],
      ...['&lt;b&gt;own&lt;/b&gt;-002', 'Gas', '50,02 €'],
    ]);
    expect(text).toContain('1: 100,00 € 1. Dezember 2026 paid; 2: 100,00 € 1. Januar 2027 pending;');
    const second = await sentTo(other!.accountId);
    expect(second.text).toContain(other!.externalClaimRef);
    expect(second.text).not.toMatch(/own|pending/);
  });

  it('and figures of the account leave out what partners collect, in messages as in previews', async () => {
    const { accountId, externalClaimRef } = await house.inA((tx) => addDebtor(tx));
    const content = '{{ account.balance }} in {{ account.activeClaims }}: {% for item in claims %}{{ item.reference }} {% endfor %}';
    const partnerId = uuidv7();
    const give = (ref: string) =>
      house.inA(async (tx) => {
        await tx.sql(
          `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, outsource_method, created_at, updated_at)
           values ($1, gen_random_uuid(), $2, $3, $4, 'EUR', 5001, 'manual', now(), now())`,
          [tx.clientId, partnerId, accountId, ref],
        );
        await refreshOutsourced(tx, [accountId]);
      });
    await house.inA(async (tx) => {
      await tx.sql(`insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, 'Nordstern', now(), now())`, [
        tx.clientId,
        partnerId,
      ]);
      await addClaims(tx, accountId, 'shared', 2);
      await refreshAccounts(tx, [accountId]);
      await addBundle(tx, 'balance', { source: content });
    });
    expect((await previewed(content, { accountId })).text).toBe(`1.384,63 € in 3: ${externalClaimRef} shared-001 shared-002`);
    await give('shared-001');
    const ours = `1.334,62 € in 2: ${externalClaimRef} shared-002`;
    expect((await previewed(content, { accountId })).text).toBe(ours);
    await house.inA((tx) =>
      queueCommunications(tx, [{ key: uuidv7(), channel: 'email', accountId, externalClaimRef, request: { bundleName: 'balance' } }]),
    );
    await drainClient(house.database, house.clientA, 'email', readConfig());
    expect((await sentTo(accountId)).text.trim()).toBe(ours);
    // Whoever works for the partner speaks of what the partner has.
    const theirs = await inClient(
      seenBy(
        house.database,
        { userId: house.userA, groups: [{ clientId: house.clientA, role: 'DCA_AGENT', partnerId }] } as never,
        house.clientA,
      ),
      house.clientA,
      (tx) => loadFacts(tx, [{ accountId, externalClaimRef }], ['claim', 'account']),
    );
    expect(theirs.get(externalClaimRef)?.account?.ours).toEqual({ balance: 5_001n, activeClaims: 1 });
    for (const ref of ['shared-002', externalClaimRef]) await give(ref);
    expect((await previewed(content, { accountId })).text).toBe('0,00 € in 0:');
  });

  it('show a hundred entries at most, and examples without an account', async () => {
    const { accountId } = await house.inA((tx) => addDebtor(tx));
    await house.inA((tx) => addClaims(tx, accountId, 'many', 120));
    const content =
      '{{ claims.size }}: {% for item in claims limit: 1 %}{{ item.reference }} {{ item.dueDate }} {{ item.daysPastDue }}{% endfor %}';
    const { text } = await previewed(content, { accountId });
    expect(text).toMatch(/^100: R-\d+ 15\.10\.2026 36$/);
    expect((await previewed('{% for item in claims %}{{ item.balance }} {% endfor %}')).text).toBe('642,30 € 642,30 €');
  });
});

describe('global placeholders', () => {
  const SET = `mutation ($clientId: ID!, $values: JSON!, $revision: Int) { setGlobalContentPlaceholders(clientId: $clientId, globalPlaceholders: $values, revision: $revision) }`;
  const GET = `query ($clientId: ID!) { getGlobalPlaceholders(clientId: $clientId) { values revision uses { placeholder kind fileName displayName } } }`;
  const set = (values: unknown, revision?: number) => house.raw('cms', SET, { clientId: house.clientA, values, revision });
  const get = async () =>
    (
      await house.call<{ getGlobalPlaceholders: { values: object; revision: number; uses: object[] } }>('cms', GET, {
        clientId: house.clientA,
      })
    ).getGlobalPlaceholders;

  it('have a text for everybody or one in each language, escaped like any value', async () => {
    const values = {
      phone: '030 1',
      hours: { de_DE: 'Mo–Fr 9–17', en_US: 'Mon–Fri 9–5' },
      evil: { en_US: '<img src=x onerror=ran(1)>{{ claim.balance }}' },
    };
    expect((await set(values)).errors).toBeUndefined();
    const shown = async (content: string, locale: string) =>
      (await previewed(content, { locale, accountId: (await someone).accountId })).text;
    const someone = house.inA((tx) => addDebtor(tx));
    expect(await shown('{{ global.phone }} {{ global.hours }}', 'de_DE')).toBe('030 1 Mo–Fr 9–17');
    expect(await shown('{{ global.hours }}', 'en_GB')).toBe('Mon–Fri 9–5');
    const page = '<mjml><mj-body><mj-section><mj-column><mj-text>{{ global.evil }}</mj-text></mj-column></mj-section></mj-body></mjml>';
    const { html } = await previewed(page, { format: 'mjml', accountId: (await someone).accountId });
    expect(html).toContain('&lt;img src=x onerror=ran(1)&gt;{{ claim.balance }}');
    for (const wrong of [{ a: {} }, { a: { fr_FR: 'x' } }, { a: { en_US: 1 } }, { a: ['x'] }, { '1a': 'x' }])
      expect((await set(wrong)).errors?.[0]?.extensions, JSON.stringify(wrong)).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('tell where they are used, keep what is used, and are not overwritten by whoever read an older revision', async () => {
    await house.inA((tx) => addBundle(tx, 'with-hours', { source: 'Call {{ global.hours }}' }));
    await house.call(
      'cms',
      `mutation ($clientId: ID!) { saveCallScript(clientId: $clientId, topic: "firstCall", locale: "de_DE", content: "{{ global.phone }}") { topic } }`,
      {
        clientId: house.clientA,
      },
    );
    const { values, revision, uses } = await get();
    expect(uses).toEqual([
      { placeholder: 'hours', kind: 'email', fileName: 'with-hours', displayName: 'with-hours' },
      { placeholder: 'phone', kind: 'callScript', fileName: 'firstCall', displayName: 'firstCall' },
    ]);
    const without = await set({ phone: '030 1' }, revision);
    expect(without.errors?.[0]).toMatchObject({
      message: expect.stringContaining('global.hours (with-hours)'),
      extensions: { code: 'CONFLICT' },
    });
    expect((await set({ ...values, extra: 'x' }, revision)).errors).toBeUndefined();
    expect((await set(values, revision)).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'revision' });
    expect((await get()).values).toMatchObject({ extra: 'x' });
  });
});
