/** Where "Go to" looks: a few hits of each kind, and only of what the user may open and read. */
import { IconBinaryTree2, IconFileInvoice, IconMail, IconMessage, IconUser } from '@tabler/icons-react';
import { holds } from '../../../core/holds.ts';
import type { ScreenName } from '../../../core/screens.ts';
import { query } from '../api.ts';
import { contentPlace, paths } from '../paths.ts';
import type { Workspace } from '../workspace.ts';
import { GoToAccountsDocument, GoToClaimsDocument } from './account.graphql.ts';
import { GoToTemplatesDocument } from './cms.graphql.ts';
import type { Source } from './finder.ts';
import type { Row } from './row.ts';
import { GoToStrategiesDocument } from './strategy.graphql.ts';

/** Templates of one answer that are shown; the service names all that match. */
const TEMPLATES = 5;

export type Mode = 'account' | 'claim';

/** Letters or digits before the accounts are asked: one alone is the beginning of too many words to help. */
const LEAST = 2;
const isLongEnough = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length >= LEAST;

/** @returns the sources of a mode by the name of their group. */
export function sourcesOf(mode: Mode, { clientId, access, screens }: Workspace): Record<string, Source<Row>> {
  const opens = (name: ScreenName) => screens.some((screen) => screen.name === name);
  const may = (domain: string, action: string) => holds(access.permissions, domain, action);
  const accounts: Source<Row> = async (text) => {
    const data = await query('account', GoToAccountsDocument, { clientId, text });
    const exact = data.getAccountIdByReference;
    const rows = data.searchAccounts.results.map(
      ({ accountId, debtorFullName, externalAccountRef, city, matchedBy }): Row => ({
        key: `account ${accountId}`,
        label: debtorFullName,
        detail: [externalAccountRef, city].filter(Boolean).join(' · '),
        match: matchedBy ?? null,
        icon: IconUser,
        to: paths.account(clientId, accountId),
        isExact: accountId === exact,
      }),
    );
    // Among many that begin alike, the page may be without it.
    if (exact && !rows.some(({ isExact }) => isExact))
      rows.unshift({ key: `account ${exact}`, label: text, icon: IconUser, to: paths.account(clientId, exact), isExact: true });
    return rows;
  };
  const claims: Source<Row> = async (text) => {
    const exact = [...new Set([text, text.toUpperCase()])];
    const data = await query('account', GoToClaimsDocument, { clientId, text, exact });
    const [known] = data.exact.results;
    const found = data.searchClaims.results.filter(({ externalClaimRef }) => externalClaimRef !== known?.externalClaimRef);
    return [...(known ? [known] : []), ...found].map(({ externalClaimRef, debtorFullName }) => ({
      key: `claim ${externalClaimRef}`,
      label: externalClaimRef,
      detail: debtorFullName,
      icon: IconFileInvoice,
      to: paths.claim(clientId, externalClaimRef),
      isExact: externalClaimRef === known?.externalClaimRef,
    }));
  };
  const strategies: Source<Row> = async (text) =>
    (await query('strategy', GoToStrategiesDocument, { clientId, text })).listStrategyBlueprints.results.map(({ id, displayName }) => ({
      key: `strategy ${id}`,
      label: displayName,
      icon: IconBinaryTree2,
      to: paths.strategy(clientId, id),
    }));
  const templates: Source<Row> = async (text) =>
    (await query('cms', GoToTemplatesDocument, { clientId, text })).getTemplateBundleList
      .filter(({ contentTemplateType }) => opens(contentPlace(contentTemplateType, '')[0]))
      .slice(0, TEMPLATES)
      .map(({ fileName, displayName, contentTemplateType }) => ({
        key: `template ${contentTemplateType} ${fileName}`,
        label: displayName,
        icon: contentTemplateType === 'email' ? IconMail : IconMessage,
        to: paths.contentEdit(clientId, contentTemplateType, fileName),
      }));
  const asked =
    (source: Source<Row>): Source<Row> =>
    (text) =>
      isLongEnough(text) ? source(text) : Promise.resolve([]);
  // A name is an account's; what has a digit and no space may be a claim's reference.
  const isReference = (text: string) => /\d/.test(text) && !/\s/.test(text);
  return {
    ...(mode === 'account' && opens('account') && may('account', 'searchAccounts') && { accounts: asked(accounts) }),
    ...(opens('claim') &&
      may('account', 'viewClaim') && {
        claims: asked(mode === 'claim' ? claims : async (text) => (isReference(text) ? claims(text) : [])),
      }),
    ...(mode === 'account' && opens('strategy') && may('strategy', 'viewStrategies') && { strategies: asked(strategies) }),
    ...(mode === 'account' && may('cms', 'viewContent') && { templates: asked(templates) }),
  };
}
