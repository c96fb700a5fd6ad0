/** The frame of every page: the creditor's name, the language menu, and nothing from another host. */

import { Html, html } from '../../core/html.ts';
import type { Locale } from '../../core/locale.ts';
import { adviceIn } from '../advice.ts';
import type { PortalCreditor } from '../portal.ts';
import { SPOKEN, type Speech, speech } from '../texts.ts';

export interface Frame {
  readonly speech: Speech;
  /** Absent where nothing may be said about who is behind the link. */
  readonly clientName: string | null;
  /** Whom to turn to, at the foot of the page; absent where that is not known. */
  readonly creditor?: PortalCreditor | null;
  /** Only who has passed the check reads that money is owed. */
  readonly session?: { readonly isConfirmed: boolean };
  /** Absent where no link is known. */
  readonly link?: { readonly isPreview: boolean };
  /** Path of the page, for the language menu; null: no menu. */
  readonly path: string | null;
  /** Where the browser goes on by itself at once, without a script. */
  readonly onTo?: string;
}

const INITIALS = /\p{L}|\p{N}/u;

function languageMenu(path: string, current: Locale, say: Speech['say']): Html {
  return html`<details class="languages">
    <summary aria-label="${current.slice(0, 2).toUpperCase()} · ${say('chooseLanguage')}: ${say('language')}">${current.slice(0, 2).toUpperCase()}</summary>
    <ul>${SPOKEN.map((locale) => html`<li><a href="${path}?locale=${locale}" lang="${locale.replace('_', '-')}" aria-current="${locale === current ? 'true' : 'false'}">${speech(locale).say('language')}</a></li>`)}</ul>
  </details>`;
}

/** Who the creditor is, how to reach them, and who advises people in debt: in the words of the page, as far as it is known. */
function contact(creditor: PortalCreditor, isConfirmed: boolean, { say }: Speech): Html | null {
  const { phone, email, complaintsUrl, privacyUrl } = creditor;
  const out = (name: string, url: string) => html`<a href="${url}" rel="noopener noreferrer" target="_blank">${name}</a>`;
  const advice = isConfirmed ? adviceIn(creditor.countryCode) : [];
  if (!isConfirmed && !phone && !email && !complaintsUrl && !privacyUrl) return null;
  return html`<footer class="small"><h2>${say('about')}</h2>${isConfirmed && html`<p>${say('aboutFrom', { client: creditor.name })}</p>`}
${phone && html`<p>${say('aboutPhone')}: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></p>`}
${email && html`<p>${say('aboutEmail')}: <a href="mailto:${email}">${email}</a></p>`}
${(complaintsUrl || privacyUrl) && html`<p>${complaintsUrl && out(say('aboutComplaint'), complaintsUrl)}${complaintsUrl && privacyUrl && ' · '}${privacyUrl && out(say('aboutPrivacy'), privacyUrl)}</p>`}
${advice.length > 0 && html`<p>${say('aboutAdvice')}: ${advice.map(({ name, url }, index) => html`${index > 0 && ', '}${out(name, url)}`)}</p>`}</footer>`;
}

/** @param title the page's own, before the creditor's name. @returns the whole document. */
export function page(frame: Frame, title: string, content: Html): string {
  const { speech: words, clientName, creditor, path, onTo } = frame;
  const isPreview = frame.link?.isPreview ?? false;
  // Here, so that no page can forget it; what people wrote is escaped and has no tags. The server refuses what is sent all the same.
  const shown = isPreview ? new Html(content.text.replaceAll('<button', '<button disabled')) : content;
  return html`<!doctype html>
<html lang="${words.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">${onTo && html`<meta http-equiv="refresh" content="0; url=${onTo}">`}
<title>${isPreview && `${words.say('previewTitle')} · `}${clientName === null ? title : `${title} · ${clientName}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/p/assets/portal.css">
<script src="/p/assets/portal.js" defer></script>
</head>
<body>
<div class="page">
${isPreview && html`<p class="preview" role="note"><strong>${words.say('previewTitle')}</strong> ${words.say('previewText')}</p>`}
<header>${clientName !== null && html`<span class="mark" aria-hidden="true">${INITIALS.exec(clientName)?.[0]?.toUpperCase() ?? ''}</span><strong>${clientName}</strong>`}${path !== null && languageMenu(path, words.locale, words.say)}</header>
<main>${shown}</main>${creditor && contact(creditor, frame.session?.isConfirmed ?? false, words)}
</div>
</body>
</html>`.text;
}

/** The hidden fields of every form: whose session it is, and what makes its action happen once. */
export interface FormKeys {
  readonly token: string;
  readonly key: string;
}

/** @returns the hidden inputs. */
export function hidden(keys: FormKeys): Html {
  return html`<input type="hidden" name="token" value="${keys.token}"><input type="hidden" name="key" value="${keys.key}">`;
}

/** A line above the page that says what went wrong or changed. */
export function notice(text: string | null): Html | null {
  return text === null ? null : html`<p class="notice" role="alert">${text}</p>`;
}
