/** Bills that a partner collects, on the debtor's page: who has them and how to reach them, and nothing of them is settled here. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { outsourceClaims } from '../server/services/partner/outsourcing/assign.logic.ts';
import { recallClaims } from '../server/services/partner/outsourcing/recall.logic.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
const partnerId: Uuid = uuidv7();
beforeAll(async () => {
  house = await openPortalHouse();
  await house.inA((tx) =>
    tx.sql(
      `insert into partner (client_id, partner_id, name, email, phone, address_line1, postal_code, city, country, created_at, updated_at)
       values ($1, $2, 'Nordstern <Inkasso>', 'service@nordstern.example', '+49 40 1234567', 'Hafenstraße 7', '20459', 'Hamburg', 'DE', now(), now())`,
      [tx.clientId, partnerId],
    ),
  );
});
afterAll(() => house.close());

const give = (refs: readonly string[]) =>
  house.inA((tx) =>
    outsourceClaims(
      tx,
      refs.map((externalClaimRef) => ({ externalClaimRef, to: { partnerId }, requestKey: uuidv7() })),
      { method: 'manual' },
    ),
  );

it('says who has them and how to reach them, and settles the others', async () => {
  const { address, refs } = await house.owe([70_00n, 30_00n]);
  const browser = await house.browser().enter(address);
  const stale = browser.fields('/settle');
  expect(stale.getAll('claim')).toEqual(refs);
  await give(refs.slice(0, 1));
  const { body } = await browser.get(address);
  expect(body).toContain('Nordstern &lt;Inkasso&gt; handles this bill');
  // What is asked for here is what can be paid here.
  expect(body).toContain('You owe €30.00');
  expect(body).toContain('Please pay the €70.00 to Nordstern &lt;Inkasso&gt;');
  for (const line of ['Hafenstraße 7', '20459 Hamburg', 'href="tel:+49401234567"', 'href="mailto:service@nordstern.example"'])
    expect(body).toContain(line);
  expect(browser.fields('/settle').getAll('claim')).toEqual(refs.slice(1));
  // A form from before pays what is ours alone, after it was shown what that is.
  stale.set('way', 'now');
  const review = await browser.post(`${address}/settle`, stale);
  expect(review.body).not.toContain(`value="${refs[0]}"`);
  await house.inA((tx) => recallClaims(tx, refs));
  expect((await browser.get(address)).body).not.toContain('Nordstern');
  expect(browser.fields('/settle').getAll('claim')).toEqual(refs);
});

it('takes no payment, promise or plan for them, whoever asks', async () => {
  const { accountId, refs, address } = await house.owe([70_00n]);
  await give(refs);
  const browser = await house.browser().enter(address);
  expect(browser.body).not.toContain(`action="${address}/settle"`);
  const link = await house.services.findLink(address.split('/').at(-1) ?? '');
  const refused = { code: 'CONFLICT', words: { key: 'claimWithPartner' } };
  await expect(house.services.startPayment(link!, refs, null, 'sandbox', uuidv7())).rejects.toMatchObject(refused);
  await expect(house.services.promise(link!, refs, '2026-11-25' as never, uuidv7())).rejects.toMatchObject(refused);
  await expect(
    house.services.plan(link!, refs, { interval: 'monthly', parts: 3, downPayment: 0n }, 70_00n, uuidv7()),
  ).rejects.toMatchObject(refused);
  expect(await house.events(accountId)).not.toContain('promiseToPayCreated');
});
