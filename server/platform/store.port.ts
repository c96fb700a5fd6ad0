/** What a place for files can do, whatever it is. */
import type { Readable } from 'node:stream';

export interface Store {
  /** What an operator calls it. */
  readonly place: string;
  /** Keeps a file of this machine under a key; the file is gone from where it was. @throws Fault UNAVAILABLE */
  readonly keep: (key: string, file: string) => Promise<void>;
  /** @throws Fault UNAVAILABLE; an error with the code ENOENT when nothing is there. */
  readonly open: (key: string) => Promise<Readable>;
  readonly has: (key: string) => Promise<boolean>;
  /** Nothing to remove is no error. */
  readonly remove: (key: string) => Promise<void>;
  /** Where the bytes lie on this machine; null when they lie elsewhere. */
  readonly pathOf: (key: string) => string | null;
}
