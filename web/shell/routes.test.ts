import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../core/permissions.ts';
import { INSTEAD, PARENTS } from '../screens/later/later.ts';
import { MENU } from './menu.ts';
import { insideClient, paths } from './paths.ts';
import { ROUTES } from './routes.ts';
import { matched, titleOf } from './title.ts';

const client = '0192f0c1-2b3c-7d4e-8f90-a1b2c3d4e5f6';
const id = '0192f0c1-2b3c-7d4e-8f90-a1b2c3d4e5f7';

/** The addresses of specification 1, section 2.2, filled in. */
const ADDRESSES = [
  'account/tasks',
  'account/claim-overview',
  'account/manage',
  'account/communication-center',
  'account/collector-workspace',
  `account/${id}`,
  'account/claim/0007900770',
  `account/${id}/claim/0007900770`,
  'AI/overview',
  'AI/insights',
  `AI/overview/${id}/${id}`,
  `AI/insights/${id}/${id}`,
  `AI/insights/${id}/${id}/email`,
  'asset/transactions',
  'asset/partners',
  `asset/${id}`,
  'content/lp-client',
  'content/global-placeholders',
  'content/landing-page-builder',
  'content/landing-page-builder/create',
  `content/landing-page-builder/edit/${id}`,
  `content/landing-page-builder/clone/${id}`,
  'content/email-builder',
  'content/messaging-builder',
  'content/letter-builder',
  `content/letter-builder/edit/${id}`,
  'content/robocall-builder',
  'content/robocall-builder/new',
  'content/playground',
  'configuration/operations',
  'configuration/webhooks',
  'configuration/queues',
  'configuration/workflows/list',
  `configuration/workflows/${id}`,
  'strategy/strategy-builder-new',
  `strategy/strategy-builder-new/${id}`,
  'strategy/decision-tree',
  `strategy/decision-tree/tree/${id}/2`,
  'strategy/strategy-simulator',
  'strategy/reactions-editor',
];
const routeOf = (address: string) => ROUTES.find((route) => matchPath({ path: `/${route.path}`, end: true }, `/${address}`));

describe('the routes', () => {
  it.each(ADDRESSES)('%s opens a screen', (address) => expect(routeOf(address)).toBeDefined());

  it('carry an action of the back-office domain, and a name of their own', () => {
    for (const route of ROUTES) expect(PERMISSIONS['backoffice-spa']).toContain(route.action);
    expect(new Set(ROUTES.map((route) => route.name)).size).toBe(ROUTES.length);
    expect(new Set(ROUTES.map((route) => route.path)).size).toBe(ROUTES.length);
  });

  it('are where the named addresses lead', () => {
    const named: [string, string][] = [
      [paths.account(client, id), 'account'],
      [paths.claim(client, '0007900770'), 'claim'],
      [paths.emailEdit(client, id), 'emailEdit'],
      [paths.smsEdit(client), 'messagingBuilder'],
      [paths.letterEdit(client), 'letterBuilder'],
      [paths.callsEdit(client), 'robocallBuilder'],
      [paths.landingPageEdit(client, id), 'landingPageEdit'],
    ];
    for (const [address, name] of named) expect(routeOf(address.slice(client.length + 2))?.name, address).toBe(name);
  });

  it('that are still to be built say what for, and lead on to screens that are not', () => {
    const later = ROUTES.filter((route) => route.isLater);
    for (const route of later) expect(Object.keys(INSTEAD), route.name).toContain(PARENTS[route.name] ?? route.name);
    for (const name of Object.values(INSTEAD).flat()) expect(later.map((route) => route.name)).not.toContain(name);
  });

  it('stand in the sidebar once', () => {
    const names = MENU.flatMap((section) => section.entries.flatMap((entry) => ('route' in entry ? [entry.route] : entry.children)));
    expect(new Set(names).size).toBe(names.length);
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
    expect(titleOf('Quittance', ['Content', 'E-mail', 'E-mail'])).toBe('Quittance · Content · E-mail');
  });
});

it('a link leads to an address inside the client only', () => {
  expect(insideClient(client, `/${client}/inbox`)).toBe(`/${client}/inbox`);
  for (const bad of [null, '/', 'https://elsewhere.example/', `//elsewhere.example/${client}/`, `/${id}/inbox`])
    expect(insideClient(client, bad)).toBeNull();
});
