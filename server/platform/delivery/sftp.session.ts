/** A session with an SFTP server that a client names, for whoever reads files there or puts files there. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type SFTPWrapper } from 'ssh2';
import { Fault, type SaidWords, words } from '../../../core/fault.ts';
import { type Outbound, RefusedAddress } from '../outbound.ts';
import { whyBroken } from './http.ts';

export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string | undefined;
  readonly privateKey?: string | undefined;
  /** SHA-256 of the server's key, in Base64 as OpenSSH writes it. Null: not known yet, so whoever answers first is believed. */
  readonly fingerprint: string | null;
}

export interface SftpSession {
  readonly client: Client;
  readonly sftp: SFTPWrapper;
  /** Of the key that the server has shown. */
  readonly fingerprint: string;
}

/** A refusal that is said in our words. */
class Refused extends Error {
  readonly said: SaidWords;
  constructor(said: SaidWords) {
    super(said.key);
    this.said = said;
  }
}

/** @returns why a server could not be used, in our words. */
export function wordsOfSftp(error: unknown): SaidWords {
  if (error instanceof Fault) return error.words;
  if (error instanceof Refused) return error.said;
  if (error instanceof RefusedAddress) return whyBroken(error);
  const { level, code } = error as { level?: string; code?: string | number };
  if (level === 'client-authentication') return words('sftpNoLogin');
  if (level === 'client-timeout') return words('serverSlow');
  // A status of the protocol: no such folder, no permission, no room.
  return typeof code === 'number' ? words('sftpRefused', { code }) : whyBroken(error);
}

const plain = (fingerprint: string) => Buffer.from(fingerprint.replace(/^SHA256:/, '').replace(/=+$/, ''));

/** Logs in. @param onEnd called when the session is over, however that comes. @throws what wordsOfSftp() reads */
export async function openSftp(
  server: SftpServer,
  outbound: Outbound,
  timeout: number,
  onEnd: () => void = () => {},
): Promise<SftpSession> {
  const sock = await outbound.connectFiles(server.host, server.port, timeout);
  // Each step of the protocol is a small piece that the other side waits for.
  sock.setNoDelay(true);
  const client = new Client();
  let shown = '';
  let isOther = false;
  return new Promise((resolve, reject) => {
    const end = (error: unknown) => {
      client.end();
      reject(error);
    };
    client.on('error', (error) => {
      onEnd();
      end(isOther ? new Refused(words('sftpOtherKey')) : error);
    });
    client.on('close', () => {
      onEnd();
      reject(new Refused(words('connectionBroken')));
    });
    client.on('ready', () =>
      client.sftp((error, sftp) => (error ? end(error) : resolve({ client, sftp, fingerprint: `SHA256:${shown}` }))),
    );
    try {
      client.connect({
        sock,
        username: server.user,
        ...(server.privateKey ? { privateKey: server.privateKey } : {}),
        ...(server.password ? { password: server.password } : {}),
        readyTimeout: timeout,
        // Before any password is sent.
        hostVerifier: (key: Buffer) => {
          shown = createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
          if (server.fingerprint !== null) {
            const [expected, given] = [plain(server.fingerprint), Buffer.from(shown)];
            isOther = given.length !== expected.length || !timingSafeEqual(given, expected);
          }
          return !isOther;
        },
      });
    } catch {
      // The library reads the private key before it connects.
      sock.destroy();
      reject(new Refused(words('sftpKeyUnreadable')));
    }
  });
}

/** Writes beside the name and renames: nothing is under the name before it is whole. What stood there is replaced. */
export async function putFile(sftp: SFTPWrapper, name: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
  const part = `${name}.part`;
  if (Buffer.isBuffer(content)) await promised((done) => sftp.writeFile(part, content, done));
  else await pipeline(Readable.from(content), sftp.createWriteStream(part));
  await renameOver(sftp, part, name);
}

/** Renames, in the place of what stands there. */
async function renameOver(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  // Renaming over a file is an extension of OpenSSH; without it, what an earlier try left goes first.
  const renamed = await promised((done) => sftp.ext_openssh_rename(from, to, done)).then(
    () => true,
    () => false,
  );
  if (renamed) return;
  await promised((done) => sftp.unlink(to, done)).catch(() => {});
  await promised((done) => sftp.rename(from, to, done));
}

/** The library throws some refusals instead of answering with them. */
export function promised<Answer = void>(work: (done: (error?: Error | null, answer?: Answer) => void) => void): Promise<Answer> {
  return new Promise((resolve, reject) => work((error, answer) => (error ? reject(error) : resolve(answer as Answer))));
}

/** @throws an error with the code ETIMEDOUT when the work takes longer, milliseconds. */
export async function within<Result>(timeout: number, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), timeout);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
