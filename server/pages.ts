/** What a web process answers besides GraphQL: uploads, tracking, providers' callbacks, the debtor's page and the staff application. */
import type { FastifyInstance } from 'fastify';
import { mountPortal } from '../portal/mount.ts';
import { mountExports } from './exports.ts';
import { now } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Tokens } from './platform/identity.ts';
import { secretsFor } from './platform/keyRing.ts';
import type { Database } from './platform/tenancy.ts';
import { mountInbound } from './services/cms/cms.inbound.ts';
import { mountLandingFiles } from './services/cms/cms.landing.file.ts';
import { mountMessageFiles } from './services/cms/cms.messageFile.ts';
import { mountPictures } from './services/cms/cms.picture.ts';
import { mountPrintBatches } from './services/cms/cms.print.files.ts';
import { mountTracking } from './services/cms/cms.tracking.ts';
import { mountFileUploads } from './services/files/files.upload.ts';
import { mountAccountingFiles } from './services/finance/accounting/download.ts';
import { mountStatementUploads } from './services/finance/bank/upload.ts';
import { mountBalancePrint } from './services/finance/explain/balance.print.ts';
import { mountPaymentCallbacks } from './services/finance/providers/callback.ts';
import { mountImportUploads } from './services/import/import.upload.ts';
import { portalServices } from './services/landing-page/landing-page.portal.logic.ts';
import { mountPartnerUploads } from './services/partner/partner.exchange.upload.ts';
import { mountPartnerInvoices } from './services/partner/transaction/invoice.files.ts';
import { mountDataFiles } from './services/privacy/privacy.download.ts';
import { mountStrategyUploads } from './services/strategy/strategy.upload.ts';
import { mountLocation, pageSettings } from './settings.ts';
import { mountWebApp } from './webapp.ts';

/** @param webFolder the built staff application; null when somebody else serves it. */
export async function mountPages(
  app: FastifyInstance,
  tokens: Tokens,
  database: Database,
  config: Config,
  webFolder: string | null,
): Promise<void> {
  await mountTracking(app, { database, config });
  await mountPictures(app, { database });
  await mountMessageFiles(app, { database });
  await mountLandingFiles(app, { database });
  await mountPrintBatches(app, { database });
  await mountInbound(app, { database, config });
  await mountExports(app, { database, tokens });
  await mountImportUploads(app, { database, tokens, config });
  await mountAccountingFiles(app, { database, tokens });
  await mountStatementUploads(app, { database, tokens });
  await mountPartnerUploads(app, { database, tokens, config });
  await mountFileUploads(app, { database });
  await mountStrategyUploads(app, { database });
  await mountPaymentCallbacks(app, { database, config });
  await mountBalancePrint(app, { database, tokens });
  await mountPartnerInvoices(app, { database, tokens });
  await mountDataFiles(app, { database, tokens });
  await mountPortal(app, {
    services: portalServices(database, config),
    secrets: secretsFor("debtor's page"),
    isSecure: config.production,
    now,
  });
  mountLocation(app, config);
  if (webFolder !== null) await mountWebApp(app, webFolder, pageSettings(config));
}
