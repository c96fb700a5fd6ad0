/**
 * The file of a backup: one line in clear that says what it is and which secret opens it, then sealed pieces (AES-256-GCM under a key of
 * that secret, the line as associated data, the last piece marked). Nothing can be altered, left out, moved or cut off unnoticed.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export const FORMAT = 'quittance-backup-1';
/** Bytes that are sealed at once. */
const PIECE = 1 << 18;
const TAG = 16;

export interface Header {
  readonly format: typeof FORMAT;
  readonly release: string;
  /** The last migration of the schema it was made of. */
  readonly migration: string;
  readonly madeAt: string;
  /** Names the secret without telling it. */
  readonly secret: string;
  readonly salt: string;
}

/** What stands between the bytes of tables and files. */
export type Note =
  | { readonly kind: 'table'; readonly schema: string; readonly name: string; readonly columns: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly size: number }
  | { readonly kind: 'rows'; readonly rows: number; readonly digest: string }
  | { readonly kind: 'bytes'; readonly digest: string }
  | { readonly kind: 'sequences'; readonly sequences: readonly { name: string; value: string }[] }
  | { readonly kind: 'end'; readonly tables: number; readonly rows: number; readonly files: number };

export type Frame = Note | Buffer;

/** @returns a short name of a secret, which tells two secrets apart and neither of them. */
export const nameOfSecret = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'quittance backup secret name', 6)).toString('hex');

const keyOf = (secret: string, salt: string) =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.from(salt, 'base64'), 'quittance backup', 32));

/** Each piece has its number, and the last one says that it is. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(piece, 0, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export class ArchiveWriter {
  private piece = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private readonly file: FileHandle;
  private readonly key: Buffer;
  private readonly line: Buffer;

  private constructor(file: FileHandle, key: Buffer, line: Buffer) {
    this.file = file;
    this.key = key;
    this.line = line;
  }

  /** Begins a file that only its owner may read. @throws Error when there is one already. */
  static async create(path: string, secret: string, about: Omit<Header, 'format' | 'secret' | 'salt'>): Promise<ArchiveWriter> {
    const salt = randomBytes(16).toString('base64');
    const header: Header = { format: FORMAT, ...about, secret: nameOfSecret(secret), salt };
    const line = Buffer.from(`${JSON.stringify(header)}\n`);
    const file = await open(path, 'wx', 0o600);
    await file.write(line);
    return new ArchiveWriter(file, keyOf(secret, salt), line);
  }

  async note(note: Note): Promise<void> {
    await this.add('n', Buffer.from(JSON.stringify(note)));
  }

  async data(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += PIECE) await this.add('d', deflateRawSync(bytes.subarray(at, at + PIECE), { level: 1 }));
  }

  private async add(kind: 'n' | 'd', payload: Buffer): Promise<void> {
    const head = Buffer.alloc(5);
    head.write(kind, 'latin1');
    head.writeUInt32BE(payload.length, 1);
    this.held.push(head, payload);
    this.heldBytes += 5 + payload.length;
    while (this.heldBytes > PIECE) await this.seal(false);
  }

  private async seal(isLast: boolean): Promise<void> {
    const all = Buffer.concat(this.held);
    const plain = isLast ? all : all.subarray(0, PIECE);
    this.held = isLast ? [] : [Buffer.from(all.subarray(PIECE))];
    this.heldBytes = isLast ? 0 : all.length - PIECE;
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(this.piece++, isLast));
    cipher.setAAD(this.line);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(plain.length + TAG);
    const sealed = Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    for (let at = 0; at < sealed.length; ) at += (await this.file.write(sealed, at)).bytesWritten;
  }

  /** Writes what is held and waits for the disk. */
  async finish(): Promise<void> {
    await this.seal(true);
    await this.file.sync();
    await this.file.close();
  }

  async abandon(): Promise<void> {
    await this.file.close().catch(() => {});
  }
}

/** @returns the line in clear of a backup. @throws Error when the file is none. */
export async function readHeader(path: string): Promise<{ header: Header; line: Buffer }> {
  const file = await open(path, constants.O_RDONLY);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(10);
    const line = Buffer.from(buffer.subarray(0, end + 1));
    const header = JSON.parse(line.toString()) as Header;
    if (header.format !== FORMAT) throw new Error('another format');
    return { header, line };
  } catch (error) {
    throw new Error(`${path} is no backup of this product.`, { cause: error });
  } finally {
    await file.close();
  }
}

const DAMAGED = 'The backup is damaged: it was altered or cut off. Nothing of it can be trusted; take another one.';

/** Reads a backup. @throws Error when no secret fits, and as soon as something was altered or is missing. */
export async function* readArchive(path: string, secrets: readonly string[]): AsyncGenerator<Frame> {
  const { header, line } = await readHeader(path);
  const secret = secrets.find((each) => nameOfSecret(each) === header.secret);
  if (secret === undefined)
    throw new Error(
      `This backup needs the QUITTANCE_SECRET that it was made under (${header.secret}); the one here is ${nameOfSecret(secrets[0] ?? '')}.`,
    );
  const key = keyOf(secret, header.salt);
  const file = await open(path, constants.O_RDONLY);
  try {
    const { size } = await file.stat();
    let at = line.length;
    let rest = Buffer.alloc(0);
    let hasEnded = false;
    for (let piece = 0; !hasEnded; piece++) {
      const sealed = await readPiece(file, at, size);
      at += 4 + sealed.length;
      hasEnded = at >= size;
      rest = Buffer.concat([rest, unseal(key, line, sealed, nonceOf(piece, hasEnded))]);
      for (;;) {
        const length = rest.length >= 5 ? rest.readUInt32BE(1) : Number.POSITIVE_INFINITY;
        if (rest.length < 5 + length) break;
        const payload = rest.subarray(5, 5 + length);
        yield rest[0] === 100 ? inflateRawSync(payload) : (JSON.parse(payload.toString()) as Note);
        rest = rest.subarray(5 + length);
      }
    }
    if (rest.length > 0) throw new Error(DAMAGED);
  } finally {
    await file.close();
  }
}

async function readPiece(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const head = Buffer.alloc(4);
  if ((await file.read(head, 0, 4, at)).bytesRead < 4) throw new Error(DAMAGED);
  const length = head.readUInt32BE();
  if (length < TAG || at + 4 + length > size) throw new Error(DAMAGED);
  const sealed = Buffer.alloc(length);
  await file.read(sealed, 0, length, at + 4);
  return sealed;
}

function unseal(key: Buffer, line: Buffer, sealed: Buffer, nonce: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    decipher.setAAD(line);
    decipher.setAuthTag(sealed.subarray(-TAG));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
  } catch (error) {
    throw new Error(DAMAGED, { cause: error });
  }
}

/** Adds up rows, whatever their order: a table that was filled again may hold them elsewhere. */
export class RowDigest {
  rows = 0;
  private readonly sum = new Uint32Array(8);
  private rest = Buffer.alloc(0);

  /** @param bytes of COPY's text format, cut anywhere. */
  add(bytes: Buffer): void {
    const all = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    let from = 0;
    for (let end = all.indexOf(10); end !== -1; end = all.indexOf(10, from)) {
      const digest = createHash('sha256').update(all.subarray(from, end)).digest();
      for (let word = 0; word < 8; word++) this.sum[word] = (this.sum[word]! + digest.readUInt32LE(word * 4)) >>> 0;
      this.rows++;
      from = end + 1;
    }
    this.rest = Buffer.from(all.subarray(from));
  }

  digest(): string {
    return Buffer.from(this.sum.buffer).toString('hex');
  }
}
