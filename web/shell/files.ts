import { useCallback } from 'react';
import { CallError } from '../ui/fault.ts';
import { useFormat } from '../ui/format.ts';

/**
 * Puts a file to the address that was signed for it, which is on our own origin whatever name it carries.
 * @param onProgress share from 0 to 1. @throws an error that faultsOf() reads: what the server refused, or that it could not be reached.
 */
export function putFile(signedURL: string, file: File, onProgress: (share: number) => void): Promise<void> {
  const { pathname, search } = new URL(signedURL);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', pathname + search);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(new TypeError('The file could not be sent'));
    request.send(file);
  });
}

function refusal({ status, responseText }: XMLHttpRequest): Error {
  try {
    const { message, ...extensions } = JSON.parse(responseText) as { message: string };
    return new CallError([{ message, extensions }], status);
  } catch {
    return new CallError([], status);
  }
}

/** @returns what writes a number of bytes as people read it. */
export function useFileSize(): (bytes: number) => string {
  const format = useFormat();
  return useCallback(
    (bytes) =>
      bytes >= 2 ** 20
        ? format.megabytes(bytes)
        : bytes >= 1024
          ? `${format.number(Math.round(bytes / 1024))} kB`
          : `${format.number(bytes)} B`,
    [format],
  );
}
