/** Forms that bring files along (multipart/form-data), as browsers without scripts send them too. */
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PortalUpload } from './facts.ts';
import { MOST_UPLOADED, MOST_UPLOADS } from './pages/words.ts';

/** Forms with files that are worked on at once, by all debtors together: they are in memory meanwhile. */
const MOST_AT_ONCE = 4;
/** ms in which a form has to be here. */
const PATIENCE = 60_000;
let working = 0;

export interface PostedFiles {
  readonly form: URLSearchParams;
  readonly files: readonly PortalUpload[];
  /** Why the files can't be taken, as a text of the page; the fields are there all the same. */
  readonly problem: 'filesMany' | 'filesLarge' | 'filesBusy' | null;
}

/** Leaves such a form unread until a route that takes files asks for it: to any other it is an empty one. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
}

/**
 * Reads what was posted, with or without files, and does something with it. Call it after the session is known: nobody else fills memory.
 * @returns what `work` returns
 */
export async function withUploads<Result>(request: FastifyRequest, work: (posted: PostedFiles) => Promise<Result>): Promise<Result> {
  const { body, headers, raw } = request;
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data;/i.test(type))
    return work({ form: body instanceof URLSearchParams ? body : new URLSearchParams(), files: [], problem: null });
  const isBusy = working >= MOST_AT_ONCE;
  working += 1;
  try {
    // Broken off, or no form at all: without its token it is answered as one that came too late.
    return await work(await read(raw, type, isBusy).catch(() => ({ form: new URLSearchParams(), files: [], problem: null })));
  } finally {
    working -= 1;
  }
}

function read(source: FastifyRequest['raw'], type: string, isBusy: boolean): Promise<PostedFiles> {
  return new Promise((resolve, reject) => {
    const form = new URLSearchParams();
    const files: PortalUpload[] = [];
    let problem: PostedFiles['problem'] = isBusy ? 'filesBusy' : null;
    let size = 0;
    const busboy = new Busboy({
      headers: { 'content-type': type },
      limits: { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 200, files: MOST_UPLOADS, parts: 250, headerPairs: 20 },
    });
    const timer = setTimeout(() => busboy.destroy(new Error('too slow')), PATIENCE);
    busboy.on('field', (name, value) => form.append(name, value));
    busboy.on('filesLimit', () => (problem ??= 'filesMany'));
    busboy.on('file', (_field, stream, name) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_UPLOADED) problem ??= 'filesLarge';
        // What is refused is read to its end without being kept, so that the page can still say why.
        if (problem === null) chunks.push(chunk);
        else chunks.length = 0;
        if (size > 3 * MOST_UPLOADED) source.destroy();
      });
      // A field in which no file was chosen comes without a name.
      stream.on('end', () => name && problem === null && files.push({ name, bytes: Buffer.concat(chunks) }));
    });
    busboy.on('finish', () => resolve({ form, files: problem === null ? files : [], problem }));
    busboy.on('error', reject);
    source.on('error', reject);
    // It closes as well when all of it is here, and the last part may still be at work.
    source.on('close', () => source.complete || reject(new Error('broken off')));
    source.pipe(busboy);
    const clear = () => clearTimeout(timer);
    busboy.on('close', clear).on('finish', clear).on('error', clear);
  });
}
