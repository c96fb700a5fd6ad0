/** A server that speaks S3's protocol for tests: signatures are verified (SigV4), objects live in memory, and it fails when told to. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export const ACCESS_KEY = { id: 'test-key', secret: 'test-secret' };

export interface BucketServer {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Parts of uploads that were begun and not ended. */
  readonly unfinished: Map<string, Map<number, Buffer>>;
  /** Requests whose signature did not fit. */
  readonly refused: () => number;
  /** The next requests are answered by this instead; it answers and returns true to take one. */
  interfere: ((request: IncomingMessage, reply: ServerResponse) => boolean) | null;
  readonly close: () => Promise<void>;
}

const hex = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const mac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** @returns whether the request was signed with the secret of the access key (Signature Version 4). */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const fields = /Credential=([^/]+)\/([^,]+), *SignedHeaders=([^,]+), *Signature=(\w+)/.exec(request.headers.authorization ?? '');
  if (!fields) return false;
  const [, id, scope = '', signedHeaders = '', signature] = fields;
  const payload = String(request.headers['x-amz-content-sha256']);
  if (id !== ACCESS_KEY.id || (/^[0-9a-f]{64}$/.test(payload) && payload !== hex(body))) return false;
  const url = new URL(request.url ?? '/', 'http://host');
  const query = [...url.searchParams].map(([key, value]) => `${strict(key)}=${strict(value)}`).sort();
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signedHeaders, payload].join('\n');
  const [day = '', region = '', service = '', kind = ''] = scope.split('/');
  const key = [region, service, kind].reduce<Buffer>((made, part) => mac(made, part), mac(`AWS4${ACCESS_KEY.secret}`, day));
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hex(canonical)].join('\n');
  return mac(key, text).toString('hex') === signature;
}

/** @returns the bytes of a body that is sent in signed pieces (aws-chunked). */
function unchunked(request: IncomingMessage, body: Buffer): Buffer {
  if (!String(request.headers['content-encoding'] ?? '').includes('aws-chunked')) return body;
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, end), 16);
    if (!size) return Buffer.concat(pieces);
    pieces.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

const xml = (reply: ServerResponse, status: number, text: string) =>
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(text);

/** Answers as S3 does with an error. */
export const refuse = (reply: ServerResponse, status: number, code: string) =>
  xml(reply, status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);

/** Keys on a page of a list: few, so that lists have pages. */
const PAGE = 2;

/** @returns a page of the keys of a bucket (ListObjectsV2). */
function listed(objects: ReadonlyMap<string, Buffer>, path: string, query: URLSearchParams): string {
  const bucket = `${path.replace(/\/$/, '')}/`;
  const from = `${bucket}${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(from) && key > after).sort();
  const page = keys.slice(0, PAGE);
  const contents = page.map(
    (key) => `<Contents><Key>${key.slice(bucket.length)}</Key><Size>${objects.get(key)?.length ?? 0}</Size></Contents>`,
  );
  const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

export async function openBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const unfinished = new Map<string, Map<number, Buffer>>();
  let refused = 0;
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<unknown> => {
    if (server.interfere?.(request, reply)) return request.resume();
    const raw = await buffer(request);
    if (!isSigned(request, raw)) {
      refused++;
      return refuse(reply, 403, 'SignatureDoesNotMatch');
    }
    const url = new URL(request.url ?? '/', 'http://host');
    const key = decodeURIComponent(url.pathname.slice(1));
    const body = unchunked(request, raw);
    const upload = url.searchParams.get('uploadId');
    const etag = `"${hex(body).slice(0, 32)}"`;
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${unfinished.size + 1}-${objects.size}`;
      unfinished.set(id, new Map());
      return xml(reply, 200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (upload !== null) {
      const parts = unfinished.get(upload);
      if (!parts) return refuse(reply, 404, 'NoSuchUpload');
      if (request.method === 'PUT') {
        parts.set(Number(url.searchParams.get('partNumber')), body);
        return reply.writeHead(200, { etag }).end();
      }
      unfinished.delete(upload);
      if (request.method === 'DELETE') return reply.writeHead(204).end();
      const whole = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
      objects.set(key, Buffer.concat(whole));
      return xml(reply, 200, `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
    }
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2')
      return xml(reply, 200, listed(objects, key, url.searchParams));
    if (request.method === 'PUT') {
      objects.set(key, body);
      return reply.writeHead(200, { etag }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return reply.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return request.method === 'HEAD' ? reply.writeHead(404).end() : refuse(reply, 404, 'NoSuchKey');
    return reply.writeHead(200, { 'content-length': found.length, etag }).end(request.method === 'HEAD' ? undefined : found);
  };
  const listener = createServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  const server: BucketServer = {
    url: `http://127.0.0.1:${port}`,
    objects,
    unfinished,
    refused: () => refused,
    interfere: null,
    close: async () => {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}
