/** Files that debtors send along by WhatsApp and text message: the provider names them, holds them for some days, and is asked for them. */
import type { Outbound } from '../outbound.ts';
import { whyBroken } from './http.ts';

/** A file as a provider tells of it. */
export interface IncomingMedia {
  /** The provider's own name for it, or its address. */
  readonly reference: string;
  /** What it is called, made up where its sender named it nothing. */
  readonly name: string;
}

/** A file, or why there is none: a reason of `gone` stays, any other may pass. */
export type MediaAnswer = { readonly bytes: Buffer } | { readonly missing: 'gone' | 'tooLarge' | 'away'; readonly why: string };

/** Fetches a file. Never throws. */
export type FetchMedia = (reference: string, timeout: number) => Promise<MediaAnswer>;

/** Files of one message. */
export const MOST_MEDIA = 10;
/** Bytes: documents of WhatsApp may have 100 MB, what is kept on accounts may not (files.store.ts). */
const MOST_BYTES = 32 * 2 ** 20;
/** Providers lead from the address they name to the one where the bytes lie. */
const MOST_REDIRECTS = 3;

/** The ending of a name for what a provider calls the content; where it isn't known, the file is refused by its name. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
};

/** @param kind what the provider calls it, such as image. @returns a name for what has none. */
export function nameOfMedia(kind: string, mimeType: string | null): string {
  const plain = (mimeType ?? '').split(';')[0]!.trim().toLowerCase();
  const ending =
    ENDINGS[plain] ??
    plain
      .split('/')[1]
      ?.replace(/[^a-z0-9]/g, '')
      .slice(0, 10) ??
    '';
  return `${kind.replace(/[^a-z]/gi, '') || 'file'}${ending ? `.${ending}` : ''}`;
}

/** Loads a file from an address. @param headers sent to this address alone, and to none that it leads to. */
export async function loadMedia(outbound: Outbound, url: string, headers: Record<string, string>, timeout: number): Promise<MediaAnswer> {
  try {
    let [address, sent] = [url, headers];
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const { status, bytes, location } = await outbound.download(address, sent, timeout, MOST_BYTES);
      if (status >= 300 && status < 400 && location) {
        [address, sent] = [new URL(location, address).href, {}];
        continue;
      }
      if (status === 404 || status === 410) return { missing: 'gone', why: `HTTP ${status}` };
      if (status < 200 || status >= 300) return { missing: 'away', why: `HTTP ${status}` };
      return bytes === null ? { missing: 'tooLarge', why: '' } : { bytes };
    }
    return { missing: 'away', why: 'redirects' };
  } catch (error) {
    return { missing: 'away', why: whyBroken(error).key };
  }
}
