/** The origin that files are served from: by signature only, and as bytes that can do nothing. */
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { now, useClock } from '../../platform/clock.ts';
import { signAddress } from './files.address.ts';
import { docx, filesFixture, PDF, storedZip } from './files.testing.ts';

const fixture = filesFixture();
const { address, upload } = fixture;

describe('the origin of files', () => {
  it('answers anything without a valid signature with the same 404', async () => {
    const { id } = await upload('mine.pdf', PDF);
    const good = new URL(await address(id, true));
    const elsewhere = signAddress('download', fixture.house.clientB, id).url;
    const changed = (name: string, value: string) => {
      const url = new URL(good);
      url.searchParams.set(name, value);
      return url.href;
    };
    const urls = [
      `${good.origin}/`,
      `${good.origin}${good.pathname}`,
      changed('use', 'download'),
      changed('use', 'upload'),
      changed('expires', String(Number(good.searchParams.get('expires')) + 1)),
      changed('signature', 'x'),
      good.href.replace(id, uuidv7()),
      good.href.replace(fixture.house.clientA, fixture.house.clientB),
      elsewhere,
      signAddress('download', fixture.house.clientA, uuidv7()).url,
      good.href.replace(`/${id}`, '/%00'),
      `${good.origin}/healthz`,
      `${good.origin}/api/files`,
    ];
    expect((await fetch(good)).status).toBe(200);
    const answers = await Promise.all(urls.map(async (url) => ({ url, ...(await plain(url)) })));
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], url: answer.url });
    expect(answers[0]?.status).toBe(404);
    const later = (now() + 11 * 60_000) as Instant;
    const back = useClock(() => later);
    try {
      expect(await plain(good.href)).toEqual({ ...answers[0], url: undefined });
    } finally {
      back();
    }
  });

  it('shows everybody the example of a document, and nothing else', async () => {
    const { origin } = new URL(await address((await upload('mine.pdf', PDF)).id, true));
    const sample = await fetch(`${origin}/f/sample.pdf`);
    expect(sample.headers.get('content-type')).toBe('application/pdf');
    expect((await extractText(new Uint8Array(await sample.arrayBuffer()), { mergePages: true })).text).toBe('Example document');
  });

  it('serves inert bytes: no cookies, no scripts, no sniffing', async () => {
    const text = await upload('readme.txt', Buffer.from('Grüße, "<script>alert(1)</script>"'), 'text/plain');
    const shown = await fetch(await address(text.id, true), { headers: { cookie: 'session=1' } });
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^inline;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, no-store',
    });
    expect(shown.headers.has('set-cookie')).toBe(false);
    const old = await upload('alt.txt', Buffer.from('Gr\xfc\xdfe', 'latin1'));
    expect((await fetch(await address(old.id, true))).headers.get('content-type')).toBe('text/plain; charset=windows-1252');
    const pdf = await upload('Rechnung „März“.pdf', PDF);
    const printed = await fetch(await address(pdf.id, true));
    expect(printed.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(printed.headers.get('content-disposition')).toBe(
      `inline; filename="Rechnung _M_rz_.pdf"; filename*=UTF-8''Rechnung%20%E2%80%9EM%C3%A4rz%E2%80%9C.pdf`,
    );
    const taken = await fetch(await address(text.id));
    expect(taken.headers.get('content-disposition')).toMatch(/^attachment;/);
    const office = await upload('list.docx', storedZip({ '[Content_Types].xml': docx, 'word/document.xml': '<w/>' }));
    await expect(address(office.id, true)).rejects.toThrow('can’t be previewed');
  });

  it('is let into the application’s page as a frame and an image, and nothing else is', async () => {
    const policy = (await fetch(`${fixture.base}/healthz`)).headers.get('content-security-policy') ?? '';
    const { origin } = new URL(signAddress('download', fixture.house.clientA, uuidv7()).url);
    const directives = new Map(policy.split(';').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]));
    expect(directives.get('frame-src')).toEqual(["'self'", origin]);
    expect(directives.get('img-src')).toEqual(["'self'", 'data:', 'blob:', origin]);
    for (const [name, sources] of directives) if (!['frame-src', 'img-src'].includes(name!)) expect(sources).not.toContain(origin);
  });
});

async function plain(url: string) {
  const answer = await fetch(url);
  const { date: _, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, body: await answer.text(), headers };
}
