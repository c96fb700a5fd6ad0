/** Automated calls: what is said to whom, what each key does, and how a call ends. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import { signReport } from '../../platform/delivery/reports.ts';
import { messageFixture } from './cms.message.testing.ts';

const fixture = messageFixture();
const { debtor, lastEvent } = fixture;

let voice: Server;
let base: string;
/** What happens to a call before its provider has said that it took it. */
let early: ((call: string) => Promise<void>) | undefined;
let placed: { reference: string; to: string }[] = [];
beforeAll(async () => {
  voice = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    placed.push(JSON.parse(body));
    await early?.(JSON.parse(body).reference);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"call"}');
  });
  await new Promise<void>((resolve) => voice.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(voice.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => voice.close(resolve)));

const CALL = {
  opening: 'Guten Tag. Wenn Sie {{ debtor.fullName }} sind, drücken Sie die 1, sonst die 2.',
  text: 'Bei {{ account.creditor }} sind {{ claim.balance }} offen.',
  keys: [
    { key: '1', does: 'callback', say: 'Für einen Rückruf die 1.' },
    { key: '2', does: 'sendLink', say: 'Für den Link per SMS die 2.' },
    { key: '3', does: 'repeat', say: 'Zum Wiederholen die 3.' },
    { key: '4', does: 'connect', say: 'Für einen Menschen die 4.', number: '+4930999' },
    { key: '9', does: 'optOut', say: 'Für keine Anrufe mehr die 9.' },
  ],
  goodbye: 'Auf Wiederhören.',
  voicemail: 'Guten Tag, bitte rufen Sie {{ account.creditor }} zurück.',
};
const client = () => ({ clientId: fixture.house.clientA });
const save = (content: object, fileName = 'anruf') =>
  fixture.house.raw(
    'cms',
    'mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { version } }',
    {
      templateBundle: {
        ...client(),
        fileName,
        displayName: fileName,
        contentTemplateType: 'call',
        contentTemplates: ['de_DE', 'en_US'].map((locale) => ({ locale, format: 'call', content: JSON.stringify(content) })),
      },
    },
  );
const KEY = 'signing key';
const tell = async (said: object, key = KEY) => {
  const body = JSON.stringify(said);
  const answer = await fixture.house.app.inject({
    method: 'POST',
    url: `/hooks/providers/${fixture.house.clientA}/http-voice`,
    headers: { 'content-type': 'application/json', 'x-quittance-signature': signReport(body, Math.floor(Date.now() / 1000), key) },
    payload: body,
  });
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};
const press = (call: string, at: 'opening' | 'menu', key: string | null, again = false) => tell({ event: 'key', call, at, key, again });

const CORRESPONDENCE = `query ($clientId: ID!, $filter: CorrespondenceFilter) { searchCorrespondence(clientId: $clientId, filter: $filter) { results {
  channel excerpt call { result keys { key does } seconds } } } }`;
const listed = async (filter: object) =>
  (await fixture.house.call<{ searchCorrespondence: { results: object[] } }>('cms', CORRESPONDENCE, { ...client(), filter }))
    .searchCorrespondence.results;

/** Has somebody called. @returns the call's reference */
async function called(mobile: string) {
  const to = await debtor({ mobile });
  placed = [];
  const key = uuidv7();
  await fixture.house.inA((tx) =>
    queueCommunications(tx, [
      { key, channel: 'phone', accountId: to.accountId, externalClaimRef: to.externalClaimRef, request: { bundleName: 'anruf' } },
    ]),
  );
  await fixture.house.drain('phone');
  expect(await fixture.house.rowOf(key)).toMatchObject({ status: 'sent' });
  return { ...to, call: placed[0]!.reference };
}

describe('an automated call', () => {
  beforeAll(async () => {
    await fixture.house.call(
      'operations',
      `mutation ($clientId: ID!, $configurations: [ProviderConfigurationInput!]!) {
        setSettingMessage(clientId: $clientId, communicationChannel: "phone", providerConfigurations: $configurations) { clientId } }`,
      {
        ...client(),
        configurations: [
          { providerName: 'HttpVoice', credentials: { baseURL: base, originator: '+49301', apiKey: 'key', signingKey: KEY } },
        ],
      },
    );
    expect((await save(CALL)).errors).toBeUndefined();
  });

  it.each(['opening', 'voicemail', 'goodbye'] as const)('may not tell of the debt in what anybody hears: %s', async (field) => {
    const { errors } = await save({ ...CALL, [field]: 'Es geht um {{ claim.balance }}.' }, 'telling');
    expect(errors?.[0]?.extensions).toMatchObject({ key: 'callTells', field: `contentTemplates.de_DE.${field}` });
  });

  it('says nothing of the debt until a key confirms who is there', async () => {
    const { call, accountId } = await called('+4915755550201');
    const opening = await tell({ event: 'answered', call });
    expect(opening).toMatchObject({ language: 'de-DE', say: [expect.stringContaining('Anna Weber')], next: 'listen', at: 'opening' });
    expect(JSON.stringify([opening, await press(call, 'opening', null), await press(call, 'opening', '2')])).not.toMatch(/offen|1\.284/);
    expect(await press(call, 'opening', null, true)).toMatchObject({ say: ['Auf Wiederhören.'], next: 'hangUp' });
    const told = await press(call, 'opening', '1');
    expect(told).toMatchObject({ next: 'listen', at: 'menu' });
    expect(told.say[0]).toMatch(/1\.284,60/);
    expect(told.say).toHaveLength(6);
    expect(await lastEvent(accountId, 'communicationDelivered')).toBeDefined();
    // A machine hears what was written for machines.
    expect(await tell({ event: 'answered', call, by: 'machine' })).toMatchObject({
      say: [expect.stringContaining('rufen Sie')],
      next: 'hangUp',
    });
    expect(await tell({ event: 'answered', call }, 'another key')).toBe(401);
    expect(await tell({ event: 'answered', call: uuidv7() })).toEqual({});
  });

  it('does what each key says, once however often it is told', async () => {
    const { call, accountId } = await called('+4915755550202');
    for (const _ of [1, 2]) expect(await press(call, 'menu', '1')).toMatchObject({ next: 'hangUp' });
    const tasks = await fixture.house.inA((tx) =>
      tx.sql('select matter, description from case_task where client_id = $1 and account_id = $2', [tx.clientId, accountId]),
    );
    expect(tasks).toEqual([{ matter: 'callSoon', description: '+4915755550202' }]);
    for (const _ of [1, 2]) await press(call, 'menu', '2');
    const links = await fixture.house.inA((tx) =>
      tx.sql(`select request -> 'to' ->> 'value' as to from outbox where client_id = $1 and account_id = $2 and channel = 'sms'`, [
        tx.clientId,
        accountId,
      ]),
    );
    expect(links).toEqual([{ to: '+4915755550202' }]);
    expect(await press(call, 'menu', '3')).toMatchObject({
      next: 'listen',
      say: [expect.stringContaining('offen'), ...CALL.keys.map(({ say }) => say)],
    });
    expect(await press(call, 'menu', '4')).toMatchObject({ next: 'dial', number: '+4930999' });
    expect(await press(call, 'menu', '7')).toMatchObject({ next: 'listen', at: 'menu', again: true });
    expect(await press(call, 'menu', '7', true)).toMatchObject({ next: 'hangUp' });
    await press(call, 'menu', '9');
    const [account] = await fixture.house.inA((tx) =>
      tx.sql('select opted_out from account where client_id = $1 and account_id = $2', [tx.clientId, accountId]),
    );
    expect(account).toEqual({ opted_out: ['phone'] });
    expect(await lastEvent(accountId, 'callKeyPressed')).toMatchObject({
      payload: { outboxId: call, key: '9', does: 'optOut', bundleName: 'anruf' },
    });
  });

  it('ends once, and is kept with all that it said', async () => {
    const { call, accountId } = await called('+4915755550203');
    for (const seconds of [42, 1]) await tell({ event: 'ended', call, result: 'answered', seconds });
    expect(await lastEvent(accountId, 'callEnded')).toMatchObject({ payload: { result: 'answered', seconds: 42 } });
    expect(await listed({ accountId })).toMatchObject([
      { channel: 'phone', excerpt: expect.stringContaining('drücken Sie die 1'), call: { result: 'answered', keys: [], seconds: 42 } },
    ]);
    const other = await called('+4915755550204');
    await tell({ event: 'ended', call: other.call, result: 'failed', reason: 'no route' });
    expect(await lastEvent(other.accountId, 'communicationBounced')).toMatchObject({ payload: { reason: 'no route', permanent: false } });
  });

  it('stands among what was written with its debtor, with what became of it', async () => {
    const { call, accountId } = await called('+4915755550205');
    expect(await listed({ accountId })).toMatchObject([{ call: { result: 'placed', keys: [], seconds: null } }]);
    await tell({ event: 'answered', call });
    await press(call, 'opening', '1');
    await press(call, 'menu', '1');
    expect(await listed({ accountId, callResults: ['answered'] })).toMatchObject([
      {
        call: {
          result: 'answered',
          keys: [
            { key: '1', does: 'confirm' },
            { key: '1', does: 'callback' },
          ],
        },
      },
    ]);
    expect(await listed({ accountId, callResults: ['placed', 'noAnswer'] })).toEqual([]);
    const unanswered = await called('+4915755550206');
    await tell({ event: 'ended', call: unanswered.call, result: 'noAnswer' });
    expect(await listed({ accountId: unanswered.accountId, callResults: ['noAnswer'] })).toHaveLength(1);
    const { errors } = await fixture.house.raw('cms', CORRESPONDENCE, { ...client(), filter: { callResults: ['nobody'] } });
    expect(errors?.[0]?.extensions).toMatchObject({ field: 'filter.callResults' });
  });

  it('keeps what is told of it before it is written down that it left', async () => {
    early = async (call) => {
      await tell({ event: 'answered', call });
      await tell({ event: 'ended', call, result: 'answered', seconds: 3 });
    };
    const { accountId } = await called('+4915755550207');
    expect(await listed({ accountId })).toMatchObject([{ call: { result: 'answered', seconds: 3 } }]);
  });
});
