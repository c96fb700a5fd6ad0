/** Pages that anybody may open: a client's own, and unsaved ones that their authors look at. Nothing on them is about a debtor. */
import { type FunctionNode, hasHeading } from '../../blocks/pageHtml.ts';
import { html } from '../../core/html.ts';
import type { PortalClientPage } from '../facts.ts';
import { own, ownText } from '../functions/drawing.ts';
import { openPage } from '../functions/functions.ts';
import type { Speech } from '../texts.ts';
import { framed } from './home.ts';
import { page } from './layout.ts';

/** @param path the page's own, for the language menu and its form. @param problem what was wrong with what was typed. @param viewed by staff; null: by anybody. */
export function clientPage(
  speech: Speech,
  shown: PortalClientPage,
  path: string,
  problem: string | null,
  viewed: { readonly isKept: boolean } | null = null,
): string {
  const { clientName, creditor, look } = shown;
  const { say } = speech;
  const frame = { speech, clientName, creditor, path, link: { isPreview: viewed !== null, isKept: viewed?.isKept ?? false, look } };
  const newLink = (node: FunctionNode) => ({
    html: html`<form method="post" action="${path}/renew" class="stack renewal"><h2 dir="auto">${own(node, 'title', say('renewTitle'))}</h2>${ownText(node, 'text', say('renewText', { client: clientName }), 'small')}
<label>${say('renewField')}<input name="who" maxlength="200" autocomplete="email" required${problem !== null && html` aria-invalid="true" aria-describedby="who-problem"`}></label>
${problem !== null && html`<p class="wrong" id="who-problem" role="alert">${problem}</p>`}
<div class="foot"><button class="button" dir="auto">${own(node, 'label', say('renewDo'))}</button></div></form>`,
  });
  const hasTitle = hasHeading(shown.page.nodes);
  const content = openPage(shown.page, frame, { newLink }, !hasTitle);
  return page(
    framed(frame, shown.page),
    say('about'),
    html`${!hasTitle && html`<h1 class="smaller">${say('openTitle', { client: clientName })}</h1>`}${content}`,
  );
}
