import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../workspace.ts';
import { ProposalAccountDocument } from './account.graphql.ts';
import { isNamed, NamedThing } from './NamedThing.tsx';
import classes from './Proposals.module.css';
import { presentValue } from './present.ts';
import { LONG, type Proposal, type Row, rowsOf } from './rows.ts';
import { useProposalWords } from './useProposalWords.ts';

const CLAIMS: readonly string[] = ['externalClaimRef', 'externalClaimRefs'];

/** Everything that would be sent, each value under its field's name; where it replaces something, what is there now. */
export function ProposalValues({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('proposals');
  const { clientId } = useWorkspace();
  const words = useProposalWords();
  const { accountId, currency } = proposal;
  const { data } = useQuery('account', ProposalAccountDocument, accountId ? { clientId, accountId } : null, { reuse: true });
  const account = data?.getAccountDataV2;
  const now = (row: Row): ReactNode => {
    const value = account && presentValue(proposal, row, account);
    return value === undefined ? null : (
      <small className={classes.now}>{t('now', { value: words.valueText({ ...row, value }, currency) })}</small>
    );
  };
  const shown = (row: Row): ReactNode => {
    const { name, value } = row;
    if (value === null || value === '')
      return <em>{t(name === 'userId' ? 'value.nobody' : row.isOwn ? 'value.removed' : 'value.emptied')}</em>;
    if (CLAIMS.includes(name)) return <Claims refs={[value].flat().map(String)} accountId={accountId} />;
    if (isNamed(name)) return <NamedThing field={name} id={String(value)} accountId={accountId} />;
    if (name === 'externalDebtorRef') return debtorName(account?.debtors, String(value));
    return words.valueText(row, currency);
  };
  return (
    <dl className={classes.values}>
      {rowsOf(proposal).map((row) =>
        LONG.includes(row.name) && typeof row.value === 'string' && row.value !== '' ? (
          <div key={row.path} className={classes.long}>
            <dt>{words.fieldName(row)}</dt>
            <dd>
              <blockquote dir="auto">{words.plain(row.value)}</blockquote>
            </dd>
          </div>
        ) : (
          <div key={row.path}>
            <dt>{words.fieldName(row)}</dt>
            <dd dir="auto">
              {shown(row)}
              {now(row)}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Claims({ refs, accountId }: { refs: readonly string[]; accountId: string | null }) {
  const { clientId } = useWorkspace();
  return refs.map((ref, index) => (
    <Fragment key={ref}>
      {index > 0 && ', '}
      <Link to={accountId ? paths.accountClaim(clientId, accountId, ref) : paths.claim(clientId, ref)}>
        <code>{ref}</code>
      </Link>
    </Fragment>
  ));
}

interface Debtor {
  readonly externalDebtorRef: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
}

function debtorName(debtors: readonly Debtor[] | undefined, ref: string): string {
  const found = debtors?.find((each) => each.externalDebtorRef === ref);
  const name = found && (found.companyName || [found.firstName, found.lastName].filter(Boolean).join(' '));
  return name ? `${name} (${ref})` : ref;
}
