/** Files over real HTTP: announced by GraphQL, put to a signed address, kept, described anew, deleted. */
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../core/time.ts';
import { now, useClock } from '../../platform/clock.ts';
import { drainJobs, enqueue } from '../../platform/jobs.ts';
import { removeLeft } from './files.jobs.ts';
import { keepFile, readStoredFile } from './files.logic.ts';
import { EICAR } from './files.scan.ts';
import { filesFixture, PDF, put } from './files.testing.ts';

const fixture = filesFixture();
const { worldA, worldB, announce, item, address, onDisk, upload } = fixture;

describe('a file', () => {
  it('is created, uploaded to its signed address, listed, and served from another origin', async () => {
    const file = await announce({ documentType: 'CONTRACT', tags: ['LEGAL'], size: PDF.length, externalClaimRef: worldA.externalClaimRef });
    expect(await item(file.id)).toBeUndefined();
    expect((await put(file.put, PDF)).status).toBe(204);
    expect(await item(file.id)).toEqual({
      id: file.id,
      name: 'letter.pdf',
      extension: 'pdf',
      mimeType: 'application/pdf',
      size: PDF.length,
      status: 'stored',
      statusReason: null,
      source: 'staff',
      uploadedBy: fixture.house.userA,
      documentType: 'CONTRACT',
      contextType: 'claim',
      tags: ['LEGAL'],
      preview: 'pdf',
    });
    const url = await address(file.id);
    expect(new URL(url).origin).not.toBe(fixture.base);
    const answer = await fetch(url);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="letter.pdf"; filename*=UTF-8''letter.pdf`);
    const events = await fixture.house.inA((tx) =>
      tx.sql<{ message_type: string; actor_id: string }>(
        `select message_type, actor_id from event where client_id = $1 and payload->>'fileId' = $2 order by message_id`,
        [fixture.house.clientA, file.id],
      ),
    );
    expect(events).toEqual([
      { message_type: 'fileAnnounced', actor_id: fixture.house.userA },
      { message_type: 'fileStored', actor_id: fixture.house.userA },
    ]);
  });

  it('is taken once: the same bytes again are answered alike, other bytes are refused', async () => {
    const { put: url, status, id } = await upload('once.pdf', PDF);
    expect(status).toBe(204);
    expect((await put(url, PDF)).status).toBe(204);
    expect((await put(url, Buffer.concat([PDF, PDF]))).status).toBe(409);
    expect((await item(id))?.size).toBe(PDF.length);
    const twins = await Promise.all([upload('same.pdf', PDF), upload('same.pdf', PDF)]);
    expect(twins.map((each) => each.status)).toEqual([204, 204]);
  });

  it('is deleted with the way back, and its bytes go at night', async () => {
    const { id } = await upload('gone.pdf', PDF);
    const url = await address(id);
    const change = (name: string) =>
      fixture.house.call('files', `mutation ($clientId: ID!, $fileId: ID!) { ${name}(clientId: $clientId, fileId: $fileId) { status } }`, {
        clientId: fixture.house.clientA,
        fileId: id,
      });
    await change('deleteAddOnFile');
    expect(await item(id)).toBeUndefined();
    expect((await fetch(url)).status).toBe(404);
    await change('restoreAddOnFile');
    expect((await fetch(url)).status).toBe(200);
    await change('deleteAddOnFile');
    const lost = await announce({ name: 'never.pdf' });
    const kept = await upload('kept.pdf', PDF);
    const night = (now() + 2 * 86_400_000) as Instant;
    const back = useClock(() => night);
    try {
      await fixture.house.inA((tx) => enqueue(tx, removeLeft, {}));
      await drainJobs(fixture.house.database);
    } finally {
      back();
    }
    expect(await onDisk()).not.toContain(id);
    expect(await onDisk()).toContain(kept.id);
    await expect(change('restoreAddOnFile')).rejects.toThrow('NOT_FOUND');
    expect((await put(lost.put, PDF)).status).toBe(404);
  });

  it('is described anew: kind, tags, claim; a change of an older state is refused, and the event says what became of it', async () => {
    const { id } = await upload('facts.pdf', PDF);
    const change = (file: object, revision: number | null = null) =>
      fixture.house.call<{
        updateAddOnFile: { documentType: string | null; contextType: string; externalClaimRef: string | null; revision: number };
      }>(
        'files',
        `mutation ($clientId: ID!, $fileId: ID!, $file: AddOnFileChangeInput!, $revision: Int) {
          updateAddOnFile(clientId: $clientId, fileId: $fileId, file: $file, revision: $revision) { documentType tags contextType externalClaimRef revision } }`,
        { clientId: fixture.house.clientA, fileId: id, file, revision },
      );
    const { externalClaimRef } = worldA;
    expect((await change({ documentType: 'CONTRACT', tags: ['LEGAL', 'LEGAL'], externalClaimRef }, 1)).updateAddOnFile).toEqual({
      documentType: 'CONTRACT',
      tags: ['LEGAL'],
      contextType: 'claim',
      externalClaimRef,
      revision: 2,
    });
    await expect(change({ documentType: 'LETTER' }, 1)).rejects.toThrow('CONFLICT');
    // What is not named stays; an empty text takes away.
    expect((await change({ externalClaimRef: '' }, 2)).updateAddOnFile).toMatchObject({
      documentType: 'CONTRACT',
      contextType: 'account',
      externalClaimRef: null,
    });
    await change({ documentType: 'CONTRACT' }, 3);
    const events = await fixture.house.inA((tx) =>
      tx.sql(
        `select payload from event where client_id = $1 and message_type = 'fileChanged' and payload->>'fileId' = $2 order by message_id`,
        [tx.clientId, id],
      ),
    );
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        fileId: id,
        name: 'facts.pdf',
        before: { externalClaimRef: null, documentType: null, tags: [] },
        after: { externalClaimRef, documentType: 'CONTRACT', tags: ['LEGAL'] },
      },
      { fileId: id, name: 'facts.pdf', before: { externalClaimRef }, after: { externalClaimRef: null } },
    ]);
    await expect(
      change({ externalClaimRef: worldB.externalClaimRef === externalClaimRef ? 'NONE' : worldB.externalClaimRef }),
    ).rejects.toThrow('NOT_FOUND');
    await expect(change({ tags: [' '] })).rejects.toThrow('INVALID_INPUT');
  });

  it('may be the product’s own', async () => {
    const made = await fixture.house.inA((tx) =>
      keepFile(
        tx,
        { accountId: worldA.accountId!, name: 'Saldo.pdf', source: 'system', uploadedBy: 'ledger', documentType: 'LETTER' },
        PDF,
      ),
    );
    const read = await fixture.house.inA(async (tx) => {
      const file = await readStoredFile(tx, made.id);
      return { ...file, bytes: await buffer(await file.open()) };
    });
    expect(read).toMatchObject({ name: 'Saldo.pdf', mimeType: 'application/pdf', size: PDF.length });
    expect(read.bytes).toEqual(PDF);
    await expect(fixture.house.inB((tx) => readStoredFile(tx, made.id))).rejects.toThrow('not found');
    const harmful = { accountId: worldA.accountId!, name: 'a.txt', source: 'message' as const, uploadedBy: 'x' };
    await expect(fixture.house.inA((tx) => keepFile(tx, harmful, Buffer.from(EICAR)))).rejects.toThrow('EICAR');
  });
});
