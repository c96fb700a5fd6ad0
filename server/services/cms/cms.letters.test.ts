/** Letters: made of blocks, printed by Chromium, kept as they left, gathered for the post, and come back. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Design, DesignBlock } from '../../../blocks/design.ts';
import { HOSTILE } from '../../../blocks/testing.ts';
import { receivingAt } from '../../platform/delivery/inbound.ts';
import { closePrinter } from '../../platform/pdf.ts';
import { createFilesServer } from '../files/files.origin.ts';
import { saveBankAccount } from '../finance/account/account.logic.ts';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';
import { blockOf, textsOf } from './cms.design.testing.ts';
import { codePicture } from './cms.png.ts';
import { mountPrintBatches } from './cms.print.files.ts';
import { addDebtor, queueMessage } from './cms.testing.ts';

let house: DeliveryHouse;
beforeAll(async () => {
  house = await openDeliveryHouse((app, deps) => mountPrintBatches(app, deps));
});
afterAll(async () => {
  await closePrinter();
  await house.close();
});

const SAVE =
  'mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { fileName previewURL } }';
const PROVIDER = `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setSettingMessage(clientId: $clientId, communicationChannel: "letter", providerConfigurations: $providerConfigurations) { providerConfigurations { providerName } } }`;
const BATCHES =
  'query ($clientId: ID!) { listPrintBatches(clientId: $clientId) { batchId day number letters closedAt postedAt postedBy } }';
const FILES = 'query ($clientId: ID!, $batchId: ID!) { getPrintBatchFiles(clientId: $clientId, batchId: $batchId) { pdf csv } }';
const CLOSE = 'mutation ($clientId: ID!, $batchId: ID!) { closePrintBatch(clientId: $clientId, batchId: $batchId) { closedAt } }';
const POSTED = 'mutation ($clientId: ID!, $batchId: ID!) { markPrintBatchPosted(clientId: $clientId, batchId: $batchId) { postedBy } }';
const RETURNED = `mutation ($clientId: ID!, $letters: [ReturnedLetterInput!]!) { recordReturnedLetters(clientId: $clientId, letters: $letters) { returned unknown } }`;
const PREVIEW =
  'mutation ($previewContent: PreviewContentInput!) { previewLetter(previewContent: $previewContent) { url missingCodes { code reason } problems { field key } } }';
const COMPOSED = `query ($clientId: ID!, $channel: String!, $accountId: ID!, $templateReferences: [String!]) {
  previewDebtorMessage(clientId: $clientId, channel: $channel, accountId: $accountId, templateReferences: $templateReferences) { recipient html missingCodes { code reason } problems { key } } }`;
const SEND = `mutation ($clientId: ID!, $channel: String!, $accountId: ID!, $templateReferences: [String!], $customBody: String) {
  sendDebtorMessageV2(clientId: $clientId, channel: $channel, accountId: $accountId, templateReferences: $templateReferences, customBody: $customBody) { requestContextId answer } }`;
const EXPLAIN =
  'query ($clientId: ID!, $accountRef: String!) { explainContact(clientId: $clientId, accountRef: $accountRef, channel: "letter") { answer rule } }';

const paper = (...blocks: DesignBlock[]): Design => ({ format: 1, medium: 'paper', blocks });
const HEAD = blockOf('letterhead', 'head');
const REMINDER = paper(HEAD, blockOf('heading', 'h'), blockOf('text', 't'), blockOf('bankDetails', 'b'), blockOf('paymentCode', 'c'));
const SAID = {
  subject: 'Mahnung {{ claim.reference }}',
  'head.sender': 'Nordlicht · Postfach 1 · 10115 Berlin',
  'h.text': 'Mahnung',
  't.text': ['{{ debtor.salutation }}, bitte zahlen Sie {{ claim.balance }}.'],
  'c.label': 'Mit der Banking-App scannen',
};
const language = (texts: Parameters<typeof textsOf>[0], locale: string) => ({ locale, format: 'design', content: textsOf(texts) });
const bundle = (fileName: string, design: unknown, texts: Parameters<typeof textsOf>[0] = SAID, more: object = {}) => ({
  templateBundle: {
    clientId: house.clientA,
    fileName,
    displayName: fileName,
    contentTemplateType: 'letter',
    template: { design },
    contentTemplates: ['de_DE', 'en_US'].map((locale) => language(texts, locale)),
    ...more,
  },
});
const own = (variables: object) => ({ clientId: house.clientA, ...variables });
const berlin = { addressLine1: 'Lindenstraße', houseNumber: '12', postalCode: '10115', city: 'Berlin', country: 'DE' };

async function living(address: object, person: object = {}) {
  return house.inA(async (tx) => {
    const debtor = await addDebtor(tx, person);
    await tx.sql('update debtor set address = $3 where client_id = $1 and account_id = $2', [
      tx.clientId,
      debtor.accountId,
      JSON.stringify(address),
    ]);
    return debtor;
  });
}
const post = (debtor: Awaited<ReturnType<typeof living>>, name = 'reminder') => house.inA((tx) => queueMessage(tx, debtor, name, 'letter'));
const choose = (providerName: string, credentials: object = {}, extras: object = {}) =>
  house.call('operations', PROVIDER, own({ providerConfigurations: [{ providerName, credentials, extras }] }));
const letterOf = async (accountId: string) =>
  (
    await house.inA((tx) =>
      tx.sql<{
        outbox_id: string;
        recipient: string;
        subject: string;
        html_content: string;
        attachments: { fileId: string; name: string; size: number }[];
      }>('select outbox_id, recipient, subject, html_content, attachments from communication where client_id = $1 and account_id = $2', [
        tx.clientId,
        accountId,
      ]),
    )
  )[0]!;
const pdfOf = async (fileId: string) => {
  const { readLetter } = await import('./cms.print.ts');
  return (await house.inA((tx) => readLetter(tx, fileId)))!.content;
};
/** Words of the first page with where they stand, in millimetres from its upper left. */
async function wordsOf(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const page = await document.getPage(1);
  const [, , width, height] = page.view as [number, number, number, number];
  const { items } = await page.getTextContent();
  const mm = (points: number) => (points * 25.4) / 72;
  const words = items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [
          {
            text: item.str,
            left: mm(item.transform[4]),
            right: mm(item.transform[4] + item.width),
            base: mm(height - item.transform[5]),
            height: mm(item.height) * 0.75,
          },
        ]
      : [],
  );
  return {
    words,
    size: [Math.round(width), Math.round(height)],
    pages: document.numPages,
    meta: await document.getMetadata(),
    marked: await document.getMarkInfo(),
  };
}

it('is saved as a design of blocks and as nothing else, and begins with the letterhead', async () => {
  await house.call('cms', SAVE, bundle('reminder', REMINDER));
  const refused = async (...parts: Parameters<typeof bundle>) =>
    (await house.raw('cms', SAVE, bundle(...parts))).errors?.map(({ extensions }) => extensions?.key);
  expect(await refused('no', paper(blockOf('text', 't'), HEAD))).toEqual(expect.arrayContaining(['letterheadFirst']));
  expect(await refused('no', { ...REMINDER, medium: 'mail' })).not.toEqual([]);
  const plain = { contentTemplates: [{ locale: 'de_DE', subject: 'x', format: 'text', content: 'Bitte zahlen' }], template: null };
  expect(await refused('no', null, SAID, plain)).toEqual(['letterDesign']);
});

it('names no bank account that isn’t there', async () => {
  const debtor = await living(berlin);
  await choose('PrintBatch');
  const key = await post(debtor);
  expect(await house.drain('letter')).toBe(0);
  expect(await house.rowOf(key)).toMatchObject({
    status: 'failed',
    last_error: 'The letter names a bank account, and you have none for EUR',
  });
  await house.inA((tx) =>
    saveBankAccount(tx, {
      name: 'Collections',
      holder: 'Nordlicht Energie GmbH',
      iban: 'DE02120300000000202051',
      currency: 'EUR',
      isDefault: true,
    }),
  );
});

it('is printed with its address in the window of DIN 5008 form B, in its language, with tags, and kept to the byte', async () => {
  const debtor = await living(
    { ...berlin, city: 'Berlin-Charlottenburg-Wilmersdorf' },
    { firstName: 'Anna-Katharina', lastName: 'von der Weber' },
  );
  const key = await post(debtor);
  expect(await house.drain('letter')).toBe(1);
  expect(await house.statusOf(key)).toBe('sent');
  const letter = await letterOf(debtor.accountId);
  expect(letter.recipient).toBe('Anna-Katharina von der Weber\nLindenstraße 12\n10115 Berlin-Charlottenburg-Wilmersdorf');
  expect(letter.subject).toBe(`Mahnung ${debtor.externalClaimRef}`);
  const [file] = letter.attachments;
  expect(file).toMatchObject({ fileId: letter.outbox_id, name: `Mahnung ${debtor.externalClaimRef}.pdf` });
  const pdf = await pdfOf(file!.fileId);
  expect(pdf.length).toBe(file!.size);
  const { words, pages, meta, marked } = await wordsOf(pdf);
  expect(pages).toBe(1);
  expect(meta.info).toMatchObject({ Language: 'de', Title: `Mahnung ${debtor.externalClaimRef}` });
  expect(marked).toMatchObject({ Marked: true });
  // The window is 20 to 105 mm from the left and 62.7 to 90 mm from the top; the line of the sender is above it.
  const address = words.filter(({ text }) => /^Anna-Katharina|Lindenstraße 12|10115 Berlin-/.test(text));
  expect(address).toHaveLength(3);
  for (const { left, right, base } of address) {
    expect(left).toBeGreaterThan(20);
    expect(right).toBeLessThan(105);
    expect(base).toBeGreaterThan(63);
    expect(base).toBeLessThan(89);
  }
  expect(words.find(({ text }) => text.startsWith('Nordlicht · Postfach'))!.base).toBeLessThan(62.7);
  expect(words.find(({ text }) => text.startsWith('Seite 1 von 1'))).toBeDefined();
  expect(words.find(({ text }) => text.includes('DE02 1203 0000 0000 2020 51'))).toBeDefined();
  // The code of the transfer is a picture that came with the letter.
  expect(letter.html_content).toMatch(/<img class="q-code" src="data:image\/png;base64,/);
});

it('gathers a day’s letters in one PDF in the order of the post, with a list, and takes none after it is closed', async () => {
  const [far, near, abroad] = [
    await living({ ...berlin, postalCode: '80331', city: 'München' }, { lastName: 'Fern' }),
    await living({ ...berlin, postalCode: '01067', city: 'Dresden' }, { lastName: 'Nah' }),
    await living({ addressLine1: 'Hauptstraße 1', postalCode: '1010', city: 'Wien', country: 'AT' }, { lastName: 'Ausland' }),
  ];
  for (const debtor of [far, near, abroad]) await post(debtor);
  expect(await house.drain('letter')).toBe(3);
  const list = async () =>
    (
      await house.call<{
        listPrintBatches: { batchId: string; letters: number; day: string; number: number; closedAt: unknown; postedBy: string }[];
      }>('cms', BATCHES, own({}))
    ).listPrintBatches;
  const [batch] = await list();
  expect(batch).toMatchObject({ day: '2026-11-20', number: 1, letters: 4, closedAt: null });
  const { batchId } = batch!;
  const keyOf = async (operation: string) => (await house.raw('cms', operation, own({ batchId }))).errors?.[0]?.extensions?.key;
  expect(await keyOf(FILES)).toBe('printBatchOpen');
  expect(await keyOf(POSTED)).toBe('printBatchOpen');
  await house.call('cms', CLOSE, own({ batchId }));
  const { getPrintBatchFiles: files } = await house.call<{ getPrintBatchFiles: { pdf: string; csv: string } }>(
    'cms',
    FILES,
    own({ batchId }),
  );
  const load = (url: string) => house.app.inject({ method: 'GET', url: new URL(url).pathname + new URL(url).search });
  const csv = (await load(files.csv)).body.trim().split('\r\n');
  expect(csv.map((line) => line.split(',').at(-2))).toEqual(['postalCode', '01067', '10115', '80331', '1010']);
  const pdf = await load(files.pdf);
  const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: false });
  expect(text.map((page) => /Nah|von der Weber|Fern|Ausland/.exec(page)?.[0])).toEqual(['Nah', 'von der Weber', 'Fern', 'Ausland']);
  expect(text[3]).toContain('AUSTRIA');
  expect((await load(files.pdf.replace(/signature=./, 'signature=x'))).statusCode).toBe(404);

  await house.call('cms', POSTED, own({ batchId }));
  expect(await keyOf(POSTED)).toBe('printBatchPosted');
  // A further letter of that day begins another batch.
  await post(await living(berlin));
  await house.drain('letter');
  expect((await list()).map(({ number, letters }) => [number, letters])).toEqual([
    [2, 1],
    [1, 4],
  ]);
});

const onEnvelope = [
  // Millimetres of the sheet that show however it lies in its envelope, and what may show at most (blocks/windows.ts).
  { window: 'uk', pdf: [595, 842], always: { left: 20, right: 100, top: 57, bottom: 81 }, sometimes: { right: 110, bottom: 92 } },
  {
    window: 'us10',
    pdf: [612, 792],
    always: { left: 25.4, right: 107.9, top: 63.5, bottom: 80.4 },
    sometimes: { right: 136.5, bottom: 92.1 },
  },
];
it.each(onEnvelope)('shows a long address and nothing else in the window $window, wherever the sheet lies', async (envelope) => {
  const { window, always, sometimes } = envelope;
  const head = blockOf('letterhead', 'head', { window });
  await house.call('cms', SAVE, bundle(window, paper(head, blockOf('text', 't'))));
  const debtor = await living({
    ...berlin,
    addressLine2: 'Hinterhaus, dritter Stock',
    suburb: 'Wilmersdorf',
    country: 'GB',
  });
  await post(debtor, window);
  expect(await house.drain('letter')).toBe(1);
  const { recipient, outbox_id } = await letterOf(debtor.accountId);
  const lines = recipient.split('\n');
  expect(lines).toHaveLength(6);
  const { words, size } = await wordsOf(await pdfOf(outbox_id));
  expect(size).toEqual(envelope.pdf);
  // An American window has a line less than a German client's address may have.
  for (const line of window === 'us10' ? lines.slice(0, 5) : lines) {
    const { left, right, base, height } = words.find(({ text }) => text === line)!;
    expect([line, left >= always.left, right <= always.right]).toEqual([line, true, true]);
    // Letters hang below their line by about a quarter of their size.
    expect([line, base - height >= always.top, base + height / 4 <= always.bottom]).toEqual([line, true, true]);
  }
  const others = words.filter(
    ({ text, left, base }) => !lines.includes(text) && left < sometimes.right && base > always.top && base < sometimes.bottom,
  );
  expect(others).toEqual([]);
});

it('goes nowhere without a whole address, nor to one that a letter came back from, until another one is known', async () => {
  const answer = async (externalClaimRef: string) =>
    (await house.call<{ explainContact: { answer: string; rule: string } }>('cms', EXPLAIN, own({ accountRef: externalClaimRef })))
      .explainContact;
  const nowhere = await living({ addressLine1: 'Lindenstraße 1', city: 'Berlin' });
  expect(await answer(nowhere.externalClaimRef)).toEqual({ answer: 'deny', rule: 'contactData' });

  const debtor = await living(berlin);
  await post(debtor);
  await house.drain('letter');
  const { outbox_id: reference } = await letterOf(debtor.accountId);
  const letters = [
    { reference, reason: 'Empfänger unbekannt verzogen' },
    { reference: 'nobody', reason: '' },
  ];
  const returned = () => house.call<{ recordReturnedLetters: object }>('cms', RETURNED, own({ letters }));
  expect((await returned()).recordReturnedLetters).toEqual({ returned: 1, unknown: ['nobody'] });
  expect((await returned()).recordReturnedLetters).toEqual({ returned: 0, unknown: ['nobody'] });
  expect(await answer(debtor.externalClaimRef)).toEqual({ answer: 'deny', rule: 'contactData' });
  expect(await house.eventsOf(debtor.accountId)).toEqual(expect.arrayContaining(['communicationBounced', 'contactStateChanged']));

  await house.inA((tx) =>
    tx.sql('update debtor set address = $3 where client_id = $1 and account_id = $2', [
      tx.clientId,
      debtor.accountId,
      JSON.stringify({ ...berlin, addressLine1: 'Neue Straße' }),
    ]),
  );
  expect((await answer(debtor.externalClaimRef)).rule).not.toBe('contactData');
});

it('is sent by the composer, of a template only, with its page as a preview', async () => {
  const debtor = await living(berlin);
  const asked = (more: object) => own({ channel: 'letter', accountId: debtor.accountId, ...more });
  const named = { templateReferences: ['reminder'] };
  const { previewDebtorMessage: shown } = await house.call<{
    previewDebtorMessage: { recipient: string; html: string; problems: object[] };
  }>('cms', COMPOSED, asked(named));
  expect(shown.problems).toEqual([]);
  expect(shown.recipient).toContain('10115 Berlin');
  expect(shown.html).toContain('class="q-address"');
  const refused = await house.raw('account', SEND, asked({ customBody: 'Bitte zahlen' }));
  expect(refused.errors?.[0]?.extensions).toMatchObject({ key: 'letterTemplate', field: 'templateReferences' });
  await house.call('account', SEND, asked(named));
  await house.drain('letter');
  expect((await letterOf(debtor.accountId)).attachments).toHaveLength(1);
});

it('learns from Pingen’s signed notice that a letter came back', async () => {
  const { receive } = receivingAt('pingen')!;
  const body = Buffer.from(
    JSON.stringify({
      data: {
        type: 'webhook_undeliverable',
        attributes: { reason: 'moved' },
        relationships: { letter: { data: { type: 'letters', id: 'letter-1' } } },
      },
    }),
  );
  const { createHmac } = await import('node:crypto');
  const signature = createHmac('sha256', 'key').update(body).digest('hex');
  const request = (given: string) => ({ url: 'https://q.example/hooks', headers: { signature: given }, body });
  const outbound = {} as never;
  expect(await receive.isSigned(request(signature), { signingKey: 'key' }, outbound)).toBe(true);
  expect(await receive.isSigned(request(signature), { signingKey: 'other' }, outbound)).toBe(false);
  expect(await receive.isSigned(request(''), { signingKey: '' }, outbound)).toBe(false);
  expect(receive.read(request(signature))).toMatchObject({
    messages: [],
    reports: [{ type: 'bounced', permanent: true, reference: 'letter-1', reason: 'moved' }],
  });
});

it('is previewed as the PDF it would be, with the examples or for an account, and with codes that pay nothing', async () => {
  const content = (design: Design, texts: Parameters<typeof textsOf>[0] = SAID) => ({
    previewContent: {
      clientId: house.clientA,
      contentTemplateType: 'letter',
      locale: 'de_DE',
      format: 'design',
      design,
      content: textsOf(texts),
    },
  });
  type Shown = { previewLetter: { url: string | null; problems: { field: string }[] } };
  const { previewLetter: shown } = await house.call<Shown>('cms', PREVIEW, content(REMINDER));
  expect(shown.problems).toEqual([]);
  const files = createFilesServer(house.database);
  const address = new URL(shown.url!);
  const pdf = await files.inject({ method: 'GET', url: address.pathname + address.search });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
  expect(text).toContain('Lindenstraße 12');
  expect((await files.inject({ method: 'GET', url: address.pathname })).statusCode).toBe(404);
  await files.close();

  // What its reader would go without is said, and why.
  const bill = paper(HEAD, blockOf('paymentCode', 'c'), blockOf('swissBill', 's', { postalCode: '8001', town: 'Zürich' }));
  const missing = async (design: Design, accountId?: string) => {
    const { previewContent } = content(design);
    const { previewLetter: made } = await house.call<Shown & { previewLetter: { missingCodes: object[] } }>('cms', PREVIEW, {
      previewContent: { ...previewContent, accountId },
    });
    return [made.missingCodes, made.problems.length];
  };
  const debtor = await living(berlin);
  const { externalClaimRef } = debtor;
  expect(await missing(paper(HEAD, blockOf('swissBill', 's')))).toEqual([[{ code: 'swiss', reason: 'creditorAddress' }], 0]);
  expect(await missing(bill)).toEqual([[], 0]);
  expect(await missing(bill, externalClaimRef)).toEqual([[{ code: 'swiss', reason: 'notSwiss' }], 0]);
  await house.inA((tx) =>
    tx.sql(`update claim set currency = 'CHF' where client_id = $1 and external_claim_ref = $2`, [tx.clientId, externalClaimRef]),
  );
  expect(await missing(bill, externalClaimRef)).toEqual([
    [
      { code: 'transfer', reason: 'currency' },
      { code: 'swiss', reason: 'noAccount' },
    ],
    // A letter that names an account which isn't there would not leave.
    1,
  ]);
  // The composer says it too.
  await house.call('cms', SAVE, bundle('bill', bill));
  const { previewDebtorMessage: composed } = await house.call<{ previewDebtorMessage: object }>(
    'cms',
    COMPOSED,
    own({ channel: 'letter', accountId: debtor.accountId, templateReferences: ['bill'] }),
  );
  expect(composed).toMatchObject({
    missingCodes: [{ code: 'transfer' }, { code: 'swiss', reason: 'noAccount' }],
    problems: [{ key: 'letterNoBank' }],
  });
});

it('has the client’s own pictures in it, and of others their words alone', async () => {
  const square = Array.from({ length: 3 }, (_, y) => Array.from({ length: 3 }, (_, x) => (x + y) % 2 === 0));
  const png = codePicture(square);
  const { addPicture: picture } = await house.call<{ addPicture: { address: string; width: number } }>(
    'cms',
    'mutation ($clientId: ID!, $content: String!) { addPicture(clientId: $clientId, name: "square.png", content: $content) { address width } }',
    own({ content: png.toString('base64') }),
  );
  const src = new URL(picture.address, house.config.publicUrl).pathname;
  const gone = src.replace(/[0-9a-f]{64}/, '0'.repeat(64));
  const design = paper(HEAD, ...[src, gone, 'https://other.example/x.png'].map((each, at) => blockOf('image', `i${at}`, { src: each })));
  const words = { 'i0.alt': 'Our square', 'i1.alt': 'Nobody’s picture', 'i2.alt': 'Another’s picture' };
  await house.call('cms', SAVE, bundle('pictured', design, { subject: 'Bild', 'head.sender': SAID['head.sender'], ...words }));
  const debtor = await living(berlin);
  await post(debtor, 'pictured');
  expect(await house.drain('letter')).toBe(1);
  const pdf = await pdfOf((await letterOf(debtor.accountId)).outbox_id);
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const images = await extractImages(document, 1);
  expect(images.map(({ width, height }) => [width, height])).toEqual([[picture.width, picture.width]]);
  const { text } = await extractText(document, { mergePages: true });
  for (const said of ['Nobody’s picture', 'Another’s picture']) expect(text).toContain(said);
  expect(text).not.toContain('Our square');
});

it('prints hostile words as words, runs nothing and asks nobody', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const spy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const words = [
      ...HOSTILE,
      `<img src="${spy}/img"><script>fetch("${spy}/script")</script>`,
      `<style>@import url(${spy}/css); body { display: none }</style>`,
      `<svg onload="fetch('${spy}/svg')"><image href="${spy}/image" /></svg>`,
      `<iframe src="${spy}/frame"></iframe><link rel="stylesheet" href="${spy}/link">`,
    ];
    const design = paper(
      HEAD,
      blockOf('text', 't'),
      blockOf('image', 'i', { src: `${spy}/picture.png`, decorative: true }),
      blockOf('pageFooter', 'f'),
    );
    const literal = { type: 'doc', content: words.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })) };
    const texts = { ...SAID, 't.text': literal as never, 'f.text': literal as never };
    await house.call('cms', SAVE, bundle('hostile', design, texts));
    const debtor = await living(
      { ...berlin, addressLine1: `<script>fetch("${spy}/address")</script>` },
      { lastName: `<img src="${spy}/name">` },
    );
    await post(debtor, 'hostile');
    expect(await house.drain('letter')).toBe(1);
    const { text } = await extractText(new Uint8Array(await pdfOf((await letterOf(debtor.accountId)).outbox_id)), { mergePages: true });
    expect(text).toContain('onload="fetch(');
    expect(text).toContain('{% for i in (1..9) %}x{% endfor %}');
    expect(asked).toEqual([]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
