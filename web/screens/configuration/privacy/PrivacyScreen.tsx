import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { ErasureLines } from '../../../shell/ErasureLines.tsx';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './PrivacyScreen.module.css';
import { PrivacyDocument, type PrivacyQuery } from './privacy.graphql.ts';
import { RuleForm } from './RuleForm.tsx';

/** configuration/privacy: how long data of debtors are kept, what is held, and what was erased. */
export default function PrivacyScreen() {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('privacy', PrivacyDocument, { clientId }, { keepPrevious: true });
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title') }]} />
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={classes.body}>
          <p className={classes.intro}>{t('intro')}</p>
          {data ? <Everything data={data} onSaved={refetch} /> : <Skeleton height={400} />}
        </div>
      )}
    </div>
  );
}

function Everything({ data, onSaved }: { data: PrivacyQuery; onSaved: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const format = useFormat();
  return (
    <>
      <Section title={t('rules.title')}>
        {data.listRetentionRules.map((rule) => (
          <RuleForm key={rule.kind} saved={rule} onSaved={onSaved} />
        ))}
      </Section>
      <Section title={t('holds.title')} count={data.listLegalHolds.length}>
        {data.listLegalHolds.length === 0 ? (
          <p className={classes.words}>{t('holds.noneDetail')}</p>
        ) : (
          <ul className={classes.list}>
            {data.listLegalHolds.map((hold) => (
              <li key={hold.id}>
                <Link to={paths.account(clientId, hold.accountId)}>{hold.debtorName}</Link>: {hold.reason} (
                {hold.until ? t('holds.untilDay', { day: format.date(hold.until) }) : t('holds.open')})
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('erasures.title')}>
        {data.listErasures.length === 0 ? (
          <p className={classes.words}>{t('erasures.none')}</p>
        ) : (
          <ErasureLines erasures={data.listErasures} className={classes.list} />
        )}
      </Section>
    </>
  );
}
