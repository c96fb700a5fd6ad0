import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { MODULES } from '../../core/modules.ts';
import { PERMISSIONS } from '../../core/permissions.ts';
import { SCREENS } from '../../core/screens.ts';
import { INSTEAD } from '../screens/later/later.ts';
import shell from './i18n/en_US/shell.json' with { type: 'json' };
import { entryOf, MENU } from './menu.ts';
import { insideClient, paths } from './paths.ts';
import { ROUTES } from './routes.ts';
import { matched, titleOf } from './title.ts';

const client = '0192f0c1-2b3c-7d4e-8f90-a1b2c3d4e5f6';
const id = '0192f0c1-2b3c-7d4e-8f90-a1b2c3d4e5f7';

/** Every address of specification 1, section 2.2, filled in: its action there or ours, and what its title says after the product's name. */
const ADDRESSES: [address: string, action: string, title: string][] = [
  ['dashboard', 'view-embedded-dashboard', 'Dashboards'],
  ['dashboard/live-board', 'view-live-board', 'Dashboards · Live board'],
  ['dashboard/reports', 'view-insights-reports', 'Dashboards · Reports'],
  ['dashboard/backoffice-homepage', 'view-backoffice-homepage', 'Dashboards · Home'],
  ['account/tasks', 'view-tasks', 'Collect · Task queue'],
  ['account/claim-overview', 'view-claim-overview', 'Collect · Claims'],
  ['account/manage', 'view-accounts', 'Collect · Accounts'],
  ['account/communication-center', 'view-communication-center', 'Collect · Communications'],
  ['account/collector-workspace', 'view-collector-workspace', 'Collect · Collector workspace'],
  [`account/${id}`, 'view-account', 'Collect · Account'],
  ['account/claim/0007900770', 'view-claim', 'Collect · Claim'],
  [`account/${id}/claim/0007900770`, 'view-claim', 'Collect · Account · Claim'],
  ['AI/overview', 'view-ai-overview', 'AI · AI overview'],
  ['AI/insights', 'view-ai-insights', 'AI · AI insights'],
  [`AI/overview/${id}`, 'view-ai-overview', 'AI · AI overview · Step'],
  [`AI/overview/${id}/${id}`, 'view-ai-overview', 'AI · AI overview · Step'],
  [`AI/insights/${id}/${id}`, 'view-ai-insights', 'AI · AI insights · Step'],
  [`AI/insights/${id}/${id}/email`, 'view-ai-insights', 'AI · AI insights · Template'],
  ['asset/transactions', 'view-transactions', 'Partners · Transactions'],
  ['asset/partners', 'view-partners', 'Partners'],
  [`asset/${id}`, 'view-partners', 'Partners · Partner'],
  ['content/lp-client', 'view-lp-client', 'Content · Client landing pages'],
  ['content/global-placeholders', 'view-global-placeholders', 'Content · Global placeholders'],
  ['content/shared-blocks', 'view-shared-blocks', 'Content · Shared blocks'],
  ['content/shared-blocks/new', 'view-shared-blocks', 'Content · Shared blocks · Shared block'],
  ['content/pictures', 'view-pictures', 'Content · Pictures'],
  ['content/brand', 'view-brand', 'Content · Brand'],
  ['content/call-scripts', 'view-call-scripts', 'Content · Call scripts'],
  ['content/landing-page-builder', 'view-landing-page-builder', 'Content · Landing pages'],
  ['content/landing-page-builder/create', 'view-landing-page-builder', 'Content · Landing pages · New landing page'],
  [`content/landing-page-builder/create/${id}`, 'view-landing-page-builder', 'Content · Landing pages · New landing page'],
  [`content/landing-page-builder/edit/${id}`, 'view-landing-page-builder', 'Content · Landing pages · Landing page'],
  [`content/landing-page-builder/clone/${id}`, 'view-landing-page-builder', 'Content · Landing pages · New landing page'],
  ['content/email-builder', 'view-email-builder', 'Content · Email'],
  ['content/messaging-builder', 'view-messaging-builder', 'Content · SMS and WhatsApp'],
  ['content/letter-builder', 'view-letter-builder', 'Content · Letters'],
  [`content/letter-builder/edit/${id}`, 'view-letter-builder', 'Content · Letters · Letter'],
  ['content/robocall-builder', 'view-robocall-builder', 'Content · Automated calls'],
  ['content/robocall-builder/new', 'view-robocall-builder', 'Content · Automated calls · Automated call'],
  ['content/playground', 'view-playground', 'Content · Playground'],
  ['configuration/general', 'view-general', 'Configuration · General'],
  ['configuration/operations', 'view-operations', 'Configuration · Message providers'],
  ['configuration/metadata', 'view-metadata', 'Configuration · Metadata'],
  ['configuration/schedule', 'view-schedule', 'Configuration · Schedule'],
  ['configuration/user/list', 'view-users', 'Configuration · Users'],
  ['configuration/user/detail', 'view-users', 'Configuration · User'],
  [`configuration/user/detail/${id}`, 'view-users', 'Configuration · User'],
  ['configuration/user-audit', 'view-user-audit', 'Configuration · User audit'],
  ['configuration/webhooks', 'view-webhooks', 'Configuration · Webhooks'],
  ['configuration/api-keys', 'view-api-keys', 'Configuration · API keys'],
  ['configuration/api-keys/reference', 'view-api-keys', 'Configuration · API keys · API reference'],
  ['configuration/queues', 'view-queues', 'Configuration · Queues'],
  ['configuration/events', 'view-events', 'Configuration · Events'],
  ['configuration/workflows/list', 'view-workflows', 'Configuration · Workflows'],
  ['configuration/workflows', 'view-workflows', 'Configuration · Workflow'],
  [`configuration/workflows/${id}`, 'view-workflows', 'Configuration · Workflow'],
  ['configuration/roles', 'view-roles', 'Configuration · Roles'],
  ['configuration/roles/AGENT', 'view-roles', 'Configuration · Roles · Role'],
  ['strategy/strategy-builder-new', 'view-strategies', 'Strategies'],
  [`strategy/strategy-builder-new/${id}`, 'view-strategy', 'Strategies · Strategy'],
  ['strategy/decision-tree', 'view-decision-trees', 'Strategies · Decision trees'],
  ['strategy/decision-tree/tree', 'view-decision-trees', 'Strategies · Decision trees · Decision tree'],
  [`strategy/decision-tree/tree/${id}/2`, 'view-decision-trees', 'Strategies · Decision trees · Decision tree'],
  ['strategy/strategy-simulator', 'view-simulator', 'Strategies · Simulator'],
  ['strategy/reactions-editor', 'view-reactions', 'Strategies · Reactions'],
];
/** The route that a browser would open: more exact ones first, as the router ranks them. */
const routeOf = (address: string) =>
  matchRoutes(
    ROUTES.map((route) => ({ path: `/${route.path}`, handle: route })),
    `/${address}`,
  )?.at(-1)?.route.handle;

describe('the routes', () => {
  it.each(ADDRESSES)('%s asks for %s and is titled %s', (address, action, title) => {
    const route = routeOf(address)!;
    expect(route.action).toBe(action);
    const { area, routes } = matched(ROUTES, route);
    const words = [...(area === null ? [] : [shell.area[area]]), ...routes.map((each) => shell.screen[each.name])];
    expect(titleOf(shell.product, words)).toBe(`Quittance · ${title}`);
  });

  it('carry an action of the back-office domain, and a path of their own', () => {
    for (const route of ROUTES) expect(PERMISSIONS['backoffice-spa']).toContain(route.action);
    expect(new Set(ROUTES.map((route) => route.path)).size).toBe(ROUTES.length);
  });

  it('show every screen that is declared, once', () => {
    expect(ROUTES.map((route) => route.name).sort()).toEqual(Object.keys(SCREENS).sort());
  });

  it('are where the named addresses lead', () => {
    // account-detail, claim, configuration-user-list, email-editor-edit, sms-editor, letter-editor, calls-editor, landing-page-edit
    const named: [string, string][] = [
      [paths.account(client, id), 'account'],
      [paths.claim(client, '0007900770'), 'claim'],
      [paths.users(client), 'users'],
      [paths.emailEdit(client, id), 'emailEdit'],
      [paths.smsEdit(client), 'messagingBuilder'],
      [paths.letterEdit(client), 'letterBuilder'],
      [paths.callsEdit(client), 'robocallBuilder'],
      [paths.landingPageEdit(client, id), 'landingPageEdit'],
      // Parts of a path that may be left out, and several of them.
      [paths.user(client), 'user'],
      [paths.user(client, id), 'user'],
      [paths.smsEdit(client, id), 'messagingEdit'],
      [paths.accountClaim(client, id, '0007/900770'), 'accountClaim'],
    ];
    for (const [address, name] of named) expect(routeOf(address.slice(client.length + 2))?.name, address).toBe(name);
    expect(paths.user(client)).toBe(`/${client}/configuration/user/detail`);
    expect(paths.accountClaim(client, id, '0007/900770')).toBe(`/${client}/account/${id}/claim/0007%2F900770`);
    expect(paths.smsEdit(client, id)).toBe(`/${client}/content/messaging-builder/edit/${id}/sms`);
  });

  it('that are still to be built say what for, and lead on to screens that are not', () => {
    const later = ROUTES.filter((route) => route.isLater);
    for (const route of later) expect(Object.keys(INSTEAD), route.name).toContain(route.under ?? route.name);
    for (const name of Object.values(INSTEAD).flat()) expect(later.map((route) => route.name)).not.toContain(name);
  });

  const names = MENU.flatMap((section) => section.entries.flatMap((entry) => entry.children));

  it('stand in the sidebar once, or name the screen there whose entry is marked', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const route of ROUTES) expect([route.name, names.includes(entryOf(route)!)]).toEqual([route.name, true]);
    for (const route of ROUTES) expect([route.name, names.includes(route.name)]).toEqual([route.name, route.under === undefined]);
  });

  it('stand among the modules that roles are given, or the sidebar would never show them', () => {
    const given = MODULES.flatMap((module) => [module, ...module.children]).map((module) => module.path);
    const built = ROUTES.filter((route) => names.includes(route.name) && !route.isLater).map((route) => route.path);
    expect(built.filter((path) => !given.includes(path))).toEqual([]);
  });
});

describe('the title', () => {
  const say = (address: string) => {
    const { area, routes } = matched(ROUTES, routeOf(address)!);
    return [area, ...routes.map((route) => route.name)];
  };
  it('names everything that the address matches', () => {
    expect(say('account/tasks')).toEqual(['account', 'tasks']);
    expect(say(`account/${id}/claim/1`)).toEqual(['account', 'account', 'accountClaim']);
    expect(say(`content/email-builder/edit/${id}`)).toEqual(['content', 'emailBuilder', 'emailEdit']);
    expect(say('inbox')).toEqual([null, 'inbox']);
  });
  it('begins with the product and says nothing twice in a row', () => {
    expect(titleOf('Quittance', ['Content', 'Email', 'Email'])).toBe('Quittance · Content · Email');
  });
});

it('a link leads to an address inside the client only', () => {
  expect(insideClient(client, `/${client}/inbox`)).toBe(`/${client}/inbox`);
  for (const bad of [null, '/', 'https://elsewhere.example/', `//elsewhere.example/${client}/`, `/${id}/inbox`])
    expect(insideClient(client, bad)).toBeNull();
});
