import { useParams, useSearchParams } from 'react-router';
import { toLocale } from '../../../../core/locale.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { InitialLandingPageDocument, LandingPageToEditDocument } from './cms.graphql.ts';
import { LandingLoaded } from './LandingLoaded.tsx';
import { landingDraftOf, newLanding } from './landingDraft.ts';

/** content/landing-page-builder/create: a new page, as the product has it or as another page is (designId). */
export default function LandingCreateScreen() {
  const { designId } = useParams();
  const [search] = useSearchParams();
  const type = search.get('type') === 'client' ? 'client' : 'claim';
  const { clientId, configuration } = useWorkspace();
  const own = toLocale(configuration.defaultLocale);
  const initial = useQuery('cms', InitialLandingPageDocument, designId ? null : { clientId, type });
  const model = useQuery('cms', LandingPageToEditDocument, designId ? { clientId, landingPageId: designId } : null);
  const start = initial.data
    ? newLanding(initial.data.getInitialLandingPageTemplate, own)
    : model.data && landingDraftOf(model.data.getLandingPage, own, '');
  return <LandingLoaded name={`landing page new ${designId ?? type}`} start={start} {...(designId ? model : initial)} />;
}
