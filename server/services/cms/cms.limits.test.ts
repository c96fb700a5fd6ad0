/** Templates that take too much: they are refused, and everybody else goes on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { longestTurn } from '../../platform/testing.turns.ts';
import { threadWork } from '../../platform/threads.ts';
import { drainClient } from './cms.delivery.ts';
import { addBundle, addDebtor, queueMessage } from './cms.testing.ts';

let house: TestHouse;
let restore: () => void;
beforeAll(async () => {
  restore = useClock(() => instant('2026-11-20T10:00:00Z'));
  house = await openTestHouse();
});
afterAll(async () => {
  restore();
  await house.close();
});

const LOOPS = '{% for i in (1..1400) %}{% for j in (1..1400) %}{{ i | times: j }}{% endfor %}{% endfor %}';
const mjml = (inner: string) => `<mjml><mj-body><mj-section><mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`;

const PREVIEW = `previewBundle(previewContent: { clientId: $clientId, contentTemplateType: email, locale: "en_US", subject: "x", format: "text", content: $content }) { problems { message } }`;
const preview = (fields: string, content: string) =>
  house.raw('cms', `query ($clientId: ID!, $content: String!) { ${fields} }`, { clientId: house.clientA, content });

it('previews several slow templates of one request without stopping anybody', async () => {
  const { result, longest } = await longestTurn(preview(`a: ${PREVIEW} b: ${PREVIEW} c: ${PREVIEW}`, LOOPS));
  expect(JSON.stringify(result).match(/takes too long to render\. Simplify its loops\./g)).toHaveLength(3);
  // Each alone takes a second, in this thread it would be three.
  expect(longest).toBeLessThan(1_500);
});

it('answers others while previews wait for a thread: none of them keeps a connection', async () => {
  const until = new Int32Array(new SharedArrayBuffer(4));
  const hold = threadWork<Int32Array, string>(import.meta.resolve('../../platform/threads.testing.ts'), 'hold', {
    time: 300_000,
    field: 'content',
    tooLong: 'templateTooLong',
    tooLarge: 'templateTooLarge',
  });
  // All threads that one client may have.
  const holding = [1, 2, 3].map(() => hold.one({ clientId: house.clientA }, until));
  let waiting = 12;
  const previews = Array.from({ length: waiting }, () => preview(PREVIEW, 'Hello').finally(() => waiting--));
  // The first of these may come before the previews do; the last ones come after them. With a connection each none would be left.
  for (let asked = 0; asked < 20; asked++)
    await house.call('cms', 'query ($clientId: ID!) { getGlobalContentPlaceholders(clientId: $clientId) }', { clientId: house.clientA });
  expect(waiting).toBe(12);
  Atomics.store(until, 0, 1);
  Atomics.notify(until, 0);
  await Promise.all(holding);
  for (const { errors } of await Promise.all(previews)) expect(errors).toBeUndefined();
});

it('compiles hostile MJML without stopping anybody', async () => {
  const query = `query ($clientId: ID!, $content: String!) { previewBundle(previewContent: { clientId: $clientId, contentTemplateType: email, locale: "en_US", subject: "x", format: "mjml", content: $content }) { html problems { message } } }`;
  for (const bomb of ['<a "', '<b>', '{%', '<!--', '<style>', '&', '<a href="x">', ' '].map((piece) =>
    piece.repeat(Math.floor(190_000 / piece.length)),
  )) {
    const { result, longest } = await longestTurn(
      house.raw('cms', query, { clientId: house.clientA, content: mjml(`<mj-text>${bomb}</mj-text>`) }),
    );
    expect(result.errors, bomb.slice(0, 20)).toBeUndefined();
    expect(longest, bomb.slice(0, 20)).toBeLessThan(3_000);
  }
});

it('fails the messages of a template that takes too long, sends the others, and tries nothing again for ever', async () => {
  await house.inA(async (tx) => {
    await addBundle(tx, 'slow', { source: 'Hello' });
    await addBundle(tx, 'good', { source: 'Hello {{ debtor.lastName }}' });
    // As it was saved before anybody looked at how long it takes.
    await tx.sql(
      `update template_bundle set contents = jsonb_set(contents, '{de_DE,source}', to_jsonb($2::text)) where client_id = $1 and file_name = 'slow'`,
      [tx.clientId, LOOPS],
    );
    for (let index = 0; index < 8; index++) await queueMessage(tx, await addDebtor(tx), index % 2 ? 'good' : 'slow');
  });
  const { longest } = await longestTurn(drainClient(house.database, house.clientA, 'email', readConfig()));
  expect(longest).toBeLessThan(5_000);
  const rows = await house.inA((tx) =>
    tx.sql<{ bundle: string; status: string; error: string | null }>(
      `select request->>'bundleName' as bundle, status, last_error as error from outbox where client_id = $1 order by 1`,
      [tx.clientId],
    ),
  );
  expect(rows.filter(({ bundle }) => bundle === 'good').map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent']);
  const failed = rows.filter(({ bundle }) => bundle === 'slow');
  expect(failed).toHaveLength(4);
  for (const row of failed) expect(row).toMatchObject({ status: 'failed', error: expect.stringContaining('takes too long') });
});
