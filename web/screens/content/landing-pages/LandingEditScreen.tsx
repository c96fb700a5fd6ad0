import { useParams } from 'react-router';
import { toLocale } from '../../../../core/locale.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { LandingPageToEditDocument } from './cms.graphql.ts';
import { LandingLoaded } from './LandingLoaded.tsx';
import { landingDraftOf } from './landingDraft.ts';

/** content/landing-page-builder/edit: one page. */
export default function LandingEditScreen() {
  const { landingPageId = '' } = useParams();
  const { clientId, configuration } = useWorkspace();
  const found = useQuery('cms', LandingPageToEditDocument, { clientId, landingPageId });
  const page = found.data?.getLandingPage;
  const start = page?.landingPageId === landingPageId ? landingDraftOf(page, toLocale(configuration.defaultLocale)) : undefined;
  return <LandingLoaded name={`landing page ${landingPageId}`} start={start} {...found} />;
}
