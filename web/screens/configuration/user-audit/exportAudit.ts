/** The audit comes down as a file, outside of GraphQL. */
import { freshAuthorization } from '../../../shell/session.ts';
import { refusalOf } from '../../../ui/fault.ts';
import type { AuditFilter } from './filters.ts';

/** Asks for what the filters leave as CSV and hands the file to the browser. @throws what faultsOf() reads. */
export async function exportAudit(clientId: string, filter: AuditFilter): Promise<void> {
  const response = await fetch('/api/events/audit/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await freshAuthorization() },
    body: JSON.stringify({ clientId, ...filter }),
  });
  if (!response.ok) throw await refusalOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'audit.csv';
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
