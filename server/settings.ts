/** What the staff application's page is told by the installation, and where its visitors are. */
import type { FastifyInstance } from 'fastify';
import { countryOrNull, LOOKUP_MS } from '../core/consent.ts';
import type { PageSettings } from '../core/pageSettings.ts';
import { RELEASE, SAMPLE_RATES } from '../core/release.ts';
import type { Config } from './platform/config.ts';

/** @returns what index.html carries. */
export function pageSettings(config: Config): PageSettings {
  const scriptUrl = config.errorReportingScriptUrl;
  return {
    stage: config.production ? 'PROD' : 'DEV',
    helpUrl: config.helpUrl,
    analyticsScriptUrl: config.analyticsScriptUrl,
    errorReporting: scriptUrl === null ? null : { scriptUrl, release: RELEASE, sampleRates: SAMPLE_RATES },
    looksUpLocation: config.locationLookupUrl !== null,
  };
}

/** @returns the page with the settings in its head. */
export function withSettings(page: string, settings: PageSettings): string {
  const content = JSON.stringify(settings).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return page.replace('</head>', () => `  <meta name="quittance" content="${content}" />\n  </head>`);
}

/**
 * GET /location: the visitor's country as two capital letters, asked of the service of LOCATION_LOOKUP_URL, so that a browser never speaks
 * to it. 404 when nothing is configured or nobody knows.
 */
export function mountLocation(app: FastifyInstance, config: Config): void {
  app.get('/location', async (request, reply) => {
    const country = config.locationLookupUrl === null ? null : await lookUp(config.locationLookupUrl.replace('{ip}', request.ip));
    if (country === null) return reply.code(404).send({ error: 'not found' });
    return reply.type('text/plain').header('cache-control', 'private, max-age=86400').send(country);
  });
}

async function lookUp(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LOOKUP_MS) });
    return answer.ok ? countryOrNull((await answer.text()).trim()) : null;
  } catch {
    return null;
  }
}
