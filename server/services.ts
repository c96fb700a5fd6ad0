/** Every service of the house, in the order of the specification's prefixes. A new one is one import and one line. */
import { MOCKED } from '../core/mocks.ts';
// What services queue in the outbox leaves by its jobs.
import './platform/outbox/outbox.jobs.ts';
import { defineService } from './platform/service.ts';
import { resolvers as account } from './services/account/account.resolvers.ts';
import { resolvers as api } from './services/api/api.resolvers.ts';
import { resolvers as backoffice } from './services/backoffice/backoffice.resolvers.ts';
import { resolvers as cms } from './services/cms/cms.resolvers.ts';
import { resolvers as decision } from './services/decision/decision.resolvers.ts';
import { resolvers as events } from './services/events/events.resolvers.ts';
import { resolvers as files } from './services/files/files.resolvers.ts';
import { resolvers as finance } from './services/finance/finance.resolvers.ts';
import { resolvers as identity } from './services/identity/identity.resolvers.ts';
import { resolvers as portfolioImport } from './services/import/import.resolvers.ts';
import { resolvers as landingPage } from './services/landing-page/landing-page.resolvers.ts';
import { resolvers as layout } from './services/layout/layout.resolvers.ts';
import { resolvers as mocks } from './services/mocks/mocks.resolvers.ts';
import { resolvers as notes } from './services/notes/notes.resolvers.ts';
import { resolvers as notifications } from './services/notifications/notifications.resolvers.ts';
import { resolvers as operations } from './services/operations/operations.resolvers.ts';
import { resolvers as partner } from './services/partner/partner.resolvers.ts';
import { resolvers as privacy } from './services/privacy/privacy.resolvers.ts';
import { resolvers as reactions } from './services/reactions/reactions.resolvers.ts';
import { resolvers as reporting } from './services/reporting/reporting.resolvers.ts';
import { resolvers as strategy } from './services/strategy/strategy.resolvers.ts';
import { resolvers as webhooks } from './services/webhook-subscription/webhook-subscription.resolvers.ts';
import { resolvers as workflows } from './services/workflows/workflows.resolvers.ts';

export const SERVICES = [
  defineService('account', account),
  defineService('api', api),
  defineService('backoffice', backoffice),
  defineService('cms', cms),
  defineService('decision', decision),
  defineService('events', events),
  defineService('files', files),
  defineService('finance', finance),
  defineService('identity', identity),
  defineService('import', portfolioImport),
  defineService('landing-page', landingPage),
  defineService('layout', layout),
  defineService('mocks', mocks, MOCKED),
  defineService('notes', notes),
  defineService('notifications', notifications),
  defineService('operations', operations),
  defineService('partner', partner),
  defineService('privacy', privacy),
  defineService('reactions', reactions),
  defineService('reporting', reporting),
  defineService('strategy', strategy),
  defineService('webhook-subscription', webhooks),
  defineService('workflows', workflows),
];
