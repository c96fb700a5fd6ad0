import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { rememberQueue } from '../../../shell/queue.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { Money } from '../../../ui/Money.tsx';
import classes from '../../../ui/overview/Overview.module.css';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { PromiseOfFragment } from './reporting.graphql.ts';

/** Promises by account; each leads to it, and from there to the next. @param day what their day means. @param rows undefined while loading. */
export function PromiseList(props: {
  id: string;
  title: string;
  detail: ReactNode;
  day: string;
  empty: string;
  rows: readonly PromiseOfFragment[] | undefined;
}) {
  const { t } = useTranslation('home');
  const { clientId } = useWorkspace();
  const opens = useCan('backoffice-spa', 'view-account');
  const heading = useId();
  const { rows } = props;
  const remember = () =>
    rememberQueue(
      clientId,
      (rows ?? []).map((row) => row.accountId),
    );
  return (
    <section id={props.id} className={classes.card} aria-labelledby={heading}>
      <h2 id={heading}>{props.title}</h2>
      <p className={classes.about}>{props.detail ?? '\u00a0'}</p>
      {rows === undefined ? (
        <Skeleton height={120} />
      ) : rows.length === 0 ? (
        <p className={classes.none}>{props.empty}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.list} aria-labelledby={heading}>
            <thead>
              <tr>
                <th scope="col">{t('account')}</th>
                <th scope="col">{props.day}</th>
                <th scope="col" data-right="true">
                  {t('missing')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.accountId}>
                  <th scope="row">
                    {opens ? (
                      <Link to={paths.account(clientId, row.accountId)} onClick={remember}>
                        {row.debtorFullName || row.externalAccountRef}
                      </Link>
                    ) : (
                      row.debtorFullName || row.externalAccountRef
                    )}
                    <span className={classes.reference}>{row.externalAccountRef}</span>
                  </th>
                  <td>
                    <DateText value={row.day} />
                  </td>
                  <td data-right="true">
                    <Money amount={row.amount} currency={row.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
