import type { LandingPageType } from './cms.graphql.ts';

/** The addresses of landing pages (specification 2, section 2); pages of both types are edited at the same ones. */
export function landingPaths(clientId: string, type: LandingPageType) {
  const base = `/${clientId}/content/landing-page-builder`;
  return {
    list: type === 'client' ? `/${clientId}/content/lp-client` : base,
    create: type === 'client' ? `${base}/create?type=client` : `${base}/create`,
    edit: (landingPageId: string) => `${base}/edit/${landingPageId}`,
    clone: (landingPageId: string) => `${base}/clone/${landingPageId}`,
  };
}
