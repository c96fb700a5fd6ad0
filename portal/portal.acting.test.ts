/** What debtors do on their page, without a single script: pay, promise, split, disagree, ask. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { type CalendarDate, HOUR, instant } from '../core/time.ts';
import { EICAR } from '../server/services/files/files.scan.ts';
import { PDF, PNG } from '../server/services/files/files.testing.ts';
import { DEFAULT_SETTINGS, readFinanceSetting, writeFinanceSetting } from '../server/services/finance/ground/setting.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { openPortalHouse, type PortalHouse, START } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const headline = (body: string) => /<h1[^>]*>([^<]*)/.exec(body)?.[1];

describe('acting without scripts', () => {
  it('pays the selection once, however often it is submitted', async () => {
    const { address, accountId, refs } = await house.owe([74520n, 30840n, 23100n]);
    const browser = await house.browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { claim: refs.slice(0, 2), way: 'now' }));
    expect(browser.body).toContain('Pay €1,053.60');
    const confirm = browser.fields('/settle');
    const presses = await Promise.all(Array.from({ length: 5 }, () => house.browser(browser.cookie).post(`${address}/settle`, confirm)));
    expect(new Set(presses.map((press) => press.location)).size).toBe(1);
    await browser.get(presses[0]?.location ?? '');
    expect(browser.body).toContain('Sandbox payment');
    const outcome = browser.fields('/provider/[^"]*', { outcome: 'success' });
    const provider = presses[0]?.location ?? '';
    for (const _ of [1, 2, 3]) await browser.post(provider, outcome);
    expect((await browser.follow()).body).toContain('Thank you, €1,053.60 is paid');
    expect(await house.balances(refs)).toEqual([0n, 0n, 23100n]);
    expect((await house.events(accountId)).filter((type) => type === 'paymentSettled').length).toBe(1);
    // The form again, from the browser's history: it leads to what it has done.
    await browser.post(`${address}/settle`, confirm);
    expect((await browser.follow()).body).toContain('Thank you, €1,053.60 is paid');
    expect(await house.balances(refs)).toEqual([0n, 0n, 23100n]);
  });

  it('accepts a typed amount in the debtor’s number format, after showing what it covers', async () => {
    const { address, refs } = await house.owe([745_20n, 1308_40n, 231_00n]);
    const browser = await house.browser().enter(address);
    const type = async (amount: string, claim = refs) => {
      await browser.get(address);
      return browser.post(`${address}/settle`, browser.fields('/settle', { claim, way: 'now', amount }));
    };
    for (const amount of ['lots', '0', '0.99', '-5', '2284.61', '1e3']) {
      expect([amount, (await type(amount)).status]).toEqual([amount, 422]);
      expect(browser.body).toContain('id="amount-problem">Enter an amount from €1.00 to €2,284.60, or leave this empty to pay it all.');
      expect(browser.body).toContain(`value="${amount}" aria-invalid="true"`);
    }
    // What is chosen bounds it, not what is owed in all.
    expect((await type('800', refs.slice(0, 1))).status).toBe(422);
    // All of it is no part.
    expect((await type('2,284.60')).body).not.toContain('What your payment covers');
    await browser.get(`${address}?locale=de_DE`);
    expect((await type('1.000,00 €')).status).toBe(200);
    const text = browser.body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(text).toContain('Electricity 1 damit bezahlt 745,20 €');
    expect(text).toContain('Electricity 2 noch offen: 1.053,60 € 254,80 €');
    expect(text).not.toContain('Electricity 3');
    expect(text).toContain('1.000,00 € zahlen');
    const confirm = browser.fields('/settle');
    const presses = await Promise.all([1, 2, 3].map(() => house.browser(browser.cookie).post(`${address}/settle`, confirm)));
    expect(new Set(presses.map((press) => press.location)).size).toBe(1);
    await browser.get(presses[0]?.location ?? '');
    await browser.post(presses[0]?.location ?? '', browser.fields('/provider/[^"]*', { outcome: 'success' }));
    expect((await browser.follow()).body).toContain('Danke, 1.000,00\u00a0€ sind bezahlt');
    expect(await house.balances(refs)).toEqual([0n, 1053_60n, 231_00n]);
  });

  it('accepts no less than the client’s minimum', async () => {
    await house.inA(async (tx) => {
      const { revision } = await readFinanceSetting(tx);
      await writeFinanceSetting(tx, revision, { ...DEFAULT_SETTINGS, leastPayment: '25.00' }, uuidv7());
    });
    const { address } = await house.owe([30_00n]);
    const browser = await house.browser().enter(address);
    const type = (amount: string) => browser.post(`${address}/settle`, browser.fields('/settle', { way: 'now', amount }));
    expect((await type('24.99')).body).toContain('Enter an amount from €25.00 to €30.00');
    expect((await type('25')).body).toContain('€5.00 left to pay');
    // Less than that is owed: all of it can be paid.
    const little = await house.owe([9_00n]);
    await browser.enter(little.address);
    await browser.post(`${little.address}/settle`, browser.fields('/settle', { way: 'now', amount: '5' }));
    expect(browser.body).toContain('Leave this empty to pay €9.00.');
    await browser.post(`${little.address}/settle`, browser.fields('/settle', { way: 'now', amount: '' }));
    expect(browser.body).toContain('Pay €9.00');
    await house.inA(async (tx) => {
      const { revision } = await readFinanceSetting(tx);
      await writeFinanceSetting(tx, revision, DEFAULT_SETTINGS, uuidv7());
    });
  });

  it('says what happens next when the provider declines or has not decided', async () => {
    const { address, refs } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { way: 'now' });
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'decline' }),
    );
    const { body } = await browser.follow();
    expect(body).toContain('The payment didn’t go through');
    expect(body).toContain('the bank declined it');
    await browser.get(address);
    await browser.settle(address, { way: 'now' });
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'pending' }),
    );
    expect((await browser.follow()).body).toContain('€100.00 is on its way');
    expect((await browser.get(address)).body).not.toContain(`action="${address}/settle"`);
    expect(await house.balances(refs)).toEqual([10000n]);
  });

  it('promises a day, changes it, and refuses a day out of range', async () => {
    const { address, accountId } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'later', date: '2026-11-20' }));
    expect([browser.status, browser.body.includes('Please choose a day from')]).toEqual([422, true]);
    await browser.settle(address, { way: 'later', date: '2026-12-01' });
    expect(browser.body).toContain('We’ve noted your promise: €100.00 by December 1');
    await browser.get(address);
    expect(browser.body).toContain('Promised for December 1');
    await browser.settle(address, { way: 'later', date: '2026-12-05' });
    expect(browser.body).toContain('We’ve noted your promise: €100.00 by December 5');
    expect((await house.events(accountId)).filter((type) => type.startsWith('promise'))).toEqual([
      'promiseToPayCreated',
      'promiseToPayInvalidated',
      'promiseToPayCreated',
    ]);
  });

  it('says what was promised and when in the headline, and what is owed in all', async () => {
    const { address, refs } = await house.owe([10000n, 5000n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { claim: refs[0]!, way: 'later', date: '2026-12-01' });
    await browser.get(address);
    expect(headline(browser.body)).toBe('You promised to pay €100.00 by December 1');
    expect(browser.body).toContain('You owe €150.00 in total. You can pay sooner or choose another way.');
    await browser.settle(address, { claim: refs[1]!, way: 'later', date: '2026-12-05' });
    await browser.get(address);
    expect(headline(browser.body)).toBe('You promised to pay €100.00 by December 1');
    expect(browser.body).toContain('You also promised €50.00 by December 5.');
  });

  it('shows a receipt with the remaining balance, and folds paid bills', async () => {
    const { address, accountId, refs } = await house.owe([10000n, 5000n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { claim: refs[0]!, way: 'now' });
    const provider = browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '';
    await browser.post(provider, browser.fields('/provider/[^"]*', { outcome: 'success' }));
    await browser.follow();
    const receipt = /<section class="card summary details proof">[\s\S]*?<\/section>/.exec(browser.body)?.[0] ?? '';
    const said = receipt.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    for (const each of [
      'Paid to Nordlicht Energie',
      'Date 11/21/2026',
      'Amount paid €100.00',
      `Your bills ${refs[0]}`,
      `Customer number K-${accountId.slice(-6)}`,
      `Payment number ${provider.split('/').at(-1)}`,
      'Remaining balance today €50.00',
    ])
      expect(said).toContain(each);
    await browser.get(address);
    const folded = /<details class="settled">[\s\S]*$/.exec(browser.body)?.[0] ?? '';
    expect(folded).toContain('<summary>Paid (1)</summary>');
    expect(folded).toContain(refs[0]);
    expect(browser.body.slice(0, -folded.length)).not.toContain(`value="${refs[0]}"`);
  });

  it('sets up three payments, pays the first, and ends the plan', async () => {
    const { address, accountId, refs } = await house.owe([74520n, 30840n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { way: 'plan', interval: 'monthly' });
    expect(browser.body).toContain('Your plan is set up');
    await browser.get(address);
    expect(browser.body).toContain('Pay €351.20 now');
    const fields = browser.fields('/instalment');
    fields.append('what', 'next');
    await (await browser.post(`${address}/instalment`, fields)).follow();
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'success' }),
    );
    await browser.follow();
    expect((await house.balances(refs)).reduce((sum, each) => sum + each, 0n)).toBe(70240n);
    expect(await house.events(accountId)).toEqual(expect.arrayContaining(['instalmentsPlanCreated', 'instalmentPaid']));
    const plan = /\/plan\/[0-9a-f-]+/.exec((await browser.get(address)).body)?.[0] ?? '';
    await browser.get(address + plan);
    await browser.post(address + plan, browser.fields('/plan/[^"]*'));
    expect((await browser.follow()).body).toContain(`action="${address}/settle"`);
    expect(await house.events(accountId)).toContain('instalmentsPlanCanceled');
  });

  it('passes a dispute and a request for help to the agents, once', async () => {
    const { address, accountId, refs } = await house.owe([10000n, 5000n]);
    const browser = await house.browser().enter(address);
    await browser.get(`${address}/disagree`);
    const words = browser.fields('/disagree', { claim: refs[0] ?? '', text: 'I have cancelled in March' });
    for (const _ of [1, 2]) await browser.post(`${address}/disagree`, words);
    expect((await browser.follow()).body).toContain('We’ve received your dispute');
    expect((await browser.get(address)).body).toContain('You’ve disputed this. We’re looking into it.');
    await browser.get(`${address}/help`);
    const help = browser.fields('/help', { text: 'I can pay 50 a month' });
    for (const _ of [1, 2]) await browser.post(`${address}/help`, help);
    const types = await house.events(accountId);
    for (const type of ['claimDisputed', 'portalHelpRequested']) expect(types.filter((each) => each === type).length).toBe(1);
    expect(types.filter((each) => each === 'taskCreated').length).toBe(2);
  });

  it('takes documents with a dispute for staff alone, once, and refuses what files may not be', async () => {
    const { address, accountId, refs } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    await browser.get(`${address}/disagree`);
    expect(browser.body).toMatch(/<form[^>]*enctype="multipart\/form-data"/);
    const fields = browser.fields('/disagree', { claim: refs[0] ?? '', text: 'I paid on March 3' });
    const post = (...files: Parameters<typeof browser.postFiles>[2]) => browser.postFiles(`${address}/disagree`, fields, files);
    const stored = () =>
      house.inA((tx) =>
        tx.sql<{ file_id: string; name: string; mime_type: string; source: string; uploaded_by: string; document_type: string | null }>(
          'select file_id, name, mime_type, source, uploaded_by, document_type from add_on_file where client_id = $1 and account_id = $2 order by name',
          [tx.clientId, accountId],
        ),
      );
    const pdf = { name: 'Beleg.pdf', bytes: PDF };
    const hostile = [
      { name: 'run.exe', bytes: Buffer.from('MZ') },
      { name: 'page.html', type: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') },
      { name: 'photo.png', type: 'image/png', bytes: Buffer.from('<svg onload="alert(1)"/>') },
      { name: 'note.txt', bytes: Buffer.from('<script>alert(1)</script>') },
      { name: 'eicar.txt', bytes: Buffer.from(EICAR) },
    ];
    for (const file of hostile) {
      await post(pdf, file);
      expect([browser.status, browser.body.includes(`“${file.name}”`), browser.body.includes('I paid on March 3')], file.name).toEqual([
        422,
        true,
        true,
      ]);
    }
    await post({ name: '"><img src=x onerror=alert(1)>.exe', bytes: PDF });
    expect(browser.body).not.toContain('<img src=x');
    await post(...Array(6).fill(pdf));
    expect([browser.status, browser.body.includes('no more than 5 files')]).toEqual([422, true]);
    await post({ name: 'large.pdf', bytes: Buffer.alloc(21 * 2 ** 20, '%PDF-1.4 ') });
    expect([browser.status, browser.body.includes('20 MB')]).toEqual([422, true]);
    // Nothing of all that was kept, and nobody was told.
    expect(await stored()).toEqual([]);
    expect(await house.events(accountId)).not.toContain('claimDisputed');

    for (const _ of [1, 2]) await post(pdf, { name: '../../etc/Photo\u202e.png', type: 'image/png', bytes: PNG });
    expect(browser.status).toBe(303);
    expect((await browser.follow()).body).toContain('We’ve received your dispute');
    const files = await stored();
    const mine = { source: 'debtor', uploaded_by: 'debtor', document_type: null };
    expect(files).toMatchObject([
      { name: 'Beleg.pdf', mime_type: 'application/pdf', ...mine },
      { name: 'Photo.png', mime_type: 'image/png', ...mine },
    ]);
    const [event] = await house.inA((tx) =>
      tx.sql<{ payload: object }>(`select payload from event where client_id = $1 and account_id = $2 and message_type = 'claimDisputed'`, [
        tx.clientId,
        accountId,
      ]),
    );
    expect(event?.payload).toEqual({ reason: 'I paid on March 3', fileIds: files.map(({ file_id }) => file_id) });
    const [task] = await house.inA((tx) =>
      tx.sql<{ description: string }>('select description from case_task where client_id = $1 and account_id = $2', [
        tx.clientId,
        accountId,
      ]),
    );
    expect(task?.description).toBe('I paid on March 3\n\n• Beleg.pdf\n• Photo.png');
    // No page gives them out, not even to the debtor.
    expect((await browser.get(`${address}/file/${files[0]?.file_id}`)).status).toBe(404);
    expect((await browser.get(address)).body).not.toContain('Beleg.pdf');

    // What is refused counts too, so that nobody can have files looked through without end.
    await browser.get(`${address}/disagree`);
    const next = browser.fields('/disagree', { claim: refs[0] ?? '', text: 'once more' });
    const statuses = [];
    for (let more = 0; more < 16; more++)
      statuses.push((await browser.postFiles(`${address}/disagree`, next, [{ name: 'run.exe', bytes: PDF }])).status);
    expect(statuses.slice(0, 2)).toEqual([422, 422]);
    expect(statuses.at(-1)).toBe(429);
    // Without the session and its token nothing is taken.
    const stranger = await house.browser().get(address);
    expect((await stranger.postFiles(`${address}/disagree`, next, [pdf])).status).toBe(403);
    next.set('token', 'x');
    expect((await browser.postFiles(`${address}/disagree`, next, [pdf])).status).toBe(403);
    expect(await stored()).toHaveLength(2);
  });

  it('adds to the open request for help, loses nothing, and limits how many it accepts', async () => {
    const { address, accountId, refs } = await house.owe([10000n, 5000n]);
    const browser = await house.browser().enter(address);
    const ask = async (page: 'help' | 'disagree', text: string) => {
      await browser.get(`${address}/${page}`);
      return browser.post(
        `${address}/${page}`,
        browser.fields(`/${page}`, { text, ...(page === 'disagree' ? { claim: refs[0] ?? '' } : {}) }),
      );
    };
    const tasks = () =>
      house.inA((tx) =>
        tx.sql<{ note: string; description: string; status: string }>(
          'select note, description, status from case_task where client_id = $1 and account_id = $2 order by created_at',
          [tx.clientId, accountId],
        ),
      );
    expect((await ask('help', 'first words')).status).toBe(303);
    expect((await browser.follow()).body).toContain('We’ve received your message');
    await ask('help', 'second words');
    expect((await browser.follow()).body).toContain('We’ve added this to your message');
    expect(await tasks()).toMatchObject([{ description: 'first words\n\nsecond words' }]);
    const statuses = [];
    for (let more = 0; more < 12; more++) statuses.push((await ask('help', `more ${more}`)).status);
    expect(statuses).toEqual([...Array(8).fill(303), ...Array(4).fill(429)]);
    // What was not taken is still on the page, and told kindly.
    expect(browser.body).toContain('more 11');
    expect(browser.body).toContain('Please try again tomorrow');
    const [task] = await tasks();
    for (let more = 0; more < 8; more++) expect(task?.description).toContain(`more ${more}`);
    // Once staff has answered, the next request is a task of its own.
    await house.inA((tx) =>
      tx.sql(`update case_task set status = 'resolved' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    house.clock.time = instant(START + 25 * HOUR);
    const next = await house.browser().enter(address);
    await next.get(`${address}/help`);
    await next.post(`${address}/help`, next.fields('/help', { text: 'again' }));
    expect(await tasks()).toHaveLength(2);
    house.clock.time = START;
  });

  it('limits every action of a page, whatever the number of requests', async () => {
    const { address, accountId, refs } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    for (let count = 0; count < 12; count++) {
      await browser.get(`${address}/disagree`);
      await browser.post(`${address}/disagree`, browser.fields('/disagree', { claim: refs[0] ?? '', text: `no ${count}` }));
      if (count < 3) await house.browser().enter(address);
    }
    expect(browser.status).toBe(429);
    expect(browser.body).toContain('no 11');
    const counts = Map.groupBy(await house.events(accountId), (type) => type);
    expect(Object.fromEntries([...counts].map(([type, events]) => [type, events.length]))).toMatchObject({
      taskCreated: 1,
      taskChanged: 9,
      claimDisputed: 10,
      portalOpened: 1,
      portalVisited: 1,
      portalIdentityConfirmed: 1,
    });
    const other = await house.owe([10000n]);
    const link = (await house.services.findLink(other.address.slice(3)))!;
    const many = async (work: (key: string) => Promise<unknown>) => {
      let done = 0;
      for (let count = 0; count < 12; count++)
        await work(`key-${count}-0123456789`).then(
          () => (done += 1),
          (error: { code?: string }) => expect(error.code).toBe('RATE_LIMITED'),
        );
      return done;
    };
    const day = (await house.services.readAccount(link)).lastPromiseDay;
    expect(await many((key) => house.services.promise(link, other.refs, day, key))).toBe(10);
    await house.inA((tx) =>
      tx.sql(
        `insert into portal_act (client_id, key, account_id, kind, created_at) select $1, 'payment ' || n, $2, 'payment', $3 from generate_series(1, 38) n`,
        [tx.clientId, other.accountId, new Date(START)],
      ),
    );
    expect(await many((key) => house.services.startPayment(link, other.refs, null, 'sandbox', key))).toBe(2);
    // The same key is the same deed, on a day that had enough too.
    await house.services.startPayment(link, other.refs, null, 'sandbox', 'key-0-0123456789');
  });

  it("refuses forms without the session's token, and other people's claims and payments", async () => {
    const [mine, other] = [await house.owe([10000n]), await house.owe([20000n])];
    const browser = await house.browser().enter(mine.address);
    await browser.post(`${mine.address}/settle`, browser.fields('/settle', { token: 'x', seen: '' }));
    expect(browser.status).toBe(403);
    await browser.get(mine.address);
    await browser.post(`${mine.address}/settle`, browser.fields('/settle', { claim: other.refs[0] ?? '', way: 'now' }));
    expect([browser.status, browser.body.includes('Please choose at least one bill')]).toEqual([422, true]);
    const stranger = await house.browser().enter(other.address);
    await stranger.settle(other.address, { way: 'now' });
    const payment = stranger.body.match(/provider\/([0-9a-f-]+)/)?.[1] ?? '';
    expect((await browser.get(`${mine.address}/done/payment/${payment}`)).status).toBe(404);
    expect((await browser.get(`${mine.address}/provider/${payment}`)).status).toBe(404);
    expect(await house.balances([...mine.refs, ...other.refs])).toEqual([10000n, 20000n]);
  });

  it('asks again if the amount has changed since it was shown', async () => {
    const { address, accountId, refs } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'now' }));
    const seen = browser.fields('/settle');
    await house.inA((tx) =>
      book(tx, [
        {
          accountId,
          externalClaimRef: refs[0] ?? '',
          kind: 'fee',
          amount: 500n,
          currency: 'EUR',
          valueDate: '2026-11-21' as CalendarDate,
          key: uuidv7(),
        },
      ]),
    );
    await browser.post(`${address}/settle`, seen);
    expect(browser.body).toContain('The amounts have changed');
    expect(browser.body).toContain('Pay €105.00');
  });
});
