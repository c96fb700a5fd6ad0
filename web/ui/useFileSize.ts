import { useCallback } from 'react';
import { useFormat } from './format.ts';

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
