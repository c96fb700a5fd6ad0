import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';

const FIELDS = 'viewId name search isShared isDefault isMine isEditable revision';
const LIST = `query ($c: ID!, $screen: String!) { getSavedViews(clientId: $c, screen: $screen) { ${FIELDS} } }`;
const SAVE = `mutation ($c: ID!, $view: SavedViewInput!) { saveView(clientId: $c, view: $view) { ${FIELDS} } }`;
const DELETE = 'mutation ($c: ID!, $viewId: ID!, $revision: Int) { deleteView(clientId: $c, viewId: $viewId, revision: $revision) }';
const DEFAULT = `mutation ($c: ID!, $viewId: ID) { setDefaultView(clientId: $c, screen: "claims", viewId: $viewId) { name isDefault } }`;

interface View {
  viewId: string;
  name: string;
  isDefault: boolean;
  isEditable: boolean;
  revision: number;
}

let house: TestHouse;
let colleague: string;
let plain: string;

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA((tx) =>
    tx.sql(
      `insert into client_role (client_id, name, role_type, permissions, created_at, updated_at) values ($1, 'CLERK', 'WORK', $2, $3, $3)`,
      [tx.clientId, JSON.stringify([{ domain: 'backoffice', actions: ['saveViews'] }]), isoInstant(now())],
    ),
  );
  colleague = await house.tokenFor(house.clientA, 'ADMINISTRATOR', uuidv7());
  plain = await house.tokenFor(house.clientA, 'CLERK', uuidv7());
});
afterAll(() => house.close());

const list = async (token?: string) =>
  (await house.call<{ getSavedViews: View[] }>('layout', LIST, { c: house.clientA, screen: 'claims' }, token)).getSavedViews;
const save = async (view: object, token?: string) =>
  (
    await house.call<{ saveView: View }>(
      'layout',
      SAVE,
      { c: house.clientA, view: { screen: 'claims', search: 'status=open', ...view } },
      token,
    )
  ).saveView;
const refusal = async (view: object, token?: string) =>
  (await house.raw('layout', SAVE, { c: house.clientA, view: { screen: 'claims', search: '', ...view } }, token)).errors?.[0]?.extensions;

describe('views of a list', () => {
  it('are their maker’s own until they are shared', async () => {
    const mine = await save({ name: 'Mine' });
    expect((await list(colleague)).map((view) => view.name)).toEqual([]);
    await save({ viewId: mine.viewId, revision: 1, name: 'Ours', isShared: true });
    expect(await list(colleague)).toMatchObject([{ name: 'Ours', isMine: false, isEditable: true, isShared: true, search: 'status=open' }]);
    expect(await list(plain)).toMatchObject([{ name: 'Ours', isEditable: false }]);
    expect(await refusal({ viewId: mine.viewId, name: 'Theirs' }, plain)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal({ name: 'Loud', isShared: true }, plain)).toMatchObject({ code: 'FORBIDDEN' });
    await expect(house.call('layout', LIST, { c: house.clientB, screen: 'claims' })).rejects.toThrow('NOT_FOUND');
  });

  it('tell who saves over somebody else’s change', async () => {
    const [view] = await list();
    await save({ viewId: view!.viewId, revision: view!.revision, name: 'Ours, newer' }, colleague);
    expect(await refusal({ viewId: view!.viewId, revision: view!.revision, name: 'Ours, mine' })).toMatchObject({ code: 'CONFLICT' });
    const { errors } = await house.raw('layout', DELETE, { c: house.clientA, viewId: view!.viewId, revision: view!.revision });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
    expect((await list()).map((each) => each.name)).toEqual(['Ours, newer']);
  });

  it('open one’s list by one of them, for oneself alone', async () => {
    const [first, second] = [await save({ name: 'First', isDefault: true }), await save({ name: 'Second' })];
    const { setDefaultView } = await house.call<{ setDefaultView: object[] }>('layout', DEFAULT, {
      c: house.clientA,
      viewId: second.viewId,
    });
    expect(setDefaultView).toEqual([
      { name: 'First', isDefault: false },
      { name: 'Ours, newer', isDefault: false },
      { name: 'Second', isDefault: true },
    ]);
    await expect(house.call('layout', DEFAULT, { c: house.clientA, viewId: first.viewId }, colleague)).rejects.toThrow('NOT_FOUND');
    expect((await list()).find((view) => view.isDefault)?.name).toBe('Second');
    await house.call('layout', DEFAULT, { c: house.clientA, viewId: null });
    expect((await list()).some((view) => view.isDefault)).toBe(false);
  });

  it('have names of their own, and are at most 50', async () => {
    expect(await refusal({ name: ' first ' })).toMatchObject({ code: 'INVALID_INPUT', field: 'view.name' });
    expect(await refusal({ name: ' ' })).toMatchObject({ code: 'INVALID_INPUT', field: 'view.name' });
    expect(await refusal({ name: 'Long', search: 'x'.repeat(8001) })).toMatchObject({ code: 'INVALID_INPUT', field: 'view.search' });
    expect(await refusal({ name: 'Elsewhere', screen: '../x' })).toMatchObject({ code: 'INVALID_INPUT', field: 'view.screen' });
    const some = await list();
    for (let more = some.length; more < 50; more++) await save({ name: `View ${more}` });
    expect(await refusal({ name: 'One too many' })).toMatchObject({ code: 'INVALID_INPUT', field: 'view.name' });
    const events = await house.inA((tx) => tx.sql(`select count(*)::int as n from event where message_type = 'viewSaved'`));
    expect((events[0] as { n: number }).n).toBeGreaterThan(50);
  });
});
