/** A client's embedded dashboards: pages of other houses, each in a tab of its own (specification 1, sections 2.6 and 3). */
import { eq } from 'drizzle-orm';
import { invalid } from '../../../core/fault.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from './backoffice.logic.ts';
import { client, type EmbeddedDashboard } from './backoffice.tables.ts';

const TYPES = ['quicksight', 'static'] as const;
/** Tabs that a line holds. */
const MOST = 20;
const MOST_LABEL = 60;
const MOST_URL = 4000;

/** @returns the dashboards in the order of their tabs. */
export async function listDashboards(tx: Tx): Promise<readonly EmbeddedDashboard[]> {
  return (await readClient(tx)).embeddedDashboards;
}

/**
 * Replaces the list. @param origins from which pages may be shown: the page's policy lets no other through.
 * @throws Fault INVALID_INPUT naming the dashboard and its field
 */
export async function setDashboards(
  tx: Tx,
  given: readonly { type: string; url: string; label: string }[],
  origins: readonly string[],
): Promise<readonly EmbeddedDashboard[]> {
  const before = await readClient(tx, 'update');
  if (given.length > MOST) throw invalid('dashboards', 'itemsMost', { number: MOST });
  const dashboards = given.map((each, index) => checked(each, `dashboards.${index}`, origins));
  const labels = dashboards.map(({ label }) => label.toLowerCase());
  const twice = labels.findIndex((label, index) => labels.indexOf(label) !== index);
  if (twice >= 0) throw invalid(`dashboards.${twice}.label`, 'dashboardTwice');
  // The database gives an object's fields in an order of its own.
  const plain = (list: readonly EmbeddedDashboard[]) => JSON.stringify(list.map(({ type, url, label }) => [type, url, label]));
  if (plain(before.embeddedDashboards) === plain(dashboards)) return dashboards;
  await tx.db
    .update(client)
    .set({ embeddedDashboards: dashboards, revision: before.revision + 1 })
    .where(eq(client.clientId, tx.clientId));
  // An embed address may carry a key: the log tells where a page comes from, not how it is opened.
  const told = (list: readonly EmbeddedDashboard[]) => list.map(({ type, label, url }) => ({ type, label, origin: new URL(url).origin }));
  await appendEvents(tx, [
    {
      messageType: 'embeddedDashboardsChanged',
      payload: { changes: [{ field: 'embeddedDashboards', from: told(before.embeddedDashboards), to: told(dashboards) }] },
    },
  ]);
  return dashboards;
}

function checked(given: { type: string; url: string; label: string }, field: string, origins: readonly string[]): EmbeddedDashboard {
  const label = given.label.trim();
  if (label === '' || label.length > MOST_LABEL) throw invalid(`${field}.label`, 'charactersFromTo', { most: MOST_LABEL });
  const type = TYPES.find((each) => each === given.type);
  if (!type) throw invalid(`${field}.type`, 'oneOf', { choices: TYPES.join(', ') });
  const url = URL.parse(given.url.trim());
  if (!url || given.url.length > MOST_URL || !['https:', 'http:'].includes(url.protocol) || url.username !== '')
    throw invalid(`${field}.url`, 'outboundScheme');
  if (!origins.includes(url.origin))
    throw origins.length === 0
      ? invalid(`${field}.url`, 'embedNone', { origin: url.origin })
      : invalid(`${field}.url`, 'embedOrigins', { origin: url.origin, origins: origins.join(', ') });
  return { type, url: url.href, label };
}
