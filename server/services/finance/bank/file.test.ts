/** Files of banks that bring nothing good along: each is answered, or refused in words, while this process goes on. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault } from '../../../../core/fault.ts';
import { uuidv7 } from '../../../../core/id.ts';
import { longestTurn } from '../../../platform/testing.turns.ts';
import { readCamtFile, readStatusFile } from './file.logic.ts';
import { xmlTags } from './xml.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quittance-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const share = () => ({ clientId: uuidv7() });
const CAMT =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE1</IBAN></Id></Acct>';
const PAIN = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>';

async function written(begin: string, piece: string, megabytes: number, end = ''): Promise<string> {
  const target = path.join(folder, `${uuidv7()}.xml`);
  const block = piece.repeat(Math.max(1, Math.floor(2 ** 20 / piece.length)));
  await pipeline(
    Readable.from(
      (function* () {
        yield begin;
        for (let written = 0; written < megabytes; written++) yield block;
        yield end;
      })(),
    ),
    createWriteStream(target),
  );
  return target;
}

/** @returns what came of it, a fault too, and the longest turn of this thread. */
const watched = <Result>(work: Promise<Result>) =>
  longestTurn(
    work.catch((error: unknown) => {
      if (error instanceof Fault) return error;
      throw error;
    }),
  );

it('reads or refuses hostile statements and reports of many MB without stopping anybody', async () => {
  for (const piece of [
    '<Ntry ',
    '<Ntry>',
    '<',
    '<!-',
    '<!--',
    '<![CDATA[',
    '&amp;',
    '<a>',
    '</a>',
    '<a b="',
    ' ',
    '<Ntry><Ntry>',
    '<TxInfAndSts>',
    '<x:',
  ])
    for (const [begin, read] of [
      [CAMT, (file: string) => readCamtFile(share(), file, async () => {})],
      [PAIN, (file: string) => readStatusFile(share(), file)],
    ] as const) {
      const { result, longest } = await watched<unknown>(read(await written(begin, piece, piece === '<Ntry ' ? 12 : 3)));
      expect(result, piece).toBeInstanceOf(Fault);
      expect((result as Fault).field, piece).toBe('file');
      expect(longest, piece).toBeLessThan(3_000);
    }
});

it('reads a large status report a collection at a time', async () => {
  const one = '<TxInfAndSts><OrgnlEndToEndId>E-1</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts>';
  const begin = `${PAIN}<OrgnlPmtInfAndSts><OrgnlPmtInfId>G</OrgnlPmtInfId>`;
  const last =
    '<TxInfAndSts><OrgnlEndToEndId>E-2</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>';
  const before = process.memoryUsage().rss;
  const { result, longest } = await watched(readStatusFile(share(), await written(begin, one, 40, last)));
  expect(result).toEqual([{ kind: 'collection', id: 'E-2', reason: 'MS03' }]);
  expect(longest).toBeLessThan(3_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
});

it('follows no document type and no entity, and nothing nested beyond measure', async () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${'<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'}]>`;
  for (const file of [
    await written(`${laughs}${CAMT}`, '<x/>', 0),
    await written(`${CAMT}${laughs}`, '<x/>', 0),
    await written(`${PAIN}<OrgnlGrpInfAndSts><!doctype x></OrgnlGrpInfAndSts>`, '<x/>', 0),
  ])
    await expect(readStatusFile(share(), file)).rejects.toMatchObject({ words: { key: 'fileDocType' } });
  const nested = `<OrgnlGrpInfAndSts>${'<a>'.repeat(60)}${'</a>'.repeat(60)}</OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;
  await expect(readStatusFile(share(), await written(PAIN + nested, ' ', 0))).rejects.toMatchObject({ words: { key: 'fileNoXml' } });
});

it('finds the same tags however a file is cut into pieces', async () => {
  const part = fc.constantFrom(
    '<A>',
    '</A>',
    '<n:B x="1">',
    '</n:B>',
    '<A/>',
    '<!-- <A> -->',
    '<![CDATA[<A>]]>',
    'text',
    ' ',
    '<C>',
    '</C>',
    'ü',
  );
  const tags = async (text: string, cut: number) => {
    const bytes = Buffer.from(text);
    const found: string[] = [];
    const pieces = (async function* () {
      for (let from = 0; from < bytes.length; from += cut) yield bytes.subarray(from, from + cut);
    })();
    for await (const { name, isEnd, isEmpty, before } of xmlTags(pieces, ['A', 'B']))
      found.push(`${isEnd ? '/' : ''}${name}${isEmpty ? '/' : ''}|${before}`);
    return found;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), async (parts, cut) => {
      // The tail without a tag is not given.
      const text = `<?xml version="1.0" encoding="UTF-8"?>${parts.join('')}`;
      const whole = await tags(text, text.length * 4);
      expect(await tags(text, cut + 60)).toEqual(whole);
    }),
    { numRuns: 200 },
  );
});
