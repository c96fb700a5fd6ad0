/** Files that are not kept: by their name, their content, their size, or what a scan finds; each says why. */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { askClamav, EICAR, PatternScan } from './files.scan.ts';
import { configureFiles } from './files.settings.ts';
import { docx, filesFixture, PDF, PNG, put, storedZip } from './files.testing.ts';

const fixture = filesFixture();
const { announce, item, onDisk, upload } = fixture;

describe('what is refused', () => {
  it.each([
    ['a program under the name of a document', 'invoice.pdf', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(300)]), 'fileContent'],
    ['an image under the name of a document', 'invoice.pdf', PNG, 'fileContent'],
    ['a page under the name of an image', 'logo.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'fileMarkup'],
    ['a page under the name of a text', 'readme.txt', Buffer.from('\uFEFF  <html><body onload=alert(1)>'), 'fileMarkup'],
    ['a drawing that may have scripts', 'logo.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'fileMarkup'],
    ['a shell script as text', 'notes.txt', Buffer.from('#!/bin/sh\nrm -rf ~\n'), 'fileMarkup'],
    ['bytes as text', 'notes.txt', Buffer.from([65, 0, 66, 1, 2]), 'fileContent'],
    ['nothing', 'empty.pdf', Buffer.alloc(0), 'fileEmpty'],
    ['the test virus', 'virus.txt', Buffer.from(EICAR), 'fileHarmful'],
  ])('is %s', async (_, name, bytes, reason) => {
    const before = (await onDisk()).length;
    const { status, said, listed, put: url } = await upload(name, bytes);
    expect(status).toBe(400);
    expect(said).toMatchObject({ code: 'INVALID_INPUT', field: 'file', key: reason });
    expect(listed).toMatchObject({ status: 'refused', statusReason: reason });
    expect((await onDisk()).length).toBe(before);
    expect((await put(url, PDF)).status, 'the address is used up').toBe(404);
  });

  it.each([
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['setup.exe', null],
    ['macros.docm', null],
    ['old.doc', 'application/msword'],
    ['archive.zip', null],
    ['constructor', null],
    ['invoice.pdf', 'image/png'],
  ])('is %s announced as %s before anything is sent', async (name, mimeType) => {
    await expect(announce({ name, mimeType })).rejects.toThrow('INVALID_INPUT');
  });

  it('is an Office file with macros, whatever it is called', async () => {
    const { said } = await upload(
      'report.docx',
      storedZip({ '[Content_Types].xml': docx, 'word/document.xml': '<w/>', 'word/vbaProject.bin': 'x' }),
    );
    expect(said?.key).toBe('fileMacros');
    const { status } = await upload('plain.docx', storedZip({ '[Content_Types].xml': docx, 'word/document.xml': '<w/>' }));
    expect(status).toBe(204);
  });

  it('is more than the limit, told before and while it comes', async () => {
    await expect(announce({ size: fixture.house.config.filesLimitBytes + 1 })).rejects.toThrow('larger than 1 MB');
    const before = await onDisk();
    const file = await announce();
    const answer = await put(file.put, Buffer.concat([PDF, Buffer.alloc(fixture.house.config.filesLimitBytes)]));
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { key: string }).key).toBe('fileTooLarge');
    // Without a length: it is noticed on the way.
    const status = await new Promise<number>((resolve, reject) => {
      const request = http.request(file.put, { method: 'PUT' }, (response) => resolve(response.resume().statusCode ?? 0));
      request.on('error', reject);
      for (let megabyte = 0; megabyte < 2; megabyte++) request.write(Buffer.alloc(2 ** 20));
      request.end();
    });
    expect(status).toBe(400);
    expect(await onDisk()).toEqual(before);
    expect((await put(file.put, PDF)).status, 'a smaller one may still come').toBe(204);
  });

  it('is an upload that breaks off; it leaves nothing and may be made again', async () => {
    const before = await onDisk();
    const file = await announce();
    const { pathname, search, host, hostname, port } = new URL(file.put);
    const socket = net.connect(Number(port), hostname);
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100000\r\n\r\n`);
    socket.write(PDF);
    await expect.poll(async () => (await onDisk()).some((name) => name.startsWith(file.id))).toBe(true);
    socket.destroy();
    await expect.poll(onDisk).toEqual(before);
    expect(await item(file.id)).toBeUndefined();
    expect((await put(file.put, PDF)).status).toBe(204);
  });

  it('has another size than declared', async () => {
    const file = await announce({ size: PDF.length + 1 });
    expect(((await (await put(file.put, PDF)).json()) as { key: string }).key).toBe('fileSize');
  });
});

describe('the scan', () => {
  it('finds the test virus wherever it is cut', () => {
    const bytes = Buffer.concat([randomBytes(50), Buffer.from(EICAR), randomBytes(50)]);
    for (let cut = 1; cut < bytes.length; cut++) {
      const scan = new PatternScan();
      scan.look(bytes.subarray(0, cut));
      scan.look(bytes.subarray(cut));
      expect(scan.findings.has('harmful'), `cut at ${cut}`).toBe(true);
    }
    const single = new PatternScan();
    for (const byte of bytes) single.look(Buffer.from([byte]));
    expect(single.findings.has('harmful')).toBe(true);
    const clean = new PatternScan();
    clean.look(Buffer.from(EICAR.slice(0, -1)));
    expect(clean.findings.size).toBe(0);
  });

  it('finds it over HTTP in chunks that split it', async () => {
    const file = await announce({ name: 'virus.txt', mimeType: 'text/plain' });
    const chunks = async function* () {
      yield Buffer.from(`hello ${EICAR.slice(0, 30)}`);
      await new Promise((resolve) => setImmediate(resolve));
      yield Buffer.from(EICAR.slice(30));
    };
    const answer = await fetch(file.put, { method: 'PUT', body: chunks(), duplex: 'half' } as unknown as RequestInit);
    expect(answer.status).toBe(400);
    const { key } = (await answer.json()) as { key: string };
    expect(key).toBe('fileHarmful');
  });

  it('asks clamd by its own protocol, and keeps nothing when it is silent', async () => {
    const received: Buffer[] = [];
    const clamd = net.createServer((socket) => {
      let all = Buffer.alloc(0);
      socket.on('data', (bytes) => {
        all = Buffer.concat([all, bytes]);
        const content = readInstream(all);
        if (content === null) return;
        received.push(content);
        socket.end(
          content.includes('WORM')
            ? 'stream: Win.Test.Worm FOUND\0'
            : content.includes('LARGE')
              ? 'INSTREAM size limit exceeded. ERROR\0'
              : 'stream: OK\0',
        );
      });
    });
    await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
    const clamav = `127.0.0.1:${(clamd.address() as net.AddressInfo).port}`;
    configureFiles({ ...fixture.house.config, clamav });
    try {
      expect((await upload('clean.pdf', PDF)).status).toBe(204);
      expect(received).toEqual([PDF]);
      const worm = await upload('worm.txt', Buffer.from('WORM '.repeat(50_000)));
      expect(worm.said).toMatchObject({ key: 'fileHarmful', message: 'This file is harmful and wasn’t saved: Win.Test.Worm' });
      const unsure = await upload('large.txt', Buffer.from('LARGE'));
      expect(unsure).toMatchObject({ status: 503, listed: undefined, said: { key: 'fileScanSilent' } });
      await new Promise((resolve) => clamd.close(resolve));
      const before = await onDisk();
      const silent = await upload('silent.pdf', PDF);
      expect(silent).toMatchObject({ status: 503, listed: undefined });
      expect(await onDisk()).toEqual(before);
      configureFiles(fixture.house.config);
      expect((await put(silent.put, PDF)).status, 'it may come again').toBe(204);
      await expect(askClamav(clamav, (async function* () {})() as never)).rejects.toThrow('isn’t responding');
    } finally {
      configureFiles(fixture.house.config);
      clamd.close();
    }
  });
});

/** @returns the content of a whole INSTREAM request, null while more must come. */
function readInstream(bytes: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return bytes.subarray(0, command.length).toString() === command ? Buffer.concat(parts) : null;
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
