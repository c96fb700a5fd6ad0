/** Takes the bytes of an announced file as they come. */
import { receiveFile } from '../services/files/files.upload.logic.ts';
import type { Call, Taken } from './endpoint.ts';

/** The same bytes again are no other file, so nothing needs to be kept of the request. @throws Fault as receiveFile */
export async function takeFile({ database, clientId, actor, values, body }: Call): Promise<Taken> {
  await receiveFile(database, clientId, String(values.fileId), body, actor);
  return { variables: {}, digest: '', undo: async () => {} };
}
