/** A file goes up as it is, outside of GraphQL. */
import { freshAuthorization } from '../../../shell/session.ts';

/**
 * @param onProgress told the share that is sent, from 0 to 1. @returns the id of the new import.
 * @throws what faultsOf() reads: the server's refusal, or TypeError when it is not reached.
 */
export async function uploadFile(clientId: string, file: File, onProgress: (share: number) => void): Promise<string> {
  const authorization = await freshAuthorization();
  return new Promise((resolve, reject) => {
    // fetch() does not tell how far an upload is.
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/import/upload?clientId=${encodeURIComponent(clientId)}&fileName=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('authorization', authorization);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = (event) => onProgress(event.loaded / Math.max(1, event.total));
    request.onerror = () => reject(new TypeError('The server was not reached'));
    request.onload = () => {
      const answer = read(request.responseText);
      if (request.status === 200 && answer.importId) resolve(answer.importId);
      else
        reject(
          Object.assign(new Error(answer.message ?? request.statusText), {
            errors: [{ message: answer.message ?? '', extensions: { code: answer.code } }],
          }),
        );
    };
    request.send(file);
  });
}

function read(text: string): { importId?: string; code?: string; message?: string } {
  try {
    return JSON.parse(text) as { importId?: string };
  } catch {
    return {};
  }
}
