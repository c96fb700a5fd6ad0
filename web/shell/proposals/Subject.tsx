import { Link } from 'react-router';
import { useTranslation } from '../../ui/texts.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../workspace.ts';
import classes from './Proposals.module.css';
import type { Proposal } from './rows.ts';

/** Whom a proposal is about, with the ways there; nothing for one that is about nobody. */
export function Subject({ proposal }: { proposal: Pick<Proposal, 'accountId' | 'debtorName' | 'externalClaimRef'> }) {
  const { t } = useTranslation('proposals');
  const { clientId } = useWorkspace();
  const { accountId, debtorName, externalClaimRef: claim } = proposal;
  if (!accountId && !claim) return null;
  return (
    <p className={classes.subject}>
      {accountId && <Link to={paths.account(clientId, accountId)}>{debtorName || t('account')}</Link>}
      {claim && (
        <span>
          {t('field.externalClaimRef')}{' '}
          <Link to={accountId ? paths.accountClaim(clientId, accountId, claim) : paths.claim(clientId, claim)}>
            <code>{claim}</code>
          </Link>
        </span>
      )}
    </p>
  );
}
