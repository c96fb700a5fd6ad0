import { useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ConversationReviewsDocument } from './cms.graphql.ts';
import classes from './ReviewsScreen.module.css';

const toneOf = (score: number): Tone => (score >= 80 ? 'good' : score >= 60 ? 'warn' : 'bad');

/** Reviews of the last 90 days: per person, the lowest mean first, and one by one, the newest first. */
export function Results() {
  const { t } = useTranslation('reviews');
  const { clientId } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const { data, error, refetch } = useQuery('cms', ConversationReviewsDocument, { clientId }, { reuse: true });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const found = data?.listConversationReviews;
  if (found?.reviews.length === 0) return <EmptyState title={t('noDone')} detail={t('emptyDetail')} />;
  const score = (value: number | null) => (value === null ? '–' : <Tag tone={toneOf(value)}>{format.number(value)}</Tag>);
  return (
    <div className={classes.results}>
      <table aria-label={t('person')}>
        <thead>
          <tr>
            <th>{t('person')}</th>
            <th data-right>{t('reviews')}</th>
            <th data-right>{t('mean')}</th>
            <th data-right>{t('failed')}</th>
          </tr>
        </thead>
        <tbody>
          {found?.people.map((person) => (
            <tr key={person.userId}>
              <td>{nameOf(person.userId) ?? '–'}</td>
              <td data-right>{format.number(person.reviews)}</td>
              <td data-right>{score(person.mean)}</td>
              <td data-right>{format.number(person.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table aria-label={t('reviews')}>
        <thead>
          <tr>
            <th>{t('person')}</th>
            <th>{t('when')}</th>
            <th data-right>{t('score')}</th>
            <th>{t('comment')}</th>
            <th>{t('reviewedBy')}</th>
          </tr>
        </thead>
        <tbody>
          {found?.reviews.map((row) => (
            <tr key={row.conversationId}>
              <td>{nameOf(row.userId) ?? '–'}</td>
              <td>
                {t(`channel.${row.channel as 'call'}`)} · {row.debtorName || row.externalAccountRef} · {format.date(row.at, 'long')}
              </td>
              <td data-right>{score(row.score)}</td>
              <td>{[row.failed.join(', '), row.comment].filter(Boolean).join(' · ')}</td>
              <td>
                {nameOf(row.reviewedBy) ?? '–'}, {format.date(row.reviewedAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
