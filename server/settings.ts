/** What the staff application's page is told by the installation, and where its visitors are. */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { countryOrNull, LOOKUP_MS } from '../core/consent.ts';
import type { PageSettings } from '../core/pageSettings.ts';
import { RELEASE, SAMPLE_RATES } from '../core/release.ts';
import { DAY, MINUTE } from '../core/time.ts';
import { now } from './platform/clock.ts';
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
  const lookUp = config.locationLookupUrl === null ? null : locationLookUp(config.locationLookupUrl);
  app.get('/location', async (request, reply) => {
    const country = (await lookUp?.(request.ip)) ?? null;
    if (country === null) return reply.code(404).send({ error: 'not found' });
    return reply.type('text/plain').header('cache-control', 'private, max-age=86400').send(country);
  });
}

/** Visitors that are remembered, and for how long, milliseconds: what was answered, and that nobody answered. */
const REMEMBERED = 10_000;
const KNOWN_MS = DAY;
const UNKNOWN_MS = MINUTE;

/** @returns how to ask for the country of an address: once a day for each, and never for what is no IP address. */
export function locationLookUp(template: string): (ip: string) => Promise<string | null> {
  const known = new Map<string, { readonly until: number; readonly country: Promise<string | null> }>();
  return (ip) => {
    if (isIP(ip) === 0 || ip.includes('%')) return Promise.resolve(null);
    const found = known.get(ip);
    if (found && found.until > now()) return found.country;
    const country = ask(template.replaceAll('{ip}', encodeURIComponent(ip)));
    known.delete(ip);
    known.set(ip, { until: now() + KNOWN_MS, country });
    void country.then((answer) => {
      if (answer === null) known.set(ip, { until: now() + UNKNOWN_MS, country });
    });
    // The one that has been known longest goes.
    for (const oldest of known.size > REMEMBERED ? known.keys() : []) {
      known.delete(oldest);
      break;
    }
    return country;
  };
}

async function ask(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LOOKUP_MS) });
    if (!answer.ok || !answer.body) return null;
    let text = '';
    // A country is two letters; what goes on and on is not read.
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.length > 64) return null;
    }
    return countryOrNull(text.trim());
  } catch {
    return null;
  }
}
