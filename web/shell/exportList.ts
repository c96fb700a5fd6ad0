/** Lists come down as files, outside of GraphQL (server/platform/listExport.ts). */
import { refusalOf } from '../ui/fault.ts';
import { freshAuthorization } from './session.ts';

/** A column of the file: its key, its header in the reader's language, and how names of the contract are said in it. */
export interface ExportColumn {
  readonly key: string;
  readonly header: string;
  readonly words?: Readonly<Record<string, string>>;
}

/**
 * Asks for a list as a file and hands it to the browser.
 * @param list its name at the server. @param wanted clientId, format, the list's arguments (filter, order …), and columns; without columns all of them.
 * @throws what faultsOf() reads.
 */
export async function exportList(
  list: string,
  wanted: {
    readonly clientId: string;
    readonly format: 'csv' | 'xlsx';
    readonly columns?: readonly ExportColumn[];
    readonly [argument: string]: unknown;
  },
): Promise<void> {
  const response = await fetch(`/api/export/${list}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await freshAuthorization() },
    body: JSON.stringify(wanted),
  });
  if (!response.ok) throw await refusalOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `${list}.${wanted.format}`;
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
