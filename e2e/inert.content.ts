/** Content whose every text is hostile, one of each kind that the builders write. */
import type { RichText } from '../blocks/words.ts';
import type { Tx } from '../server/platform/tenancy.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { blockOf, textsOf } from '../server/services/cms/cms.design.testing.ts';
import { saveLandingPage } from '../server/services/cms/cms.landing.logic.ts';

/** @returns where each is edited, by the channel that it is for. @param payloads the first three are short. */
export async function seedContent(tx: Tx, payloads: readonly string[]) {
  const [script = '', image = '', svg = ''] = payloads;
  const some = [script, image, svg].join(' ');
  const all: RichText = { type: 'doc', content: payloads.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })) };
  const bundle = async (
    contentTemplateType: 'whatsapp' | 'message' | 'call' | 'letter',
    format: string,
    content: string,
    design?: object,
  ) =>
    saveBundle(
      tx,
      {
        fileName: contentTemplateType,
        displayName: some,
        contentTemplateType,
        tags: [image],
        ...(design && { template: { design } }),
        contentTemplates: [{ locale: 'en_US', format, content }],
      } as Parameters<typeof saveBundle>[1],
      'Ada',
    );
  await bundle(
    'whatsapp',
    'whatsapp',
    JSON.stringify({
      category: 'UTILITY',
      header: { kind: 'text', text: image },
      body: `${some} {{ debtor.fullName }} ${some}`,
      footer: svg,
      buttons: [
        { kind: 'reply', label: '<i onclick=ran(1)>x' },
        { kind: 'url', label: '<b>Pay</b>', address: '{{ link.pay }}' },
      ],
    }),
  );
  await bundle('message', 'text', `${some} {{ debtor.fullName }}`);
  const keys = [{ key: '1', does: 'repeat', say: some }];
  const spoken = { opening: `{{ debtor.fullName }} ${some}`, text: some, keys, goodbye: some, voicemail: some };
  await bundle('call', 'call', JSON.stringify(spoken));
  const blocks = [blockOf('letterhead', 'head'), blockOf('heading', 'h'), blockOf('text', 't'), blockOf('pageFooter', 'f')];
  const said = { subject: some, 'head.sender': some, 'head.contact': all, 'h.text': some, 't.text': all, 'f.text': all };
  await bundle('letter', 'design', textsOf(said), { format: 1, medium: 'paper', blocks });
  const pageBlocks = [
    blockOf('heading', 'h'),
    blockOf('text', 't'),
    blockOf('button', 'b', { href: 'https://shop.example/' }),
    blockOf('contact', 'c'),
  ];
  const page = await saveLandingPage(
    tx,
    {
      displayName: some,
      siteTitle: some,
      tags: [image],
      type: 'client',
      pageContents: [
        {
          type: 'client',
          template: { design: { format: 1, medium: 'page', blocks: pageBlocks } },
          contentTemplates: [{ locale: 'en_US', content: textsOf({ 'h.text': some, 't.text': all, 'b.label': some }) }],
        },
      ],
    },
    'Ada',
  );
  return {
    whatsapp: 'content/messaging-builder/edit/whatsapp/whatsapp',
    message: 'content/messaging-builder/edit/message/message',
    call: 'content/robocall-builder/edit/call',
    letter: 'content/letter-builder/edit/letter',
    page: `content/landing-page-builder/edit/${page.landingPageId}`,
    lists: ['content/messaging-builder?type=whatsapp', 'content/robocall-builder', 'content/letter-builder', 'content/lp-client'],
  } as const;
}
