import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { toLocale } from '../../../../core/locale.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { InitialLandingPageDocument } from './cms.graphql.ts';
import classes from './Landing.module.css';
import { type LandingDraft, newLanding } from './landingDraft.ts';
import { useLandingDraft } from './useLandingDraft.ts';

const LandingBody = lazy(() => import('./LandingBody.tsx'));

/** content/playground: the page builder to try things out. What is made here is kept in the browser for this session and never saved. */
export default function PlaygroundScreen() {
  const { t } = useTranslation('landing');
  const { clientId, configuration } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', InitialLandingPageDocument, { clientId, type: 'claim' });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageHeader crumbs={[{ label: t('playground.title') }]} />;
  return <Playground start={newLanding(data.getInitialLandingPageTemplate, toLocale(configuration.defaultLocale))} />;
}

const nothing = () => undefined;

function Playground({ start }: { start: LandingDraft }) {
  const { t } = useTranslation('landing');
  // Without a name it is never whole, so that no key saves it.
  const page = useLandingDraft('playground', start, { onSaved: nothing, onConflict: nothing });
  const { form } = page;
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('playground.title') }]}
        aside={t('playground.detail')}
        actions={
          <Button variant="default" disabled={!form.changed} onClick={form.kept.startAfresh}>
            {t('playground.reset')}
          </Button>
        }
      />
      <Suspense>
        <LandingBody page={{ ...page, edits: true }} top={null} />
      </Suspense>
    </div>
  );
}
