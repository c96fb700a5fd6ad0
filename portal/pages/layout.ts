/** The frame of every page: the creditor's name, the language menu, and nothing from another host. */

import { Html, html } from '../../core/html.ts';
import type { Locale } from '../../core/locale.ts';
import { type Advice, adviceIn } from '../advice.ts';
import type { PortalCreditor, PortalLook } from '../facts.ts';
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
  readonly link?: { readonly isPreview: boolean; readonly isKept?: boolean; readonly look?: PortalLook | null };
  /** What a page of the client's own says in the browser's tab, and its icon. */
  readonly site?: { readonly title: string; readonly favicon: string };
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

const out = (name: string, url: string) => html`<a href="${url}" rel="noopener noreferrer" target="_blank">${name}</a>`;

/** @returns links to those who advise people in debt. */
export const adviceLinks = (advice: readonly Advice[]): Html =>
  html`${advice.map(({ name, url }, index) => html`${index > 0 && ', '}${out(name, url)}`)}`;

/** Who the creditor is, how to reach them, and who advises people in debt: as far as it is known. @param title the page's own words. */
export function contact(creditor: PortalCreditor, isConfirmed: boolean, { say }: Speech, title = say('about')): Html | null {
  const { phone, email, complaintsUrl, privacyUrl } = creditor;
  const advice = isConfirmed ? adviceIn(creditor.countryCode) : [];
  if (!isConfirmed && !phone && !email && !complaintsUrl && !privacyUrl) return null;
  return html`<footer class="small"><h2 dir="auto">${title}</h2>${isConfirmed && html`<p>${say('aboutFrom', { client: creditor.name })}</p>`}
${phone && html`<p>${say('aboutPhone')}: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></p>`}
${email && html`<p>${say('aboutEmail')}: <a href="mailto:${email}">${email}</a></p>`}
${(complaintsUrl || privacyUrl) && html`<p>${complaintsUrl && out(say('aboutComplaint'), complaintsUrl)}${complaintsUrl && privacyUrl && ' · '}${privacyUrl && out(say('aboutPrivacy'), privacyUrl)}</p>`}
${advice.length > 0 && html`<p>${say('aboutAdvice')}: ${adviceLinks(advice)}</p>`}</footer>`;
}

/** @param title the page's own, before the creditor's name. @returns the whole document. */
export function page(frame: Frame, title: string, content: Html): string {
  const { speech: words, clientName, creditor, path, onTo } = frame;
  const isPreview = frame.link?.isPreview ?? false;
  const look = frame.link?.look ?? null;
  const whole = frame.site?.title || (clientName === null ? title : `${title} · ${clientName}`);
  // Here, so that no page can forget it; what people wrote is escaped and has no tags. The server refuses what is sent all the same.
  const shown = isPreview ? new Html(content.text.replaceAll('<button', '<button disabled')) : content;
  return html`<!doctype html>
<html lang="${words.tag}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">${onTo && html`<meta http-equiv="refresh" content="0; url=${onTo}">`}
<title>${isPreview && `${words.say('previewTitle')} · `}${whole}</title>
<link rel="icon" href="${frame.site?.favicon || 'data:,'}">
<link rel="stylesheet" href="/p/assets/portal.css">${
    look &&
    html`
<link rel="stylesheet" href="${look.style}">`
  }
<script src="/p/assets/portal.js" defer></script>
</head>
<body>
<div class="page">
${isPreview && html`<p class="preview" role="note"><strong>${words.say('previewTitle')}</strong> ${words.say(frame.link?.isKept ? 'keptText' : 'previewText')}</p>`}
<header>${clientName !== null && heading(clientName, look)}${path !== null && languageMenu(path, words.locale, words.say)}</header>
<main>${shown}</main>${creditor && contact(creditor, frame.session?.isConfirmed ?? false, words)}
</div>
</body>
</html>`.text;
}

function heading(clientName: string, look: PortalLook | null): Html {
  if (look?.logo) return html`<img class="logo" src="${look.logo}" alt="${look.name || clientName}" width="${look.logoWidth}">`;
  const name = look?.name || clientName;
  return html`<span class="mark" aria-hidden="true">${INITIALS.exec(name)?.[0]?.toUpperCase() ?? ''}</span><strong>${name}</strong>`;
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
