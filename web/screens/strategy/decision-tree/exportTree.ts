import { query } from '../../../shell/api.ts';
import { download } from '../../../ui/charts/download.ts';
import { toastError } from '../../../ui/toasts.ts';
import { ExportTreeDocument } from './decision.graphql.ts';

/** Hands a version over as a decision table of DMN; says why where DMN can't express it. */
export async function exportTree(clientId: string, treeId: string, version: number): Promise<void> {
  try {
    const { fileName, dmn } = (await query('decision', ExportTreeDocument, { clientId, treeId, version })).exportDecisionTreeDMN;
    download(fileName, 'application/xml', dmn);
  } catch (refused) {
    toastError(refused);
  }
}
