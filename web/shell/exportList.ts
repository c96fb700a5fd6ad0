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
  await downloadFile(`/api/export/${list}`, wanted, `${list}.${wanted.format}`);
}

/**
 * Asks for a file with the session's token and hands it to the browser. @param name unless the server gives one. @throws what faultsOf() reads.
 */
export async function downloadFile(address: string, wanted: object, name: string): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await freshAuthorization() },
    body: JSON.stringify(wanted),
  });
  if (!response.ok) throw await refusalOf(response);
  const given = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: given ?? name }).click();
  URL.revokeObjectURL(url);
}
