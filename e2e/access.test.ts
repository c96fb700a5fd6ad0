/** Who sees what: each rule of specification 1, sections 2.5 (the sidebar), 4.3 and 6, in a browser. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BUILT_IN_ROLES } from '../core/roles.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { addPerson, call, type Person, signInAs } from './people.ts';
import { arrowTo, entryOf, goTo, menuOf, openPage, saveRole, setFlags } from './shell.ts';

let house: WholeHouse;
let browser: Browser;
let admin: Person;
let agent: Person;
let reader: Person;
const opened: BrowserContext[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  browser = await launchBrowser();
  admin = await addPerson(house, 'Mira Oduya', { [house.clientId]: 'ADMINISTRATOR' });
  agent = await addPerson(house, 'Ben Vogt', { [house.clientId]: 'AGENT' });
  reader = await addPerson(house, 'Rita Read', { [house.clientId]: 'READ_ONLY' });
});
afterAll(async () => {
  delete process.env.FEATURE_FLAGS;
  await browser.close();
  await house.close();
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

const open = (options?: BrowserContextOptions) => openPage(browser, opened, options);
const at = (path: string) => `${house.url}/${house.clientId}/${path}`;
const permissionsOf = (name: string) => BUILT_IN_ROLES.find((role) => role.name === name)!.permissions;
/** Answers StartModules as the server does, changed. */
const changeModules = (page: Page, change: (module: Record<string, unknown>) => void) =>
  page.route('**/api/backoffice', async (route) => {
    if (!route.request().postData()?.includes('"operationName":"StartModules"')) return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { getRoleModuleSchema: { children: Record<string, unknown>[] }[] } };
    for (const module of body.data.getRoleModuleSchema)
      for (const each of [module, ...module.children]) change(each as Record<string, unknown>);
    await route.fulfill({ response: answer, json: body });
  });

it('the sidebar shows what the role holds, and an entry with children opens a panel of them', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Strategies').waitFor();
  await entryOf(page, 'Configuration').focus();
  await menuOf(page).getByRole('button', { name: 'Configuration' }).press('Enter');
  await arrowTo(page, 'Contact rules');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/configuration/contact-rules');
  await menuOf(page).locator('button[data-here]').getByText('Configuration').waitFor();

  const other = await open();
  await signInAs(other, house, agent);
  await entryOf(other, 'Accounts').waitFor();
  for (const name of ['Strategies', 'Import', 'Content']) await expect.poll(() => entryOf(other, name).count(), { message: name }).toBe(0);
});

it('a flag shows its entry in open tabs at once; what is still to be built says so there, and is hidden without a flag', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Strategies').waitFor();
  await page.waitForLoadState('networkidle');
  for (const name of ['Simulator', 'Partners']) await expect.poll(() => entryOf(page, name).count(), { message: name }).toBe(0);
  await setFlags(house, { SIMULATOR: true, PARTNERS: true });
  await entryOf(page, 'Simulator').click();
  await page.getByRole('heading', { name: 'Simulator isn’t available yet' }).waitFor();
  await page.getByRole('link', { name: 'Open Strategies' }).click();
  await page.waitForURL('**/strategy/strategy-builder-new');
  await entryOf(page, 'Partners').waitFor();
  await page.goto(at('strategy/strategy-simulator'));
  await page.getByRole('heading', { name: 'Simulator isn’t available yet' }).waitFor();
  await page.waitForLoadState('networkidle');
  await setFlags(house, {});
  await page.waitForURL((url) => !url.pathname.endsWith('strategy-simulator'));
});

it('a role that is saved holds in open tabs at once', async () => {
  const page = await open();
  await signInAs(page, house, agent);
  await entryOf(page, 'Sandbox inbox').waitFor();
  await page.goto(at('inbox'));
  await page.getByRole('heading', { name: 'Sandbox inbox' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const own = BUILT_IN_ROLES.find((role) => role.name === 'AGENT')!.permissions;
  const less = own.map((each) =>
    each.domain === 'backoffice-spa' ? { ...each, actions: each.actions.filter((action) => action !== 'view-inbox') } : each,
  );
  await saveRole(house, 'AGENT', less);
  await page.waitForURL(at('account/tasks'));
  await expect.poll(() => entryOf(page, 'Sandbox inbox').count()).toBe(0);
  await saveRole(house, 'AGENT', own);
  await entryOf(page, 'Sandbox inbox').waitFor();
});

it('whoever is let out of the client is out of open tabs, and told why', async () => {
  const page = await open();
  const leaver = await addPerson(house, 'Lena Leaver', { [house.clientId]: 'AGENT' });
  await signInAs(page, house, leaver);
  await entryOf(page, 'Accounts').waitFor();
  await page.waitForLoadState('networkidle');
  await call(
    house,
    'backoffice',
    'mutation ($clientId: ID!, $userId: ID!) { setUserEnabled(clientId: $clientId, userId: $userId, enabled: false) { id } }',
    { clientId: house.clientId, userId: leaver.userId },
  );
  await page.getByText('You were signed out because').waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth');
});

/** Entries that a flag switches, the panel they stand in, and where they lead. */
const FLAGGED: readonly [flag: string, panel: string | null, entry: string, path: string][] = [
  ['HOME_PAGE', null, 'Home', 'dashboard/backoffice-homepage'],
  ['COMMUNICATIONS_CENTER', null, 'Communications', 'account/communication-center'],
  ['COLLECTORS_WORKSPACE', null, 'Collector workspace', 'account/collector-workspace'],
  ['DECISION_ENGINE', null, 'Decision trees', 'strategy/decision-tree'],
  ['ACCOUNT_REACTION_EVENTS', null, 'Reactions', 'strategy/reactions-editor'],
  ['SIMULATOR', null, 'Simulator', 'strategy/strategy-simulator'],
  ['NEW_AI_INSIGHT_LIST', 'AI insights', 'AI overview', 'AI/overview'],
  ['PARTNERS', 'Partners', 'Transactions', 'asset/transactions'],
  ['CMS_PLACEHOLDERS', 'Content', 'Global placeholders', 'content/global-placeholders'],
  ['LP_PLAYGROUND', 'Content', 'Playground', 'content/playground'],
  ['DASHBOARD', 'Reports', 'Reports', 'dashboard/reports'],
  ['EMBEDDED_DASHBOARD', 'Reports', 'Dashboards', 'dashboard'],
  ['USER_AUDIT', 'Configuration', 'User audit', 'configuration/user-audit'],
];

it('every flag of the sidebar brings its entry and its address, alone, and takes both away', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Strategies').waitFor();
  await page.waitForLoadState('networkidle');
  const off = Object.fromEntries(FLAGGED.map(([flag]) => [flag, false]));
  for (const [flag, panel, entry, path] of FLAGGED) {
    await setFlags(house, { ...off, [flag]: true });
    // The go-to window lists what the sidebar holds, in its panels too.
    await entryOf(page, 'Go to…').click();
    const listed = page.getByRole('dialog').getByRole('option');
    await expect
      .poll(async () => (await listed.allInnerTexts()).filter((text) => FLAGGED.some(([, , other]) => other === text.trim())))
      .toEqual([entry]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (panel !== null) await menuOf(page).getByRole('button', { name: panel, exact: true }).click();
    await (panel === null ? entryOf(page, entry) : page.getByRole('menuitem', { name: entry, exact: true })).click();
    await page.waitForURL(at(path));
  }
  await setFlags(house, off);
  await page.waitForURL(at('account/tasks'));
  for (const [, , , path] of FLAGGED) {
    await goTo(page, at(path));
    await page.waitForURL(at('account/tasks'));
  }
  await setFlags(house, {});
});

it('an address that may not be opened is left also when it comes before the last redirect has rendered', async () => {
  const page = await open();
  await setFlags(house, { SIMULATOR: false });
  await signInAs(page, house, admin);
  await entryOf(page, 'Strategies').waitFor();
  const hidden = at('strategy/strategy-simulator');
  await goTo(page, hidden);
  await page.waitForURL(at('account/tasks'));
  await page.evaluate((again) => {
    const replace = history.replaceState;
    history.replaceState = (...args) => {
      history.replaceState = replace;
      replace.apply(history, args);
      queueMicrotask(() => {
        history.pushState({ key: 'again' }, '', again);
        dispatchEvent(new PopStateEvent('popstate'));
        document.documentElement.dataset.again = 'yes';
      });
    };
  }, `${hidden}?again`);
  await goTo(page, hidden);
  await page.waitForFunction(() => document.documentElement.dataset.again === 'yes');
  await page.waitForURL(at('account/tasks'));
  await setFlags(house, {});
});

it('a flag comes from the client, else from the installation, else from the defaults', async () => {
  const page = await open();
  await signInAs(page, house, admin);
  await entryOf(page, 'Strategies').waitFor();
  await expect.poll(() => entryOf(page, 'Simulator').count()).toBe(0);
  process.env.FEATURE_FLAGS = 'SIMULATOR, PARTNERS';
  await page.reload();
  await entryOf(page, 'Simulator').waitFor();
  await entryOf(page, 'Partners').waitFor();
  await setFlags(house, { SIMULATOR: false });
  await page.reload();
  await entryOf(page, 'Partners').waitFor();
  await expect.poll(() => entryOf(page, 'Simulator').count()).toBe(0);
  delete process.env.FEATURE_FLAGS;
  await setFlags(house, {});
});

it('a module needs its default group, every other one that is not marked notRequired, or with onlyOneGroup the first', async () => {
  const page = await open();
  const group = (name: string, action: string, notRequired: boolean) => ({
    name,
    notRequired,
    activeByDefault: true,
    permissions: [{ domain: 'account-task', actions: [action] }],
  });
  let onlyOneGroup = false;
  // Agents may list their own tasks, and not reassign those of others.
  let groups = [group('default', 'reassignTask', false)];
  await changeModules(page, (module) => {
    if (module.name === 'tasks') Object.assign(module, { onlyOneGroup, permissionGroups: groups });
  });
  await signInAs(page, house, agent);
  const shows = async () => {
    await page.goto(at('account/manage'));
    await entryOf(page, 'Accounts').waitFor();
    return (await entryOf(page, 'Task queue').count()) === 1;
  };
  expect(await shows()).toBe(false);
  groups = [group('default', 'listOwnTasks', false), group('more', 'reassignTask', false)];
  expect(await shows()).toBe(false);
  groups = [group('default', 'listOwnTasks', false), group('more', 'reassignTask', true)];
  expect(await shows()).toBe(true);
  groups = [group('default', 'listOwnTasks', false), group('more', 'reassignTask', false)];
  onlyOneGroup = true;
  expect(await shows()).toBe(true);
});

it('the dialer’s control needs its flag, useDialer and getDialer', async () => {
  await setFlags(house, { DIALER_INTEGRATION: true });
  const own = permissionsOf('AGENT');
  const line = (page: Page) => page.getByRole('button', { name: /^Availability: / });
  const page = await open();
  await signInAs(page, house, agent);
  await line(page).waitFor();
  await page.waitForLoadState('networkidle');
  for (const missing of ['useDialer', 'getDialer']) {
    await saveRole(
      house,
      'AGENT',
      own.map((each) => ({ ...each, actions: each.actions.filter((action) => action !== missing) })),
    );
    await line(page).waitFor({ state: 'detached' });
    await saveRole(house, 'AGENT', own);
    await line(page).waitFor();
  }
  const other = await open();
  await signInAs(other, house, reader);
  await entryOf(other, 'Accounts').waitFor();
  await other.waitForLoadState('networkidle');
  await expect.poll(() => line(other).count()).toBe(0);
  await setFlags(house, { DIALER_INTEGRATION: false });
  await line(page).waitFor({ state: 'detached' });
  await setFlags(house, {});
});

it('an address needs its action in backoffice-spa: rights in other domains do not open it', async () => {
  const own = permissionsOf('AGENT');
  const page = await open();
  await signInAs(page, house, agent, at('account/manage'));
  await page.getByRole('grid').waitFor();
  await saveRole(
    house,
    'AGENT',
    own.map((each) =>
      each.domain === 'backoffice-spa' ? { ...each, actions: each.actions.filter((action) => action !== 'view-accounts') } : each,
    ),
  );
  await page.goto(at('account/manage'));
  await page.waitForURL(at('account/tasks'));
  await saveRole(house, 'AGENT', own);
});

it('a role that the server does not give back was not saved: an error says so, red and at the bottom right', async () => {
  const page = await open();
  await signInAs(page, house, admin, at('configuration/roles/AGENT'));
  await page.getByRole('checkbox').nth(3).click();
  await page.route('**/api/backoffice', (route) =>
    route.request().postData()?.includes('"operationName":"SaveRole"')
      ? route.fulfill({ json: { data: { saveClientRole: null } } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Problem saving role' });
  await toast.waitFor();
  const { x, y, width, height } = (await toast.boundingBox())!;
  expect([x + width, y + height]).toEqual([1260, 780]);
  await expect.poll(() => toast.evaluate((element) => getComputedStyle(element).borderInlineStartColor)).toBe('rgb(176, 52, 42)');
});
