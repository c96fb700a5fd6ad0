/** Landing pages as a file: JSON under a signed address for minutes. */
import type { FastifyInstance } from 'fastify';
import { fault, invalid } from '../../../core/fault.ts';
import { isFlagOn } from '../../../core/featureFlags.ts';
import { isUuid } from '../../../core/id.ts';
import { MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { appendEvents } from '../../platform/events.ts';
import { isSignedBy, sign } from '../../platform/keyRing.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { listLandingPages } from './cms.landing.list.logic.ts';
import { readLandingPage } from './cms.landing.logic.ts';
import { presentParts } from './cms.landing.ts';

const PURPOSE = 'landing page files';
const LIFETIME = 5 * MINUTE;
/** Pages of one file: their ids stand in its address. */
const MOST = 50;

/** @returns where the file is. @throws Fault FORBIDDEN without the flag LANDING_PAGE_EXPORT; NOT_FOUND, INVALID_INPUT */
export async function exportLandingPages(
  tx: Tx,
  wanted: readonly string[],
  prefix: string,
  { publicUrl, featureFlags }: Pick<Config, 'publicUrl' | 'featureFlags'>,
): Promise<{ fileName: string; fileURL: string }> {
  const client = await readClient(tx);
  if (!isFlagOn('LANDING_PAGE_EXPORT', client.featureFlags, featureFlags)) throw fault('FORBIDDEN', 'exportOff');
  const ids = [...new Set(wanted)];
  if (ids.length === 0 || ids.length > MOST) throw invalid('landingPageIds', 'exportSome', { number: MOST });
  for (const id of ids) await readLandingPage(tx, id);
  await appendEvents(tx, [{ messageType: 'landingPagesExported', payload: { landingPageIds: ids } }]);
  const fileName = `${
    prefix
      .trim()
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 80) || 'landing-pages'
  }.json`;
  const pages = ids.join(',');
  const expires = String(now() + LIFETIME);
  const signature = sign(PURPOSE, `${pages}.${fileName}.${expires}`, tx.clientId);
  const query = new URLSearchParams({ pages, name: fileName, expires, signature });
  return { fileName, fileURL: `${publicUrl}/api/cms/landing-pages/${tx.clientId}?${query}` };
}

/** Adds /api/cms/landing-pages/<clientId>. */
export async function mountLandingFiles(app: FastifyInstance, { database }: { readonly database: Database }): Promise<void> {
  app.get<{ Params: { clientId: string }; Querystring: Record<string, unknown> }>(
    '/api/cms/landing-pages/:clientId',
    async ({ params: { clientId }, query }, reply) => {
      const [pages, name, expires, signature] = ['pages', 'name', 'expires', 'signature'].map((key) => String(query[key] ?? ''));
      const isRight =
        isUuid(clientId) &&
        /^\d{1,15}$/.test(expires!) &&
        Number(expires) > now() &&
        isSignedBy(PURPOSE, `${pages}.${name}.${expires}`, signature!, clientId);
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      if (!isRight) return reply.code(404).type('text/plain').send('Not found');
      const ids = new Set(pages!.split(','));
      const rows = await inClient(database, clientId, (tx) => listLandingPages(tx), { readOnly: true });
      const shown = rows
        .filter(({ landingPageId }) => ids.has(landingPageId))
        .map(({ landingPageId, displayName, type, tags, content: { siteTitle, faviconPath, parts } }) => ({
          ...{ displayName, type, tags, siteTitle, faviconPath },
          pageContents: presentParts(parts, landingPageId).map(({ type: part, template, contentTemplates }) => ({
            type: part,
            template: { design: template.design },
            contentTemplates: contentTemplates.map(({ locale, content }) => ({ locale, content })),
          })),
        }));
      return reply
        .header('content-disposition', `attachment; filename="landing-pages.json"; filename*=UTF-8''${encodeURIComponent(name!)}`)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ format: 1, landingPages: shown }, null, 2));
    },
  );
}
