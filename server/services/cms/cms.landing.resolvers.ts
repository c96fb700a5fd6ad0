/** Landing pages as the contract has them. */
import { readConfig } from '../../platform/config.ts';
import { type RequestContext, requirePermission } from '../../platform/guard.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { linkAddresses } from '../landing-page/landing-page.domain.logic.ts';
import type { MutationCreateLandingPagePreviewArgs, Resolvers } from './cms.graphql.ts';
import { keepDraft, keepVersion, type Viewing } from './cms.landing.draft.logic.ts';
import { exportLandingPages } from './cms.landing.file.ts';
import { listLooks } from './cms.landing.kept.logic.ts';
import { type LandingRow, listLandingPages } from './cms.landing.list.logic.ts';
import {
  deleteLandingPage,
  isLandingPage,
  listVersions,
  readLandingPage,
  saveLandingPage,
  setDefaultLandingPage,
  tagLandingPages,
} from './cms.landing.logic.ts';
import { readResults } from './cms.landing.results.logic.ts';
import { listShown } from './cms.landing.show.logic.ts';
import { presentParts, startParts } from './cms.landing.ts';

const pathOf = (landingPageId: string) => `landingPage/${landingPageId}`;

async function present(tx: Tx, { content, variants, ...row }: LandingRow) {
  const { siteTitle, faviconPath, parts } = content;
  const isOpen = row.type === 'client' && row.isDefault;
  const place = row.type === 'claim' ? `landing-page-builder/edit/${row.landingPageId}` : 'lp-client';
  return {
    ...row,
    siteTitle,
    faviconPath,
    variants: [...variants],
    previewURL: `${readConfig().publicUrl}/${row.clientId}/content/${place}`,
    publicURL: isOpen ? `${(await linkAddresses(tx, readConfig()))(null)}/p/client/${row.clientId}` : null,
    pageContents: presentParts(parts, pathOf(row.landingPageId)),
  };
}

function presentVersions(versions: Awaited<ReturnType<typeof listVersions>>, looks: Awaited<ReturnType<typeof listLooks>>) {
  return versions.map(({ content, ...row }) => ({
    ...row,
    siteTitle: content.siteTitle,
    pageContents: presentParts(content.parts, pathOf(row.landingPageId)),
    looks: looks.filter(({ version }) => version === row.version),
  }));
}

const presentAll = (tx: Tx, rows: readonly LandingRow[]) => Promise.all(rows.map((row) => present(tx, row)));

export const landingQueries: Pick<
  NonNullable<Resolvers['Query']>,
  | 'getLandingPage'
  | 'getLandingPageList'
  | 'getLandingPageExist'
  | 'getInitialLandingPageTemplate'
  | 'getLandingPageVersions'
  | 'getShownLandingPages'
  | 'getLandingPageResults'
> = {
  getLandingPage: async (_, { landingPageId }, { tx }) => present(tx, await readLandingPage(tx, landingPageId)),
  getLandingPageList: async (_, { displayName, tags, type }, { tx }) =>
    presentAll(tx, await listLandingPages(tx, { displayName: displayName ?? null, tags: tags ?? null, type: type ?? null })),
  getLandingPageExist: (_, { displayName }, { tx }) => isLandingPage(tx, displayName),
  getInitialLandingPageTemplate: (_, { type: wanted }) => {
    const type = wanted ?? 'claim';
    return { type, pageContents: presentParts(startParts(type), pathOf('new')) };
  },
  getLandingPageVersions: async (_, { landingPageId }, { tx }) =>
    presentVersions(await listVersions(tx, landingPageId), await listLooks(tx, landingPageId)),
  getShownLandingPages: (_, { accountId }, { tx }) => listShown(tx, accountId),
  getLandingPageResults: (_, { landingPageId }, { tx }) => readResults(tx, landingPageId),
};

export const landingMutations: Pick<
  NonNullable<Resolvers['Mutation']>,
  | 'saveLandingPage'
  | 'deleteLandingPage'
  | 'setDefaultLandingPage'
  | 'saveLandingPagesTags'
  | 'exportLandingPages'
  | 'createLandingPagePreview'
  | 'createLandingPageVersionPreview'
> = {
  saveLandingPage: async (_, { landingPage }, { tx, identity }) => present(tx, await saveLandingPage(tx, landingPage, identity.name)),
  deleteLandingPage: async (_, { landingPageId }, { tx }) => {
    await deleteLandingPage(tx, landingPageId);
    return true;
  },
  setDefaultLandingPage: async (_, { landingPageId }, { tx }) => present(tx, await setDefaultLandingPage(tx, landingPageId)),
  saveLandingPagesTags: async (_, { landingPageIds, tags }, { tx }) => presentAll(tx, await tagLandingPages(tx, landingPageIds, tags)),
  exportLandingPages: (_, { landingPageIds, fileNamePrefix }, { tx }) =>
    exportLandingPages(tx, landingPageIds, fileNamePrefix ?? '', readConfig()),
  createLandingPagePreview: (_, { landingPage, ...wish }, context) => keepDraft(context.tx, landingPage, viewingOf(wish, context)),
  createLandingPageVersionPreview: (_, { landingPageId, version, look, ...wish }, context) =>
    keepVersion(context.tx, landingPageId, version, look ?? null, viewingOf(wish, context)),
};

type ViewWish = Pick<MutationCreateLandingPagePreviewArgs, 'accountId' | 'part' | 'locale'>;

/** @throws Fault FORBIDDEN for whoever may not see an account's facts */
function viewingOf({ accountId, part, locale }: ViewWish, context: RequestContext): Viewing {
  if (accountId) {
    requirePermission(context, 'account', 'viewAccount');
    requirePermission(context, 'operations', 'manageLinks');
  }
  const { identity, publicUrl } = context;
  return { account: accountId ?? null, part: part ?? null, locale: locale ?? null, viewerId: identity.userId, publicUrl };
}
