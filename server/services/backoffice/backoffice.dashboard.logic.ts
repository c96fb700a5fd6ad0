/** A client's embedded dashboards: pages of other houses, each in a tab of its own (specification 1, sections 2.6 and 3). */
import { eq } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
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
  const labels = given.map(({ label }) => label.trim().toLowerCase());
  const dashboards = collectFaults((check) =>
    given.map((each, index) => {
      const dashboard = check(() => checked(each, `dashboards.${index}`, origins));
      check(() => {
        if (labels.indexOf(labels[index]!) !== index) throw invalid(`dashboards.${index}.label`, 'dashboardTwice');
      });
      return dashboard!;
    }),
  );
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
  const type = TYPES.find((each) => each === given.type);
  return collectFaults((check) => {
    check(() => {
      if (label === '' || label.length > MOST_LABEL) throw invalid(`${field}.label`, 'charactersFromTo', { most: MOST_LABEL });
    });
    check(() => {
      if (!type) throw invalid(`${field}.type`, 'oneOf', { choices: TYPES.join(', ') });
    });
    const url = check(() => addressOf(given.url, `${field}.url`, origins));
    return { type: type!, url: url!, label };
  });
}

/** @returns the address of a page that may be shown. @throws Fault INVALID_INPUT */
function addressOf(given: string, field: string, origins: readonly string[]): string {
  const url = URL.parse(given.trim());
  if (!url || given.length > MOST_URL || !['https:', 'http:'].includes(url.protocol) || url.username !== '')
    throw invalid(field, 'outboundScheme');
  if (!origins.includes(url.origin))
    throw origins.length === 0
      ? invalid(field, 'embedNone', { origin: url.origin })
      : invalid(field, 'embedOrigins', { origin: url.origin, origins: origins.join(', ') });
  return url.href;
}
