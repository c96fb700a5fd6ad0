/** The frame of every page: the creditor's name, the language menu, and nothing from another host. */

import { type Html, html } from '../../core/html.ts';
import type { Locale } from '../../core/locale.ts';
import { SPOKEN, type Speech, speech } from '../texts.ts';

export interface Frame {
  readonly speech: Speech;
  /** Absent where nothing may be said about who is behind the link. */
  readonly clientName: string | null;
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

/** @param title the page's own, before the creditor's name. @returns the whole document. */
export function page(frame: Frame, title: string, content: Html): string {
  const { speech: words, clientName, path, onTo } = frame;
  return html`<!doctype html>
<html lang="${words.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">${onTo && html`<meta http-equiv="refresh" content="0; url=${onTo}">`}
<title>${clientName === null ? title : `${title} · ${clientName}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/p/assets/portal.css">
<script src="/p/assets/portal.js" defer></script>
</head>
<body>
<div class="page">
<header>${clientName !== null && html`<span class="mark" aria-hidden="true">${INITIALS.exec(clientName)?.[0]?.toUpperCase() ?? ''}</span><strong>${clientName}</strong>`}${path !== null && languageMenu(path, words.locale, words.say)}</header>
<main>${content}</main>
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
