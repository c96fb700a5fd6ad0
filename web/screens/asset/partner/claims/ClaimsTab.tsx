import { Anchor, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AssignmentGroup } from '../../../../../core/outsourcing.ts';
import { useQuery } from '../../../../shell/api.ts';
import { paths } from '../../../../shell/paths.ts';
import { usePages } from '../../../../shell/usePages.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useFormat } from '../../../../ui/format.ts';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './ClaimsTab.module.css';
import { PartnerClaimsDocument, type PartnerClaimsQuery, PartnerClaimTotalsDocument } from './partner.graphql.ts';

const SIZE = 50;
const GROUPS: readonly AssignmentGroup[] = ['active', 'resolved', 'removed'];
const pageOf = (data: PartnerClaimsQuery) => ({ rows: data.getClaimAssignments.results, next: data.getClaimAssignments.searchAfter });

/** A partner's claims by what became of them, with how many and how much; the newest first. */
export default function ClaimsTab({ partner: { partnerId } }: { partner: { readonly partnerId: string } }) {
  const { t } = useTranslation('outsourcing');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [group, setGroup] = useState<AssignmentGroup>('active');
  const totals = useQuery('partner', PartnerClaimTotalsDocument, { clientId, partnerId }).data?.getClaimAssignmentTotals ?? [];
  const pages = usePages(
    'partner',
    PartnerClaimsDocument,
    (searchAfter: string | null) => ({ clientId, partnerId, statuses: [group], size: SIZE, searchAfter }),
    pageOf,
  );
  const countOf = (status: AssignmentGroup) => totals.filter((total) => total.status === status).reduce((sum, { count }) => sum + count, 0);
  const sums = totals.filter(({ status }) => status === group);
  return (
    <div className={classes.tab}>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={t('column.status')}
          data={GROUPS.map((value) => ({ value, label: `${t(`group.${value}`)} · ${format.number(countOf(value))}` }))}
          value={group}
          onChange={(next) => setGroup(next as AssignmentGroup)}
        />
        <strong>{sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ')}</strong>
      </div>
      {pages.error !== null && pages.rows.length === 0 ? (
        <ErrorState error={pages.error} onRetry={pages.reload} />
      ) : pages.loading && pages.rows.length === 0 ? (
        <Skeleton height={160} />
      ) : pages.rows.length === 0 ? (
        <EmptyState title={t('none')} detail={t('noneDetail')} />
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('column.claim')}</th>
              <th scope="col" className={classes.sum}>
                {t('column.amount')}
              </th>
              <th scope="col" className={classes.sum}>
                {t('column.collected')}
              </th>
              <th scope="col">{t('column.dueDate')}</th>
              <th scope="col">{t('column.since')}</th>
              <th scope="col">{t('column.method')}</th>
              <th scope="col">{t('column.status')}</th>
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((row) => (
              <tr key={row.assignmentId}>
                <td>
                  <Anchor component={Link} to={paths.claim(clientId, row.externalClaimRef)}>
                    {row.externalClaimRef}
                  </Anchor>
                </td>
                <td className={classes.sum}>{format.money(row.amount, row.currency)}</td>
                <td className={classes.sum}>{format.money(row.collected, row.currency)}</td>
                <td>{row.dueDate ? format.date(row.dueDate) : '–'}</td>
                <td>{format.date(row.createdAt)}</td>
                <td>{t(`method.${row.outsourceMethod as 'manual'}`)}</td>
                <td>
                  <Tag tone={group === 'active' ? 'violet' : group === 'resolved' ? 'good' : 'neutral'}>
                    {t(`status.${row.status as 'created'}`)}
                  </Tag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!pages.atEnd && pages.rows.length > 0 && (
        <Button variant="subtle" mt="sm" loading={pages.loadingMore} onClick={pages.more}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
