/** The parts of a text message as its reader would get it. */
import { outsideGsm, type SmsLength, smsLength } from '../../../core/sms.ts';

/** Where the links of a preview lead: nowhere that exists. */
export const PREVIEW_LINK = { pay: 'https://preview.invalid/p/example', unsubscribe: 'https://preview.invalid/t/u/example' };

/** What a text message takes; nothing of an e-mail. */
export interface Parts {
  readonly segments: number | null;
  readonly encoding: SmsLength['encoding'] | null;
  /** The characters that make it UCS-2. */
  readonly outside: string[];
}

/** @param links the one that the text shows, and one as long as the reader's own, which is counted in its place. */
export function smsPartsOf(channel: string, text: string, links: { readonly shown: string; readonly real: string }): Parts {
  if (channel !== 'sms') return { segments: null, encoding: null, outside: [] };
  const counted = links.shown === '' ? text : text.replaceAll(links.shown, links.real);
  const { segments, encoding } = smsLength(counted);
  return { segments, encoding, outside: outsideGsm(counted) };
}
