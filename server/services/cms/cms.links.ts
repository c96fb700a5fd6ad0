/** The links of a page that is sent: counted on their way to the reader, and still when staff look at it. Both take pages that were read before. */
import { decode, escapeHtml } from './cms.text.ts';

/** Puts click addresses in place of a page's links, and a picture of one dot at its end. Stop addresses stay as they are. */
export function withTracking(html: string, publicUrl: string, token: string): { html: string; links: string[] } {
  const links = new Map<string, number>();
  const tracked = html.replace(/(<a\b[^>]*\shref\s*=\s*)"([^"]*)"/gi, (whole, before: string, escaped: string) => {
    const address = decode(escaped);
    if (!/^https?:\/\//i.test(address) || address.startsWith(`${publicUrl}/t/`)) return whole;
    const index = links.get(address) ?? links.size;
    links.set(address, index);
    return `${before}"${escapeHtml(`${publicUrl}/t/c/${token}/${index}`)}"`;
  });
  const dot = `<img src="${escapeHtml(`${publicUrl}/t/o/${token}.gif`)}" width="1" height="1" alt="" style="display:block;border:0">`;
  return { html: /<\/body>/i.test(tracked) ? tracked.replace(/<\/body>/i, `${dot}</body>`) : tracked + dot, links: [...links.keys()] };
}

/**
 * A sent page as staff may look at it: the dot is gone, so that looking is no opening.
 * @param follow whether its links may be followed: only what never left the sandbox is read by staff in the debtor's place.
 */
export function withoutTracking(html: string, follow: boolean): string {
  const still = html.replace(/<img\b[^>]*\ssrc="[^"]*\/t\/o\/[A-Za-z0-9_-]{43}\.gif"[^>]*>/gi, '');
  return follow ? still : still.replace(/(<a\b[^>]*)\shref\s*=\s*"[^"]*"/gi, '$1');
}
