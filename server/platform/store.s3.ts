/** Files in a bucket of S3-compatible storage: of AWS, MinIO, Ceph and others. Credentials come from the environment, as the AWS SDK reads them. */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Fault, fault } from '../../core/fault.ts';
import type { BucketSettings } from './config.ts';
import { logger } from './log.ts';
import { isKey, type Kept, type Store } from './store.port.ts';

/** Tries of one request; the SDK waits between them. */
const TRIES = 4;
/** How long one request may take to begin answering, milliseconds. */
const PATIENCE = 20_000;

/** @returns a store over a bucket; nothing is asked before the first file. */
export function bucketStore({ bucket, prefix, endpoint, region, place }: BucketSettings): Store {
  const client = new S3Client({
    region,
    maxAttempts: TRIES,
    // Buckets of other makers are named in the path.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: { requestTimeout: PATIENCE, connectionTimeout: 5_000 },
  });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  async function* list(folder: string): AsyncGenerator<Kept> {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${folder}/` })[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await pages.next().catch(failing);
      if (done) return;
      for (const { Key = '', Size = 0 } of value.Contents ?? []) {
        const key = Key.slice(prefix.length);
        // Consoles make objects that stand for folders; keys of ours are made of ids.
        if (isKey(key)) yield { key, size: Size };
      }
    }
  }
  const failing = (error: unknown): never => {
    if (error instanceof Fault) throw error;
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    if (name === 'NoSuchKey' || name === 'NotFound') throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    logger.error({ code: name, status: $metadata?.httpStatusCode, place }, 'files cannot be kept or read');
    throw fault('UNAVAILABLE', 'storeAway', {}, 'file');
  };
  return {
    place,
    keep: async (key, file) => {
      // Parts of an upload that breaks off are removed; a process that is killed leaves them to the bucket's own rule for incomplete uploads.
      await new Upload({ client, params: { ...at(key), Body: createReadStream(file) }, leavePartsOnError: false }).done().catch(failing);
      await rm(file, { force: true });
    },
    open: async (key) => (await client.send(new GetObjectCommand(at(key))).catch(failing)).Body as Readable,
    list,
    has: (key) =>
      client.send(new HeadObjectCommand(at(key))).then(
        () => true,
        (error: { name?: string }) => (error.name === 'NotFound' || error.name === 'NoSuchKey' ? false : failing(error)),
      ),
    remove: async (key) => void (await client.send(new DeleteObjectCommand(at(key))).catch(failing)),
    pathOf: () => null,
  };
}
