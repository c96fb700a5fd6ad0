import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Tile } from '../../../ui/charts/Tile.tsx';
import { useFormat } from '../../../ui/format.ts';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { HomepageTotalsQuery } from './reporting.graphql.ts';
import { useSums } from './useSums.ts';

/** How the client stands: what is outstanding, and on how many accounts. @param props.whole undefined until it is known. */
export function StandingTiles({ whole }: { whole: HomepageTotalsQuery['getHomepageTotals'] | undefined }) {
  const { t } = useTranslation('home');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { lines } = useSums();
  const searches = useCan('account', 'searchAllAccounts');
  const opensAccounts = useCan('backoffice-spa', 'view-accounts') && searches;
  const opensClaims = useCan('backoffice-spa', 'view-claim-overview') && searches;
  return (
    <ul className={classes.pair} aria-label={t('standing')} aria-busy={!whole}>
      <Tile
        label={t('outstanding')}
        value={lines(whole?.outstanding)}
        detail={whole && t('outstandingDetail', { count: whole.openClaims, number: format.number(whole.openClaims) })}
        to={opensClaims ? `${paths.claims(clientId)}?owing=yes` : null}
      />
      <Tile
        label={t('openAccounts')}
        value={whole && format.number(whole.openAccounts)}
        detail={t('openAccountsDetail')}
        to={opensAccounts ? `${paths.accounts(clientId)}?owing=yes` : null}
      />
    </ul>
  );
}
