import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { HEADER, importText, readClaim, readEventTypes } from './import.testing.ts';

let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const claimOf = (ref: string) => readClaim(house, ref);
const eventsOf = (ref: string) => readEventTypes(house, ref);
const entriesOf = (ref: string) =>
  house.inA((tx) =>
    tx.sql<{ kind: string; amount: bigint }>(
      'select kind, amount from ledger_entry where client_id = $1 and external_claim_ref = $2 order by booked_at, kind',
      [tx.clientId, ref],
    ),
  );
/** No claim's balance differs from its ledger, no account's total from its claims. */
const sumsAgree = () =>
  house.inA((tx) =>
    tx.sql(
      `select external_claim_ref from claim c where client_id = $1 and balance <> (select coalesce(sum(amount), 0) from ledger_entry l where l.client_id = $1 and l.external_claim_ref = c.external_claim_ref)
       union all select external_account_ref from account a where client_id = $1 and total_amount <> (select coalesce(sum(balance), 0) from claim c where c.client_id = $1 and c.account_id = a.account_id and status = 'open')`,
      [tx.clientId],
    ),
  );

describe('a row is an upsert by its claim reference', () => {
  it('the same file twice changes nothing, not even an event', async () => {
    const file = `${HEADER}\nU-1,U1,100.00,2026-01-31\nU-1,U2,50.00,2026-02-28\n`;
    await importText(house, file);
    const events = await eventsOf('U1');
    const before = await claimOf('U1');
    const again = await importText(house, file);
    expect(again.summary).toMatchObject({ created: 0, changed: 0, unchanged: 2, rejected: 0 });
    expect(await eventsOf('U1')).toEqual(events);
    expect(await claimOf('U1')).toEqual(before);
    expect(await sumsAgree()).toEqual([]);
  });

  it('a changed amount is corrected in the ledger, a changed field is announced', async () => {
    await importText(house, `${HEADER}\nV-1,V1,100.00,2026-01-31\n`);
    const changed = await importText(house, `${HEADER}\nV-1,V1,80.00,2026-03-31\n`);
    expect(changed.summary).toMatchObject({ created: 0, changed: 1, sums: { EUR: { corrections: '-20.00' } } });
    expect(changed.preview).toEqual(changed.summary);
    expect(await claimOf('V1')).toMatchObject({ amount: 8000n, balance: 8000n, due_date: '2026-03-31' });
    expect(await entriesOf('V1')).toEqual([
      { kind: 'principal', amount: 10000n },
      { kind: 'correction', amount: -2000n },
    ]);
    expect(await eventsOf('V1')).toEqual(['claimChanged', 'claimImported', 'ledgerEntryBooked']);
    await importText(house, `${HEADER}\nV-1,V1,100.00,2026-03-31\n`);
    await importText(house, `${HEADER}\nV-1,V1,80.00,2026-03-31\n`);
    expect((await claimOf('V1'))?.balance).toBe(8000n);
    expect(await sumsAgree()).toEqual([]);
  });

  it('a reference that comes twice in a file is applied twice, in order', async () => {
    const twice = await importText(house, `${HEADER}\nW-1,W1,100.00,2026-01-31\nW-1,W1,70.00,2026-01-31\nW-1,W1,70.00,2026-01-31\n`);
    expect(twice.summary).toMatchObject({ created: 1, changed: 1, unchanged: 1 });
    expect(twice.preview).toEqual(twice.summary);
    expect(await claimOf('W1')).toMatchObject({ amount: 7000n, balance: 7000n });
    expect(await sumsAgree()).toEqual([]);
  });

  it('rows that contradict the ledger are reported, and nothing of them is applied', async () => {
    await importText(
      house,
      'customer_id,invoice_number,amount,payment_date,payment_amount\nC-1,C1,100.00,2026-01-10,60.00\nC-2,C2,10.00,,\n',
    );
    const bad = await importText(
      house,
      'customer_id,invoice_number,amount,payment_date,payment_amount,currency\nC-1,C1,50.00,,,EUR\nC-1,C1,100.00,,,USD\nC-2,C1,100.00,,,EUR\nC-1,C1,100.00,2026-01-10,61.00,EUR\nC-2,C2,10.00,2026-01-01,11.00,EUR\nC-3,C3,10.00,2026-01-01,10.01,EUR\nC-2,C4,1.00,,,CHF\nC-9,C9,0.00,,,EUR\n,C8,5.00,,,EUR\n',
    );
    expect(bad.summary).toMatchObject({ created: 0, changed: 0, rejected: 9, newAccounts: 0 });
    expect(bad.reasons).toEqual([
      '2 claim.amount: an amount of 50.00 would leave a balance of -10.00, since more than that has already been paid',
      '3 claim.currency: claim C1 is in EUR, but the row is in USD',
      '4 account.ref: claim C1 belongs to account C-1',
      '5 payment.amount: a payment of 60.00 is already booked, but the row has 61.00',
      '6 payment.amount: the payment of 11.00 is more than the balance of 10.00',
      '7 payment.amount: the payment of 10.01 is more than the debt of 10.00',
      '8 claim.currency: account C-2 is in EUR, but the row is in CHF',
      '9 claim.amount: 0.00 isn’t a debt: the amount must be more than zero',
      '10 account.ref: is empty',
    ]);
    expect(await claimOf('C1')).toMatchObject({ amount: 10000n, balance: 4000n });
    expect(await sumsAgree()).toEqual([]);
  });
});

describe('payments', () => {
  it('two equal payments without a reference are two, and stay two when the file comes again', async () => {
    await importText(house, `${HEADER}\nP-1,P1,30.00,2026-01-31\nP-1,P2,30.00,2026-02-28\n`);
    const file =
      'customer_id,payment_date,amount,method\nP-1,2026-02-01,20.00,Cash\nP-1,2026-02-01,20.00,Cash\nP-1,2026-02-02,20.01,Cash\n';
    const paid = await importText(house, file);
    expect(paid.preview).toEqual(paid.summary);
    expect(paid.summary).toMatchObject({ created: 2, rejected: 1, sums: { EUR: { payments: '40.00' } } });
    expect(paid.reasons).toEqual(['4 payment.amount: the payment of 20.01 is more than the 20.00 still due on account P-1']);
    expect([(await claimOf('P1'))?.balance, (await claimOf('P2'))?.balance]).toEqual([0n, 2000n]);
    expect(await eventsOf('P1')).toContain('claimResolved');
    expect((await importText(house, file)).summary).toMatchObject({ created: 0, unchanged: 2, rejected: 1 });
    expect(await sumsAgree()).toEqual([]);
  });

  it('a payment with a reference is known by it: said otherwise, it is reported', async () => {
    await importText(house, `${HEADER}\nQ-1,Q1,30.00,2026-01-31\n`);
    const file = (amount: string) => `payment_id,invoice_number,payment_date,amount\nZ-77,Q1,2026-02-01,${amount}\n`;
    expect((await importText(house, file('12.00'))).summary).toMatchObject({ created: 1 });
    expect((await importText(house, file('12.00'))).summary).toMatchObject({ created: 0, unchanged: 1 });
    expect((await importText(house, file('13.00'))).reasons[0]).toContain('payment Z-77 is already booked with 12.00');
    expect((await importText(house, 'payment_id,invoice_number,payment_date,amount\nZ-78,nowhere,2026-02-01,1.00\n')).reasons[0]).toContain(
      'claim nowhere not found',
    );
  });
});

describe('debtors', () => {
  it('come with contacts and address as they were written, a second one beside the first', async () => {
    await importText(
      house,
      'customer_id,invoice_number,amount,first_name,last_name,email,phone,city,co_first_name,co_last_name\nD-1,D1,5.00,Zoë,"O\'Brien; ""Zo""",Zoe@Example.COM,0151 23456789,Köln,Max,Weber\n',
    );
    const debtors = await house.inA((tx) =>
      tx.sql(
        `select d.position, first_name, last_name, address, (select array_agg(normalized order by normalized) from contact_point p where p.client_id = d.client_id and p.debtor_id = d.debtor_id) as contacts
              from debtor d join account a using (client_id, account_id) where client_id = $1 and external_account_ref = 'D-1' order by position`,
        [tx.clientId],
      ),
    );
    expect(debtors).toEqual([
      {
        position: 0,
        first_name: 'Zoë',
        last_name: 'O\'Brien; "Zo"',
        address: { city: 'Köln' },
        contacts: ['+4915123456789', 'zoe@example.com'],
      },
      { position: 1, first_name: 'Max', last_name: 'Weber', address: {}, contacts: null },
    ]);
    const moved = await importText(house, 'customer_id,city,first_name\nD-1,Bonn,\n');
    expect(moved.summary).toMatchObject({ created: 0, changed: 1 });
    expect(
      await house.inA((tx) =>
        tx.sql(`select city, debtor_name from account where client_id = $1 and external_account_ref = 'D-1'`, [tx.clientId]),
      ),
    ).toEqual([{ city: 'Bonn', debtor_name: 'Zoë O\'Brien; "Zo"' }]);
  });

  it('the projection that search reads is the one that is computed anew', async () => {
    const { refreshAccounts } = await import('../account/ground/projection.logic.ts');
    const changed = await house.inA(async (tx) => {
      const ids = await tx.sql<{ account_id: string }>('select account_id from account where client_id = $1', [tx.clientId]);
      return refreshAccounts(
        tx,
        ids.map((row) => row.account_id),
      );
    });
    expect(changed).toBe(0);
  });
});
