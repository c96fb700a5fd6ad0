import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import {
  anonymizePoolUser,
  clientsOf,
  invite,
  putPoolUser,
  setPoolGroupEnabled,
  setPoolGroups,
  updatePoolUser,
} from './identity.users.logic.ts';

let house: TestHouse;
let userId: Uuid;
beforeAll(async () => {
  house = await openTestHouse();
  ({ userId } = await putPoolUser(house.database, { email: 'Noor@Nordlicht.example', name: 'Noor', familyName: 'van Dijk' }));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => house.close());

const pool = async <Row extends object>(text: string, values: unknown[] = [userId]) =>
  (await house.database.identity.query<Row>(text, values)).rows;

describe('people of the pool', () => {
  it('are found by their e-mail address, whatever its case, and not changed by that', async () => {
    expect(await putPoolUser(house.database, { email: ' noor@NORDLICHT.example', name: 'Somebody else' })).toEqual({
      userId,
      isNew: false,
    });
    expect(await pool('select name, family_name from pool_user where user_id = $1')).toEqual([{ name: 'Noor', family_name: 'van Dijk' }]);
  });

  it('need an e-mail address', async () => {
    await expect(putPoolUser(house.database, { email: 'noor', name: 'Noor' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'email',
    });
  });

  it('change by the field', async () => {
    await updatePoolUser(house.database, userId, { middleName: 'anna', phoneNumber: '+31201234567' });
    expect(await pool('select name, middle_name, family_name, phone_number from pool_user where user_id = $1')).toEqual([
      { name: 'Noor', middle_name: 'anna', family_name: 'van Dijk', phone_number: '+31201234567' },
    ]);
  });

  it('get groups for each partner, of one client only, and lose their tokens when the groups change and only then', async () => {
    const { database, clientA, clientB } = house;
    const read = async () => (await pool<{ at: Date | null }>('select tokens_valid_from as at from pool_user where user_id = $1'))[0]?.at;
    await setPoolGroups(database, userId, clientB, [{ roleId: 'AGENT', partnerIds: [] }]);
    await setPoolGroups(database, userId, clientA, [{ roleId: 'DCA_AGENT', partnerIds: ['p1', 'p2'] }]);
    const first = await read();
    await setPoolGroups(database, userId, clientA, [
      { roleId: 'DCA_AGENT', partnerIds: ['p2'] },
      { roleId: 'DCA_AGENT', partnerIds: ['p1'] },
    ]);
    expect(await read()).toEqual(first);
    await setPoolGroups(database, userId, clientA, [{ roleId: 'SUPERVISOR', partnerIds: [] }]);
    expect((await read())!.getTime()).toBeGreaterThan(first!.getTime());
    expect(await clientsOf(database, userId)).toEqual([clientA, clientB].sort());
  });

  it('stay disabled in a client when their groups change, and work for the others', async () => {
    const { database, clientA, clientB } = house;
    await setPoolGroupEnabled(database, userId, clientA, false);
    await setPoolGroups(database, userId, clientA, [{ roleId: 'AGENT', partnerIds: [] }]);
    expect(await clientsOf(database, userId)).toEqual([clientB]);
    await setPoolGroupEnabled(database, userId, clientA, true);
    expect(await clientsOf(database, userId)).toEqual([clientA, clientB].sort());
  });

  it('are invited by a mail with a link, and only its hash is kept', async () => {
    const shown = vi.spyOn(console, 'log').mockImplementation(() => {});
    const invitation = { userId, clientName: 'Nordlicht Energie', inviter: 'Ada Petersen', locale: 'nl_NL' } as const;
    await invite(house.database, house.config, invitation);
    await invite(house.database, house.config, invitation);
    const mail = String(shown.mock.calls[1]);
    expect(mail).toContain('noor@nordlicht.example');
    expect(mail).toContain('Beste Noor A. van Dijk');
    const code = /code=([\w-]+)/.exec(mail)?.[1] ?? '';
    expect(code).not.toBe('');
    // The older invitation has ended.
    const kept = await pool<{ code_hash: string }>('select code_hash from pool_code where user_id = $1');
    expect(kept.map((row) => row.code_hash)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(JSON.stringify(await pool('select * from pool_code where user_id = $1'))).not.toContain(code);
  });

  it('cannot be invited in production while no mail is configured', async () => {
    const invitation = { userId, clientName: 'Nordlicht Energie', inviter: 'Ada Petersen', locale: 'en_US' } as const;
    await expect(invite(house.database, { ...house.config, production: true }, invitation)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('leave nothing but their id when they are anonymized', async () => {
    await anonymizePoolUser(house.database, userId);
    const [row] = await pool<Record<string, unknown>>('select * from pool_user where user_id = $1');
    expect(JSON.stringify(row)).not.toMatch(/noor|dijk|nordlicht|31201234567/i);
    expect(await clientsOf(house.database, userId)).toEqual([]);
    await expect(updatePoolUser(house.database, userId, { name: 'Noor' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
