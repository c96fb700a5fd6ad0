/** The claims behind a number of a report: the claim overview with the report's filter and what the number counts. */

import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { ReportQuestion } from './filter.ts';

/** Parameters of the claim overview's address. */
export type ClaimsAsked = Readonly<Record<string, string | readonly string[]>>;
/** Claims that were deleted are in no report. */
export const NOT_DELETED = ['open', 'resolved'];

/** @returns what makes an address of the claims of a report's filter; it gives null to whoever may not see the list. */
export function useClaimsAddress(filter: ReportQuestion['filter']): (asked: ClaimsAsked) => string | null {
  const { clientId, configuration } = useWorkspace();
  const searches = useCan('account', 'searchAllAccounts');
  const sees = useCan('backoffice-spa', 'view-claim-overview') && searches;
  return (asked) => {
    if (!sees) return null;
    const all = { currency: filter.currency ?? configuration.currency, portfolio: filter.portfolios, product: filter.products, ...asked };
    const params = Object.entries(all).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    return `${paths.claims(clientId)}?${new URLSearchParams(params)}`;
  };
}

/** A number of claims that opens them. @param name what they are, for whoever hears the link alone. @param to null: the number alone. */
export function ClaimsNumber({ count, name, to }: { count: number; name: string; to: string | null }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const number = format.number(count);
  if (to === null || count === 0) return number;
  return (
    <Link to={to} aria-label={t('opens', { count, number, name })}>
      {number}
    </Link>
  );
}
