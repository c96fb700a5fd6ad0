/** A WhatsApp template as it is submitted: its words with numbers for placeholders, and an example of each. */
import { fault } from '../../../core/fault.ts';
import { outputsIn, type WhatsappTemplate } from '../../../core/whatsapp.ts';
import { SAMPLE_NAME, SAMPLE_PDF } from '../../platform/delivery/samplePdf.ts';
import type { ExampledText, SubmittedTemplate, TemplatePicture } from '../../platform/delivery/whatsapp.ts';
import { parseTemplate, renderTemplate } from './cms.liquid.ts';
import type { Values } from './cms.placeholders.ts';
import type { BundleContent } from './cms.tables.ts';
import { startOf } from './cms.whatsapp.ts';

interface About {
  readonly name: string;
  readonly language: string;
  /** A debtor's link as an example, and what all of them begin with. */
  readonly sampleLink: string;
  readonly linkStart: string;
  /** Of each placeholder. */
  readonly examples: Values;
  readonly publicUrl: string;
  /** What the addresses of files begin with. */
  readonly filesStart: string;
  readonly picture: (digest: string) => Promise<{ readonly bytes: Buffer; readonly type: string } | null>;
}

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' };

/** @throws Fault CONFLICT for a picture that is gone */
export async function submittedTemplate(content: BundleContent, about: About): Promise<SubmittedTemplate> {
  const { category, header, body, footer, buttons } = JSON.parse(content.source) as WhatsappTemplate;
  const values: Values = { ...about.examples, link: { ...about.examples.link, pay: about.sampleLink } };
  // Every message was tried with these examples when it was saved.
  const filled = (text: string) => renderTemplate(parseTemplate(text, 'text'), values, 'text').replace(/\s+/g, ' ').trim();
  const exampled = (text: string): ExampledText => ({ text, examples: outputsIn(text).map((output) => filled(output) || 'Example') });
  return {
    name: about.name,
    language: about.language,
    category,
    header:
      header.kind === 'text'
        ? { kind: 'text', ...exampled(header.text) }
        : header.kind === 'image'
          ? { kind: 'image', picture: await pictureAt(header.address, about) }
          : header.kind === 'document'
            ? { kind: 'document', sample: { bytes: SAMPLE_PDF, type: 'application/pdf', start: about.filesStart, end: SAMPLE_NAME } }
            : null,
    body: exampled(body),
    footer,
    buttons: buttons.map((button) => {
      if (button.kind !== 'url') return button;
      if (outputsIn(button.address).length === 0) return { kind: 'url', label: button.label, start: button.address, example: null };
      const start = startOf(button.address, about.linkStart);
      const whole = filled(button.address);
      return { kind: 'url', label: button.label, start, example: whole.startsWith(start) ? whole.slice(start.length) || 'x' : 'x' };
    }),
  };
}

async function pictureAt(address: string, { picture, publicUrl }: About): Promise<TemplatePicture> {
  const digest = /([0-9a-f]{64})\./.exec(address)?.[1];
  const found = digest ? await picture(digest) : null;
  if (!found) throw fault('CONFLICT', 'whatsappPicture');
  return { address: `${publicUrl}${address}`, type: TYPES[found.type] ?? 'image/png', bytes: found.bytes };
}
