import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { Conversation } from './Conversation.tsx';
import { ReviewSampleDocument } from './cms.graphql.ts';
import { Results } from './Results.tsx';
import classes from './ReviewsScreen.module.css';
import { ScoreCard } from './ScoreCard.tsx';

/** Days the sample is drawn from; the server's default. */
const DAYS = 14;

/** account/conversation-reviews: a sample of what colleagues said and wrote, each with a score card; and what came of earlier ones. */
export default function ReviewsScreen() {
  const { t } = useTranslation('reviews');
  const [search, setSearch] = useSearchParams();
  const view = search.get('view') === 'done' ? 'done' : 'open';
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title') }]} />
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          value={view}
          onChange={(next) => setSearch(next === 'open' ? {} : { view: next }, { replace: true })}
          data={(['open', 'done'] as const).map((each) => ({ value: each, label: t(`view.${each}`) }))}
        />
      </div>
      {view === 'open' ? <ToReview /> : <Results />}
    </div>
  );
}

function ToReview() {
  const { t } = useTranslation('reviews');
  const { clientId } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery('cms', ReviewSampleDocument, { clientId }, { reuse: true });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const rows = data?.getReviewSample;
  if (rows?.length === 0) return <EmptyState title={t('empty')} detail={t('emptyDetail')} />;
  const chosen = rows?.find((row) => row.id === search.get('conversation')) ?? rows?.[0];
  return (
    <div className={classes.columns}>
      <nav className={classes.list} aria-label={t('sample')}>
        <h2>
          {t('sample')} {rows && <CountChip>{format.number(rows.length)}</CountChip>}
        </h2>
        <p>{t('sampleDetail', { days: DAYS })}</p>
        {rows?.map((row) => (
          <button
            key={row.id}
            type="button"
            aria-current={row.id === chosen?.id}
            onClick={() => setSearch({ conversation: row.id }, { replace: true })}
          >
            <strong>{nameOf(row.userId) ?? '–'}</strong>
            <Tag tone={row.pick === 'random' ? 'neutral' : 'warn'}>{t(`pick.${row.pick as 'random'}`)}</Tag>
            <span>
              {t(`channel.${row.channel as 'call'}`)} · {row.debtorName || row.externalAccountRef} · {format.date(row.at, 'long')}
            </span>
          </button>
        ))}
      </nav>
      {chosen && <Conversation key={`held ${chosen.id}`} held={chosen} />}
      {chosen && <ScoreCard key={chosen.id} held={chosen} onSaved={refetch} />}
    </div>
  );
}
