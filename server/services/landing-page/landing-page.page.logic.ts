/** Which page a debtor's link shows, and the files that it offers. */
import type { PagePart } from '../../../blocks/page/start.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readLandingPageChoice } from '../account/claim/terms.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { findDraft, findLinkDraft } from '../cms/cms.landing.draft.logic.ts';
import type { KeptLook } from '../cms/cms.landing.kept.logic.ts';
import { pageLook } from '../cms/cms.landing.look.logic.ts';
import { type ChosenPage, choosePage, readClientPage, showPart } from '../cms/cms.landing.show.logic.ts';
import { getAddOnFileURL, newestFiles } from '../files/files.logic.ts';
import { describeCreditor, type Link } from './landing-page.identity.logic.ts';

/** @returns a part of the link's page in a language, with what it was chosen from. */
export async function readLinkPage(tx: Tx, link: Link, part: 'identity' | 'home', locale: Locale, path: string) {
  const chosen = await chosenFor(tx, link);
  const reader = part === 'home' ? { accountId: link.accountId, externalClaimRef: link.externalClaimRef, path } : null;
  return { chosen, ...(await showPart(tx, chosen, part, locale, reader)) };
}

/** The page that strategies chose, else the default one; staff may look at one that isn't saved, or at one as it was. */
async function chosenFor(tx: Tx, link: Link): Promise<ChosenPage> {
  const draft = link.viewerId === null ? null : await findLinkDraft(tx, link.linkId);
  if (draft) return { landingPageId: null, version: 0, testedPageId: null, ...draft };
  return choosePage(tx, link.accountId, await readLandingPageChoice(tx, link.accountId, link.externalClaimRef));
}

/** @returns the account's files of these types that can be opened, the newest first. */
export async function listDebtorFiles(tx: Tx, accountId: Uuid, documentTypes: readonly string[]) {
  const { timezone } = await readClient(tx);
  return (await newestFiles(tx, [accountId])).flatMap(({ fileId, name, documentType, createdAt }) =>
    documentType !== null && documentTypes.includes(documentType)
      ? [{ fileId, name, documentType, day: localDate(createdAt.getTime() as Instant, timezone) }]
      : [],
  );
}

/** @returns where one of these files is for minutes; null for any other. */
export async function openDebtorFile(tx: Tx, accountId: Uuid, fileId: string, documentTypes: readonly string[]): Promise<string | null> {
  const file = (await listDebtorFiles(tx, accountId, documentTypes)).find((each) => each.fileId === fileId);
  return file ? (await getAddOnFileURL(tx, file.fileId, false)).url : null;
}

/** @returns the client's page that anybody may open; null without one. */
export async function readOpenPage(tx: Tx, locale: Locale) {
  const shown = await readClientPage(tx);
  return shown && { ...(await surroundings(tx)), ...(await openPart(tx, { ...shown, testedPageId: null }, 'client', locale, null)) };
}

/** @returns a part of a page that staff look at, with examples; null when it is over. */
export async function readDraftPage(tx: Tx, code: string, part: PagePart, locale: Locale) {
  const draft = await findDraft(tx, code);
  if (!draft?.content.parts[part]) return null;
  const { timezone, currency } = await readClient(tx);
  const shown = await openPart(tx, { landingPageId: null, version: 0, testedPageId: null, ...draft }, part, locale, 'examples');
  return { ...(await surroundings(tx, draft.look)), ...shown, isKept: draft.look !== null, currency, today: localDate(now(), timezone) };
}

async function openPart(tx: Tx, chosen: ChosenPage, part: PagePart, locale: Locale, reader: 'examples' | null) {
  const { nodes, look } = await showPart(tx, chosen, part, locale, reader);
  const { siteTitle: title, faviconPath: favicon } = chosen.content;
  return { chosen, shownWith: look, page: { nodes, title, favicon } };
}

async function surroundings(tx: Tx, kept: KeptLook | null = null) {
  const creditor = await describeCreditor(tx);
  return { clientName: creditor.name, creditor, look: await pageLook(tx, kept) };
}
