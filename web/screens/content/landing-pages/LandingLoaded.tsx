import { useWorkspace } from '../../../shell/workspace.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { LandingEditor } from './LandingEditor.tsx';
import type { LandingDraft } from './landingDraft.ts';
import { landingPaths } from './paths.ts';

/** The editor of a page once the page is there. @param props.name what its draft is kept by. */
export function LandingLoaded(props: { name: string; start: LandingDraft | undefined; error: unknown; refetch: () => void }) {
  const { t } = useTranslation('landing');
  const { clientId } = useWorkspace();
  const { name, start, error, refetch } = props;
  if (error && !start) return <ErrorState error={error} onRetry={refetch} />;
  if (!start) return <PageHeader crumbs={[{ label: t('title.claim'), to: landingPaths(clientId, 'claim').list }, { label: '…' }]} />;
  return <LandingEditor key={name} name={name} start={start} onConflict={refetch} />;
}
