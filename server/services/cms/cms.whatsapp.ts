/** A WhatsApp template on its way: the approved words with one reader's values. */
import { fault } from '../../../core/fault.ts';
import { outputsIn, type WhatsappTemplate } from '../../../core/whatsapp.ts';
import type { SentTemplate } from '../../platform/delivery/whatsapp.ts';
import { type FilledPieces, valueField } from './cms.pieces.ts';
import type { ApprovedAs, BundleContent } from './cms.tables.ts';

/**
 * @param filled the template's texts and values. @throws Fault INVALID_INPUT for an empty value, which WhatsApp refuses; CONFLICT when the
 * debtor's link no longer begins as it was approved, or without the document of the header
 */
export function sentTemplate(
  { source }: Pick<BundleContent, 'source'>,
  { name, language, remoteId, linkStart }: ApprovedAs,
  filled: FilledPieces,
  { publicUrl, hasDocument }: { readonly publicUrl: string; readonly hasDocument: boolean },
): SentTemplate {
  const { header, body, buttons } = JSON.parse(source) as WhatsappTemplate;
  const values = (field: string, text: string) =>
    outputsIn(text).map((output, at) => onOneLine(output, filled[valueField(field, at)] ?? ''));
  return {
    name,
    language,
    remoteId,
    header:
      header.kind === 'text'
        ? { kind: 'text', values: values('header', header.text) }
        : header.kind === 'image'
          ? { kind: 'image', address: `${publicUrl}${header.address}` }
          : header.kind === 'document'
            ? documentIn(header.documentType, hasDocument)
            : null,
    body: values('body', body),
    buttons: buttons.flatMap((button, at) => {
      if (button.kind !== 'url' || outputsIn(button.address).length === 0) return [];
      const address = filled[`buttons.${at}.address`] ?? '';
      const start = startOf(button.address, linkStart);
      if (!address.startsWith(start) || address.length === start.length) throw fault('CONFLICT', 'whatsappLinkMoved');
      return [{ at, end: address.slice(start.length) }];
    }),
  };
}

function documentIn(documentType: string, isThere: boolean) {
  if (!isThere) throw fault('CONFLICT', 'whatsappNoDocument', { type: documentType });
  return { kind: 'document' } as const;
}

/** @returns the kind of document that a template's header carries; null for another header. */
export function documentTypeOf({ format, source }: Pick<BundleContent, 'format' | 'source'>): string | null {
  if (format !== 'whatsapp') return null;
  const { header } = JSON.parse(source) as WhatsappTemplate;
  return header.kind === 'document' ? header.documentType : null;
}

/** @returns what an address begins with for everybody: its own words, or where the debtors' links lead. */
export const startOf = (address: string, linkStart: string): string => address.slice(0, address.indexOf('{{')) || linkStart;

/** WhatsApp takes no line breaks and no long gaps in a value, and no empty one. */
function onOneLine(output: string, value: string): string {
  const text = value.replace(/\s+/g, ' ').trim();
  const placeholder = output.replace(/[{}]/g, '').split('|')[0]!.trim();
  if (text === '') throw fault('INVALID_INPUT', 'whatsappValueMissing', { placeholder });
  return text;
}
