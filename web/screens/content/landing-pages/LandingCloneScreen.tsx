import { useParams } from 'react-router';
import { toLocale } from '../../../../core/locale.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { LandingPageToEditDocument } from './cms.graphql.ts';
import { LandingLoaded } from './LandingLoaded.tsx';
import { landingDraftOf } from './landingDraft.ts';

/** content/landing-page-builder/clone: a new page that begins as another one is. */
export default function LandingCloneScreen() {
  const { t } = useTranslation('landing');
  const { landingPageId = '' } = useParams();
  const { clientId, configuration } = useWorkspace();
  const found = useQuery('cms', LandingPageToEditDocument, { clientId, landingPageId });
  const page = found.data?.getLandingPage;
  const start = page && landingDraftOf(page, toLocale(configuration.defaultLocale), t('copyOf', { name: page.displayName }));
  return <LandingLoaded name={`landing page copy ${landingPageId}`} start={start} {...found} />;
}
