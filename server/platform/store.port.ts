/** What a place for files can do, whatever it is. */
import type { Readable } from 'node:stream';

/** Folders of a place that hold what people brought. */
export const FILE_FOLDERS = ['files', 'imports'] as const;

export interface Kept {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/** @returns whether a name can be a file's key: it lies in one of the folders, and no part of it leads out or is a path of another system. */
export function isKey(name: string): boolean {
  const [folder, ...parts] = name.split('/');
  return (
    FILE_FOLDERS.some((each) => each === folder) &&
    parts.length > 0 &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
  );
}

export interface Store {
  /** What an operator calls it. */
  readonly place: string;
  /** Keeps a file of this machine under a key; the file is gone from where it was. @throws Fault UNAVAILABLE */
  readonly keep: (key: string, file: string) => Promise<void>;
  /** @throws Fault UNAVAILABLE; an error with the code ENOENT when nothing is there. */
  readonly open: (key: string) => Promise<Readable>;
  /** Finished files of a folder, in no order. @throws Fault UNAVAILABLE; Error where a link stands, whose bytes lie elsewhere. */
  readonly list: (folder: string) => AsyncIterable<Kept>;
  readonly has: (key: string) => Promise<boolean>;
  /** Nothing to remove is no error. */
  readonly remove: (key: string) => Promise<void>;
  /** Where the bytes lie on this machine; null when they lie elsewhere. */
  readonly pathOf: (key: string) => string | null;
}
