/** What tests of partners' files stand on: claims that are with a partner, and a partner's SFTP server that can die. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2, { type Attributes, type Connection } from 'ssh2';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { TestHouse } from '../../platform/testing.ts';
import { addSampleAccounts } from '../account/account.sample.ts';
import { book } from '../finance/ledger/ledger.logic.ts';

/** Adds a partner. */
export async function addPartner(tx: Tx, name: string): Promise<Uuid> {
  const partnerId = uuidv7();
  await tx.sql(`insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())`, [
    tx.clientId,
    partnerId,
    name,
  ]);
  return partnerId;
}

/** Gives claims to a partner. @param from the day on which it has them */
export async function give(tx: Tx, partnerId: Uuid, refs: readonly string[], from = '2026-06-01'): Promise<void> {
  await tx.sql(
    `insert into claim_assignment (client_id, assignment_id, partner_id, account_id, external_claim_ref, currency, amount, outsource_method, request_key, created_at, updated_at)
     select client_id, gen_random_uuid(), $2, account_id, external_claim_ref, currency, balance, 'manual', gen_random_uuid()::text, $4::date + interval '9 hours', now() from claim
     where client_id = $1 and external_claim_ref = any($3::text[])`,
    [tx.clientId, partnerId, refs, from],
  );
}

/** Takes claims back. */
export const takeBack = (tx: Tx, refs: readonly string[]) =>
  tx.sql(
    `update claim_assignment set status = 'reverted', ended_at = now(), end_note = 'Recalled' where client_id = $1 and external_claim_ref = any($2::text[])`,
    [tx.clientId, refs],
  );

/** Adds accounts of one claim each, booked in the ledger: 100.00 owed. */
export async function addClaims(tx: Tx, refs: readonly string[]): Promise<void> {
  const ids = await addSampleAccounts(
    tx,
    refs.map((ref) => ({
      ref: `A-${ref}`,
      first: 'Ada',
      last: `Müller ${ref}`,
      email: `${ref}@example.com`,
      city: 'Köln',
      claims: [{ ref, balance: 0 }],
    })),
  );
  await book(
    tx,
    refs.map((ref) => ({
      accountId: ids.get(`A-${ref}`)!,
      externalClaimRef: ref,
      kind: 'principal' as const,
      amount: 100_00n,
      currency: 'EUR',
      valueDate: '2026-01-05' as never,
      key: `${ref}:principal`,
    })),
  );
}

/** Uploads a file from a partner, as the product is sent it. */
export async function upload(house: TestHouse, partnerId: Uuid, content: string | Buffer, fileName = 'back.csv', clientId = house.clientA) {
  const query = new URLSearchParams({ clientId, partnerId, fileName });
  const answer = await house.app.inject({
    method: 'PUT',
    url: `/api/partner/return?${query}`,
    headers: { authorization: await house.tokenFor(clientId), 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  });
  return answer.json() as { returnId?: Uuid; errors?: { message: string }[]; message?: string; key?: string };
}

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** An SFTP server whose files lie in memory. */
export async function openSftpServer() {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const files = new Map<string, { bytes: Buffer; modified: number }>();
  const state = {
    files,
    /** Ends the connection after so many writes or reads. */
    diesAfter: Number.POSITIVE_INFINITY,
    logins: 0,
    password: 'secret',
  };
  const living = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [keys.privateKey] }, (client) => {
    living.add(client);
    client.on('error', () => {});
    client.on('close', () => living.delete(client));
    client.on('authentication', (asked) =>
      asked.method === 'password' && asked.username === 'nordstern' && asked.password === state.password
        ? asked.accept()
        : asked.reject(['password']),
    );
    client.on('ready', () => {
      state.logins++;
      client.on('session', (accept) =>
        accept().on('sftp', (acceptSftp) => {
          const sftp = acceptSftp();
          const open = new Map<string, { name: string; listed: boolean }>();
          const handle = (name: string) => {
            const key = String(open.size);
            open.set(key, { name, listed: false });
            return Buffer.from(key);
          };
          const dies = () => {
            if (--state.diesAfter > 0) return false;
            state.diesAfter = Number.POSITIVE_INFINITY;
            // As a machine that loses its power: nothing is said.
            (client as unknown as { _sock: { destroy: () => void } })._sock.destroy();
            return true;
          };
          const attrs = (name: string) => {
            const file = files.get(name)!;
            return { mode: 0o100644, uid: 0, gid: 0, size: file.bytes.length, atime: file.modified, mtime: file.modified } as Attributes;
          };
          const stat = (id: number, name: string) =>
            files.has(name) ? sftp.attrs(id, attrs(name)) : sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
          sftp.on('OPEN', (id, name, flags) => {
            if (flags & OPEN_MODE.WRITE) files.set(name, { bytes: Buffer.alloc(0), modified: 1 });
            else if (!files.has(name)) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
            sftp.handle(id, handle(name));
          });
          sftp.on('WRITE', (id, key, offset, data) => {
            if (dies()) return;
            const { name } = open.get(key.toString())!;
            const file = files.get(name)!;
            const bytes = Buffer.alloc(Math.max(file.bytes.length, offset + data.length));
            file.bytes.copy(bytes);
            data.copy(bytes, offset);
            files.set(name, { ...file, bytes });
            sftp.status(id, STATUS_CODE.OK);
          });
          sftp.on('READ', (id, key, offset, length) => {
            if (dies()) return;
            const { bytes } = files.get(open.get(key.toString())!.name)!;
            if (offset >= bytes.length) return sftp.status(id, STATUS_CODE.EOF);
            sftp.data(id, bytes.subarray(offset, offset + length));
          });
          sftp.on('OPENDIR', (id, name) => sftp.handle(id, handle(name)));
          sftp.on('READDIR', (id, key) => {
            const folder = open.get(key.toString())!;
            if (folder.listed) return sftp.status(id, STATUS_CODE.EOF);
            folder.listed = true;
            const names = [...files.keys()].filter((name) => name.startsWith(`${folder.name}/`));
            sftp.name(
              id,
              names.map((name) => ({ filename: name.slice(folder.name.length + 1), longname: name, attrs: attrs(name) })),
            );
          });
          sftp.on('STAT', stat);
          sftp.on('LSTAT', stat);
          sftp.on('FSTAT', (id, key) => stat(id, open.get(key.toString())!.name));
          sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
          sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
          sftp.on('REMOVE', (id, name) => sftp.status(id, files.delete(name) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE));
          sftp.on('RENAME', (id, from, to) => {
            if (files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE);
            files.set(to, files.get(from)!);
            files.delete(from);
            sftp.status(id, STATUS_CODE.OK);
          });
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const parsed = ssh2.utils.parseKey(keys.privateKey) as Exclude<ReturnType<typeof ssh2.utils.parseKey>, Error>;
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`,
    close: async () => {
      for (const client of living) client.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
