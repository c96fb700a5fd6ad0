/**
 * Designs of an outside service that a new e-mail can begin with (specification 2, section 7, "Design service"). It is asked for its own designs, and to
 * write one out as HTML; nothing of a client is sent to it.
 */
import { z } from 'zod';
import { type Fault, fault, notFound } from '../../../core/fault.ts';
import type { Config } from '../../platform/config.ts';
import { call } from '../../platform/delivery/http.ts';
import { outboundOf } from '../../platform/outbound.ts';

/** Milliseconds that a person waits for it. */
const TIMEOUT = 15_000;
/** As many as it gives on one page, and pages that are asked for. */
const PAGE = 100;
const MOST_PAGES = 5;
/** The one that is empty: beginning without a design is offered by the product itself (specification 2, section 7). */
const EXCLUDED = '17473';

const id = z.union([z.string(), z.number()]).transform(String);
const listed = z.object({ data: z.array(z.object({ id, name: z.string(), displayMode: z.string().nullish() })) });
const whole = z.object({ data: z.object({ id, name: z.string(), displayMode: z.string().nullish(), design: z.unknown() }) });
const written = z.object({ data: z.object({ html: z.string() }) });

export interface ServiceDesign {
  readonly id: string;
  readonly name: string;
  /** What it is for: email or web. */
  readonly displayMode: string;
}

type Service = Pick<Config, 'designService' | 'outboundAllow' | 'production'>;

/** @returns its designs of e-mails by name; null where no service is set up. @throws Fault UNAVAILABLE */
export async function listServiceDesigns(config: Service): Promise<ServiceDesign[] | null> {
  if (!config.designService) return null;
  const found: ServiceDesign[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { data } = await ask(config, `/templates?page=${page}&perPage=${PAGE}&includeDesign=0`, null, listed);
    found.push(...data.map((each) => ({ ...each, displayMode: each.displayMode ?? 'email' })));
    if (data.length < PAGE) break;
  }
  return found
    .filter((each) => each.id !== EXCLUDED && each.displayMode === 'email')
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** @returns a design and the page that it comes to; null where no service is set up. @throws Fault NOT_FOUND, UNAVAILABLE */
export async function readServiceDesign(config: Service, designId: string): Promise<(ServiceDesign & { readonly html: string }) | null> {
  if (!config.designService) return null;
  if (designId === EXCLUDED) throw notFound('designNotFound');
  const { data } = await ask(config, `/templates/${encodeURIComponent(designId)}`, null, whole);
  const displayMode = data.displayMode ?? 'email';
  const { html } = (await ask(config, '/export/html', { displayMode, design: data.design }, written)).data;
  return { id: data.id, name: data.name, displayMode, html };
}

async function ask<Answer>(config: Service, path: string, body: unknown, form: z.ZodType<Answer>): Promise<Answer> {
  const { url, key } = config.designService!;
  const headers = {
    Accept: 'application/json',
    Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    ...(body !== null && { 'Content-Type': 'application/json' }),
  };
  const request = body === null ? { method: 'GET', headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await call(outboundOf(config), url + path, request, TIMEOUT);
  if ('broken' in answer) throw fault('UNAVAILABLE', 'designServiceAway', { reason: answer.broken });
  if (answer.status === 404) throw notFound('designNotFound');
  if (answer.status < 200 || answer.status >= 300) throw refused(answer.status);
  // What is no JSON, and JSON of another form, is no answer that anything can be made of.
  const parsed = form.safeParse(answer.body);
  if (!parsed.success) throw fault('UNAVAILABLE', 'designServiceWrong');
  return parsed.data;
}

const refused = (status: number): Fault =>
  status === 401 || status === 403 ? fault('UNAVAILABLE', 'designServiceKey') : fault('UNAVAILABLE', 'designServiceRefused', { status });
