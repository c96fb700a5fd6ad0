import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { HOUR, instant, MINUTE } from '../../../core/time.ts';
import { gateRulesFor } from '../../../engine/gate/defaults.ts';
import { START } from './cms.delivery.testing.ts';
import { messageFixture } from './cms.message.testing.ts';

const fixture = messageFixture();
const { debtor, press, sent, refused, lastEvent } = fixture;
const overrideReason = 'The debtor asked on the phone for the figures today';
const sms = { channel: 'sms', customBody: 'Bitte rufen Sie an' };
/** Friday, 22:00 in Berlin. */
const NIGHT = instant(START + 11 * HOUR);

describe('overriding a deferral of the gate', () => {
  it('sends a deferred message now, and records who overrode which rule and why', async () => {
    const { accountId } = await debtor();
    fixture.house.clock.time = NIGHT;
    expect(await sent({ ...sms, accountId })).toMatchObject({
      answer: 'defer',
      rule: 'quietHours',
      liftableRules: ['quietHours'],
      heldByLaw: null,
    });
    const key = uuidv7();
    const receipt = await sent({ ...sms, accountId, overrideReason }, key);
    expect(receipt).toMatchObject({ answer: 'allow', requestContextId: expect.anything() });
    // The same press once more, whose answer was lost.
    expect((await sent({ ...sms, accountId, overrideReason }, key)).requestContextId).toBe(receipt.requestContextId);
    await fixture.house.drain('sms');
    expect(await fixture.house.eventsOf(accountId)).toEqual(['contactOverridden', 'communicationRequested', 'communicationSent']);
    expect(await lastEvent(accountId, 'contactOverridden')).toMatchObject({
      actor_type: 'user',
      actor_id: fixture.house.userA,
      payload: {
        outboxId: receipt.requestContextId,
        channel: 'sms',
        rules: ['quietHours'],
        why: { key: 'gate.quietHours' },
        reason: overrideReason,
      },
    });
  });

  it('overrides no denial', async () => {
    const { accountId } = await debtor();
    await fixture.house.inA((tx) =>
      tx.sql(`update account set opted_out = '{sms}' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    fixture.house.clock.time = NIGHT;
    expect(await sent({ ...sms, accountId, overrideReason, sendWhenAllowed: true })).toMatchObject({
      requestContextId: null,
      answer: 'deny',
      rule: 'optOut',
      liftableRules: [],
    });
    expect(await fixture.house.eventsOf(accountId)).toEqual([]);
  });

  it('leaves a denial that comes meanwhile its last word', async () => {
    const { accountId } = await debtor();
    fixture.house.clock.time = NIGHT;
    await sent({ ...sms, accountId, overrideReason });
    await fixture.house.inA((tx) =>
      tx.sql(`update account set cease_requested_at = now() where client_id = $1 and account_id = $2`, [tx.clientId, accountId]),
    );
    await fixture.house.drain('sms');
    expect((await fixture.house.eventsOf(accountId)).at(-1)).toBe('communicationCancelled');
  });

  it('holds for an hour: a message that could not leave by then waits like any other', async () => {
    const { accountId } = await debtor();
    fixture.house.clock.time = NIGHT;
    await sent({ ...sms, accountId, overrideReason });
    fixture.house.clock.time = instant(NIGHT + 61 * MINUTE);
    await fixture.house.drain('sms');
    expect((await fixture.house.eventsOf(accountId)).at(-1)).toBe('contactDeferred');
    fixture.house.clock.time = instant(NIGHT + 12 * HOUR);
    await fixture.house.drain('sms');
    expect((await fixture.house.eventsOf(accountId)).at(-1)).toBe('communicationSent');
  });

  it('overrides a cap only for this message', async () => {
    const { accountId } = await debtor();
    for (let time = 0; time < 2; time++) await sent({ ...sms, accountId });
    await fixture.house.drain('sms');
    expect(await sent({ ...sms, accountId })).toMatchObject({ answer: 'defer', liftableRules: ['capDay'] });
    expect((await sent({ ...sms, accountId, overrideReason })).answer).toBe('allow');
    expect(await sent({ ...sms, accountId })).toMatchObject({ answer: 'defer', requestContextId: null });
    await fixture.house.drain('sms');
    expect((await fixture.house.eventsOf(accountId)).filter((type) => type === 'communicationSent')).toHaveLength(3);
  });

  it('can’t override the law: nobody is written to at night in the United States', async () => {
    const { accountId } = await debtor();
    const clientIs = (country: string) =>
      fixture.house.inA((tx) => tx.sql('update client set country_code = $2 where client_id = $1', [tx.clientId, country]));
    await clientIs('US');
    fixture.house.clock.time = NIGHT;
    expect(gateRulesFor('US').hoursApplyTo).toContain('sms');
    expect(await sent({ ...sms, accountId, overrideReason })).toMatchObject({
      requestContextId: null,
      answer: 'defer',
      liftableRules: [],
      heldByLaw: { key: 'gate.law.hours' },
    });
    await clientIs('DE');
  });

  it('needs a reason and the permission, and records no override if nothing was deferred', async () => {
    const { accountId } = await debtor();
    expect(await refused({ ...sms, accountId, overrideReason: ' because ' })).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'overrideReason',
    });
    expect(await refused({ ...sms, accountId, overrideReason: 'x'.repeat(501) })).toMatchObject({ field: 'overrideReason' });
    expect(await refused({ ...sms, accountId, overrideReason }, uuidv7(), 'AGENT')).toMatchObject({ code: 'FORBIDDEN' });
    expect((await press({ ...sms, accountId }, uuidv7(), 'AGENT')).errors).toBeUndefined();
    expect((await press({ ...sms, accountId, overrideReason }, uuidv7(), 'SUPERVISOR')).errors).toBeUndefined();
    expect(await fixture.house.eventsOf(accountId)).not.toContain('contactOverridden');
  });
});
