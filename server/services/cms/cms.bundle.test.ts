/** Bundles beyond saving and sending: texts by name, tags, and what a strategy still needs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { saveBlueprint } from '../strategy/strategy.blueprint.logic.ts';
import { deleteBlueprint } from '../strategy/strategy.references.logic.ts';
import { readBundle } from './cms.bundle.logic.ts';
import { addBundle } from './cms.testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
  await house.inA(async (tx) => {
    await addBundle(tx, 'first', { source: 'Hi {{ claim.balance }}' });
    await addBundle(tx, 'second', { source: 'Again {{ claim.balance }}' });
  });
});
afterAll(() => house.close());

const REMOVE = `mutation ($clientId: ID!, $fileName: String!) { deleteTemplateBundleV2(clientId: $clientId, fileName: $fileName, contentTemplateType: email) }`;
const CONTENTS = 'query ($clientId: ID!) { getContentTemplates(clientId: $clientId, contentTemplateType: email) { name content } }';
const WRITE = `mutation ($clientId: ID!, $name: String!, $content: String!) { setContentTemplate(clientId: $clientId, name: $name, content: $content, contentTemplateType: email) { name content } }`;
const TAG = `mutation ($clientId: ID!, $templates: [TemplateKeyInput!]!) { saveTemplateBundlesTagsV2(clientId: $clientId, templates: $templates, contentTags: [" soft ", "soft", "first"]) { fileName } }`;

it('does not let a message go that a strategy sends, and names the strategies', async () => {
  const steps = JSON.stringify([
    { id: 'mail', stepType: 'sendEmail', stepState: { bundleName: 'first', locale: null, description: '' }, down: 'end' },
    { id: 'end', stepType: 'expired', stepState: { description: '' }, down: null },
  ]);
  const ids: string[] = [];
  for (const displayName of ['Early reminders', 'Hardship'])
    ids.push((await house.inA((tx) => saveBlueprint(tx, { id: 'new', displayName, steps }))).blueprint?.id ?? '');
  const remove = () => house.raw('cms', REMOVE, { clientId: house.clientA, fileName: 'first' });
  expect((await remove()).errors?.[0]).toMatchObject({
    message: 'Strategies still send this message: “Early reminders”, “Hardship”. Choose another message there first.',
    extensions: { code: 'CONFLICT', field: 'fileName' },
  });
  await house.inA((tx) => deleteBlueprint(tx, ids[0] ?? '', null));
  expect((await remove()).errors?.[0]?.message).toMatch(/: “Hardship”\./);
  await house.inA((tx) => deleteBlueprint(tx, ids[1] ?? '', null));
  expect((await remove()).data).toEqual({ deleteTemplateBundleV2: true });
});

it('gives out and takes texts by name, checked like any other', async () => {
  const texts = await house.call('cms', CONTENTS, { clientId: house.clientA });
  expect(texts).toEqual({
    getContentTemplates: ['second/de_DE', 'second/en_US'].map((name) => ({ name, content: 'Again {{ claim.balance }}' })),
  });
  const write = (name: string, content: string) => house.raw('cms', WRITE, { clientId: house.clientA, name, content });
  expect((await write('second/de_DE', 'Noch {{ claim.balance }}')).errors).toBeUndefined();
  expect((await write('second/de_DE', '{{ claim.blance }}')).errors?.[0]?.extensions?.field).toBe('contentTemplates.de_DE.content');
  for (const name of ['second/nl_NL', 'third/de_DE', 'second'])
    expect((await write(name, 'x')).errors?.[0]?.extensions?.code, name).toBe('NOT_FOUND');
  expect(await house.call('cms', CONTENTS, { clientId: house.clientA })).toEqual({
    getContentTemplates: [
      { name: 'second/de_DE', content: 'Noch {{ claim.balance }}' },
      { name: 'second/en_US', content: 'Again {{ claim.balance }}' },
    ],
  });
});

it('tags several at once, or none when one is missing', async () => {
  const key = (fileName: string) => ({ fileName, contentTemplateType: 'email' });
  const tag = (...names: string[]) => house.raw('cms', TAG, { clientId: house.clientA, templates: names.map(key) });
  expect((await tag('second', 'nobody')).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  expect((await tag(...Array<string>(1001).fill('second'))).errors?.[0]?.message).toBe('Tag up to 1000 templates at once');
  const tags = async () =>
    (
      await house.inA((tx) =>
        tx.sql<{ content_tags: string[] }>('select content_tags from template_bundle where client_id = $1', [tx.clientId]),
      )
    )[0];
  expect(await tags()).toEqual({ content_tags: [] });
  expect((await tag('second')).errors).toBeUndefined();
  expect(await tags()).toEqual({ content_tags: ['soft', 'first'] });
});

it('refuses placeholders where escaping does not keep a value inert', async () => {
  const save = (body: string) =>
    house.inA((tx) =>
      addBundle(tx, 'unsafe', {
        format: 'mjml',
        source: `<mjml><mj-body><mj-section><mj-column>${body}</mj-column></mj-section></mj-body></mjml>`,
      }),
    );
  await expect(save('<mj-text color="{{ debtor.lastName }}">x</mj-text>')).rejects.toThrow(/stands in a style/);
  await expect(save('<mj-text><div style="color: {{ debtor.lastName }}">x</div></mj-text>')).rejects.toThrow(/stands in a style/);
  const cut = '<mj-text>{% if debtor.title %}<p title="{% else %}">{% endif %}<a title=" onmouseover=alert(1) ">x</a></mj-text>';
  await expect(save(cut)).rejects.toThrow(/begins or ends within an attribute/);
  await expect(save('<mj-text><b {{ debtor.lastName }}>x</b></mj-text>')).rejects.toThrow(/outside quotes/);
  await expect(save(`<mj-text>don't <a href="{{ link.pay }}">x</a> {{ debtor.lastName }}</mj-text>`)).resolves.toBeUndefined();
  // What was written without quotes is kept with them.
  const html = await house.inA(async (tx) => {
    await addBundle(tx, 'quoted', {
      format: 'mjml',
      source:
        '<mjml><mj-body><mj-section><mj-column><mj-text><a href={{ link.pay }}>x</a></mj-text></mj-column></mj-section></mj-body></mjml>',
    });
    return (await readBundle(tx, { fileName: 'quoted', contentTemplateType: 'email' })).contents.en_US?.html;
  });
  expect(html).toContain('<a href="{{ link.pay }}">x</a>');
});
