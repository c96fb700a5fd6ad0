/** A folder that files are fetched from: they are listed, read whole, and moved aside. Here of a server; whoever has another kind fills the same shape. */
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import type { FileEntryWithStats, Stats } from 'ssh2';
import { fault } from '../../../core/fault.ts';
import type { Outbound } from '../outbound.ts';
import { openSftp, promised, type SftpServer, within, wordsOfSftp } from './sftp.session.ts';
import { inFolder } from './sftp.setting.ts';

export interface PlacedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was changed last, as the place says: compared with itself only. */
  readonly modified: string;
}

export interface Place {
  /** Of a server's key. */
  readonly fingerprint: string | null;
  /** @param most names that are read. @returns the files, in no order; isCut: there are more */
  readonly list: (most: number) => Promise<{ readonly files: PlacedFile[]; readonly isCut: boolean }>;
  /** @returns null when there is no such file. */
  readonly look: (name: string) => Promise<PlacedFile | null>;
  readonly read: (name: string) => Promise<Readable>;
  /** Moves a file into a folder beside it, which is made; another file of that name is kept. */
  readonly move: (name: string, folder: string) => Promise<void>;
  readonly close: () => void;
}

export interface Patience {
  /** To connect and for each answer, milliseconds. */
  readonly answer: number;
  /** Between two pieces of a file, milliseconds. */
  readonly stall: number;
}
export const PATIENCE: Patience = { answer: 20_000, stall: 60_000 };

/** A name that a file of the same name does not have: "a.csv" is "a.2.csv", "a.3.csv" … */
export const another = (name: string, n: number) => {
  const { name: stem, ext } = path.posix.parse(name);
  return n === 1 ? name : `${stem}.${n}${ext}`;
};
export const MOST_NAMES = 1_000;

/** Ends a file whose sender has fallen silent. */
export function watched(source: Readable, stall: number): Readable {
  const through = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
    final(done) {
      clearTimeout(timer);
      done();
    },
    destroy(error, done) {
      clearTimeout(timer);
      source.destroy();
      done(error);
    },
  });
  const timer = setTimeout(() => through.destroy(fault('UNAVAILABLE', 'watchStalled')), stall);
  source.on('error', (error) => through.destroy(error));
  source.pipe(through);
  return through;
}

const NO_SUCH_FILE = 2;
const END_OF_LIST = 1;

/** A folder of a server. @throws Fault UNAVAILABLE saying why it can't be used */
export async function sftpPlace(server: SftpServer, folder: string, outbound: Outbound, patience: Patience = PATIENCE): Promise<Place> {
  const said = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      const { key, values } = wordsOfSftp(error);
      throw fault('UNAVAILABLE', key === 'sftpOtherKey' ? 'connectorOtherKey' : key, values as never);
    });
  const { client, sftp, fingerprint } = await said(openSftp(server, outbound, patience.answer));
  const asked = <Result>(work: (done: (error?: Error | null, answer?: Result) => void) => void) =>
    within(patience.answer, () => promised<Result>(work));
  const at = (name: string) => inFolder(folder, name);
  const isAbsent = (error: unknown) => (error as { code?: unknown }).code === NO_SUCH_FILE;
  const placed = (name: string, attrs: Stats): PlacedFile => ({ name, size: attrs.size, modified: String(attrs.mtime) });
  const find = (name: string) =>
    asked<Stats>((done) => sftp.lstat(name, done)).catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    });
  return {
    fingerprint,
    look: (name) => said(find(at(name)).then((attrs) => (attrs?.isFile() ? placed(name, attrs) : null))),
    list: (most) =>
      said(
        (async () => {
          const handle = await asked<Buffer>((done) => sftp.opendir(folder === '' ? '.' : folder, done));
          const files: PlacedFile[] = [];
          let seen = 0;
          try {
            for (;;) {
              const some = await asked<FileEntryWithStats[]>((done) => sftp.readdir(handle, done)).catch((error: unknown) => {
                if ((error as { code?: unknown }).code === END_OF_LIST) return null;
                throw error;
              });
              if (!some || some.length === 0) return { files, isCut: false };
              for (const { filename, attrs } of some) {
                if (++seen > most) return { files, isCut: true };
                // What a server calls a file may be no name: nothing leads out of the folder.
                if (attrs.isFile() && !/[/\\\0]/.test(filename)) files.push(placed(filename, attrs));
              }
            }
          } finally {
            sftp.close(handle, () => {});
          }
        })(),
      ),
    read: async (name) => {
      const source = watched(sftp.createReadStream(at(name)), patience.stall);
      // However the connection ends, nobody waits for the rest.
      client.once('close', () => source.destroy(fault('UNAVAILABLE', 'connectionBroken')));
      return source;
    },
    move: (name, beside) =>
      said(
        (async () => {
          const target = at(beside);
          if (!(await find(target))) await asked((done) => sftp.mkdir(target, done));
          for (let n = 1; n < MOST_NAMES; n++) {
            const free = inFolder(target, another(name, n));
            if (await find(free)) continue;
            return asked((done) => sftp.rename(at(name), free, done));
          }
        })(),
      ),
    close: () => client.end(),
  };
}
