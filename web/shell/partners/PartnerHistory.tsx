import { Skeleton } from '@mantine/core';
import { useFormat } from '../../ui/format.ts';
import { Reference } from '../../ui/Reference.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import classes from './Partners.module.css';
import { PartnerHistoryDocument } from './partner.graphql.ts';

/** Which claims were with whom, from when to when, and what came of it; the newest first. */
export function PartnerHistory({ about }: { about: { accountId: string } | { externalClaimRef: string } }) {
  const { t } = useTranslation('outsourcing');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { data, error } = useQuery('partner', PartnerHistoryDocument, { clientId, ...about });
  if (error !== undefined && error !== null && !data) return <ErrorNote error={error} />;
  if (!data) return <Skeleton height={40} />;
  const rows = data.getClaimAssignments.results;
  if (rows.length === 0) return <p>{t('noHistory')}</p>;
  return (
    <ul className={classes.history} aria-label={t('history')}>
      {rows.map((row) => {
        const from = format.date(row.createdAt);
        return (
          <li key={row.assignmentId}>
            <strong dir="auto">{row.partnerName}</strong>
            <Reference value={row.externalClaimRef} />
            <span>{row.endedAt ? t('period', { from, until: format.date(row.endedAt) }) : t('since', { from })}</span>
            <Tag tone={row.endedAt ? 'neutral' : 'violet'}>{t(`status.${row.status as 'created'}`)}</Tag>
            {Number(row.collected) !== 0 && <span>{t('collected', { amount: format.money(row.collected, row.currency) })}</span>}
            {row.endNote && <span dir="auto">{row.endNote}</span>}
          </li>
        );
      })}
    </ul>
  );
}
