/** A real SFTP server of a folder in memory, which fails in every way that counts. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import ssh2, { type Connection, type Server } from 'ssh2';

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

export interface TestFile {
  bytes: Buffer;
  /** Seconds. */
  modified: number;
}

export interface SftpTestServer {
  readonly port: number;
  readonly fingerprint: string;
  readonly files: Map<string, TestFile>;
  readonly folders: Set<string>;
  /** What the server does wrong: the connection breaks once so many bytes of a file were read; it falls silent there; it refuses to move. */
  wrong: { diesAfter?: number; stallsAfter?: number; keepsFiles?: boolean };
  /** Reads of files so far. */
  reads: string[];
  logins: number;
  readonly put: (name: string, text: string | Buffer, modified?: number) => void;
  /** Another key from now on, as after a new installation or with somebody between. */
  readonly changeKey: () => Promise<string>;
  readonly close: () => Promise<void>;
}

const newKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;

const fingerprintOf = (key: string) => {
  const parsed = ssh2.utils.parseKey(key);
  if (parsed instanceof Error) throw parsed;
  return `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
};

const socketOf = (connection: Connection) => (connection as unknown as { _sock: Socket })._sock;

/** Opens one that lets in `creditor` with the password `secret`. */
export async function openSftpServer(): Promise<SftpTestServer> {
  const files = new Map<string, TestFile>();
  const folders = new Set<string>(['.', 'in', 'out']);
  let key = newKey();
  let server: Server;
  let port = 0;
  const connections = new Set<Connection>();
  const plain = (name: string) => name.replace(/^\.?\//, '');
  const house: SftpTestServer = {
    get port() {
      return port;
    },
    get fingerprint() {
      return fingerprintOf(key);
    },
    files,
    folders,
    wrong: {},
    reads: [],
    logins: 0,
    put: (name, text, modified = 1_700_000_000) => void files.set(name, { bytes: Buffer.from(text as string), modified }),
    changeKey: async () => {
      await stop();
      key = newKey();
      await start(port);
      return fingerprintOf(key);
    },
    close: () => stop(),
  };
  const attributes = ({ bytes, modified }: TestFile) => ({
    mode: 0o100644,
    uid: 0,
    gid: 0,
    size: bytes.length,
    atime: modified,
    mtime: modified,
  });
  const FOLDER = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

  function serve(connection: Connection): void {
    connections.add(connection);
    socketOf(connection).setNoDelay(true);
    connection.on('error', () => {});
    connection.on('close', () => connections.delete(connection));
    connection.on('authentication', (asked) =>
      asked.method === 'password' && asked.username === 'creditor' && asked.password === 'secret'
        ? asked.accept()
        : asked.reject(['password']),
    );
    connection.on('ready', () => {
      house.logins++;
      connection.on('session', (accept) =>
        accept().on('sftp', (acceptSftp) => {
          const sftp = acceptSftp();
          const open: { name: string; names?: string[]; read: number }[] = [];
          const handleOf = (each: (typeof open)[number]) => Buffer.from(String(open.push(each) - 1));
          const of = (handle: Buffer) => open[Number(handle.toString())]!;
          const stat = (id: number, name: string) => {
            const file = files.get(plain(name));
            if (file) return sftp.attrs(id, attributes(file));
            return folders.has(plain(name)) ? sftp.attrs(id, FOLDER) : sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
          };
          sftp.on('LSTAT', stat);
          sftp.on('STAT', stat);
          sftp.on('OPENDIR', (id, folder) => {
            if (!folders.has(plain(folder))) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
            const before = plain(folder) === '.' ? '' : `${plain(folder)}/`;
            const names = [...files.keys()].filter((name) => name.startsWith(before) && !name.slice(before.length).includes('/'));
            sftp.handle(id, handleOf({ name: before, names, read: 0 }));
          });
          sftp.on('READDIR', (id, handle) => {
            const folder = of(handle);
            const some = folder.names!.splice(0, 100);
            if (some.length === 0) return sftp.status(id, STATUS_CODE.EOF);
            sftp.name(
              id,
              some.map((name) => ({
                filename: name.slice(folder.name.length),
                longname: name,
                attrs: attributes(files.get(name)!) as never,
              })),
            );
          });
          sftp.on('OPEN', (id, name, flags) => {
            if (flags & OPEN_MODE.WRITE) files.set(plain(name), { bytes: Buffer.alloc(0), modified: 1_700_000_000 });
            else if (!files.has(plain(name))) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
            else house.reads.push(plain(name));
            sftp.handle(id, handleOf({ name: plain(name), read: 0 }));
          });
          sftp.on('FSTAT', (id, handle) => stat(id, of(handle).name));
          sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
          sftp.on('WRITE', (id, handle, offset, data) => {
            const file = files.get(of(handle).name)!;
            file.bytes = Buffer.concat([file.bytes.subarray(0, offset), data]);
            sftp.status(id, STATUS_CODE.OK);
          });
          sftp.on('READ', (id, handle, offset, length) => {
            const reading = of(handle);
            const { bytes } = files.get(reading.name) ?? { bytes: Buffer.alloc(0) };
            const { diesAfter, stallsAfter } = house.wrong;
            if (diesAfter !== undefined && offset + length > diesAfter) return socketOf(connection).destroy();
            if (stallsAfter !== undefined && offset + length > stallsAfter) return;
            if (offset >= bytes.length) return sftp.status(id, STATUS_CODE.EOF);
            sftp.data(id, bytes.subarray(offset, offset + Math.min(length, 16_384)));
          });
          sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
          sftp.on('MKDIR', (id, name) => {
            folders.add(plain(name));
            sftp.status(id, STATUS_CODE.OK);
          });
          sftp.on('REMOVE', (id, name) => sftp.status(id, files.delete(plain(name)) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE));
          sftp.on('RENAME', (id, from, to) => {
            const file = files.get(plain(from));
            if (house.wrong.keepsFiles) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
            // As the protocol has it: not over a file that is there.
            if (!file || files.has(plain(to))) return sftp.status(id, STATUS_CODE.FAILURE);
            files.delete(plain(from));
            files.set(plain(to), file);
            sftp.status(id, STATUS_CODE.OK);
          });
        }),
      );
    });
  }
  async function start(at: number): Promise<void> {
    server = new ssh2.Server({ hostKeys: [key] }, serve);
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()));
    port = (server.address() as AddressInfo).port;
  }
  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const each of connections) each.end();
    await closed;
  }
  await start(0);
  return house;
}
