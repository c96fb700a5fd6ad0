/** What tests of landing pages share: designs of blocks, and pages of client A saved through the contract. */
import { expect } from 'vitest';
import type { Design, DesignBlock } from '../blocks/design.ts';
import { startBlock } from '../blocks/start.ts';
import type { RichText } from '../blocks/words.ts';
import type { PortalHouse } from './portal.testing.ts';

export interface SavedPage {
  readonly landingPageId: string;
  readonly isDefault: boolean;
  readonly version: number;
  readonly displayName: string;
}
/** What is asked of a page. */
export const FIELDS =
  'publicURL landingPageId isDefault version displayName siteTitle tags type previewURL pageContents { type template { design } contentTemplates { locale content } }';
const SAVE = `mutation ($clientId: ID!, $landingPage: LandingPageInput!) { saveLandingPage(clientId: $clientId, landingPage: $landingPage) { ${FIELDS} } }`;
export const DELETE =
  'mutation ($clientId: ID!, $landingPageId: ID!) { deleteLandingPage(clientId: $clientId, landingPageId: $landingPageId) }';

export const block = (type: string, fields: object = {}, id = type): DesignBlock => {
  const fresh = startBlock(type, id);
  return { ...fresh, fields: { ...fresh.fields, ...fields } };
};
const design = (...blocks: DesignBlock[]): Design => ({ format: 1, medium: 'page', blocks });

/** A part of a page with its texts in one language. */
export const part = (type: string, blocks: DesignBlock[], texts: Readonly<Record<string, string | RichText>> = {}, locale = 'en_US') => ({
  type,
  template: { design: design(...blocks) },
  contentTemplates: [{ locale, content: JSON.stringify(Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { text }]))) }],
});

/** @param house once it is open @returns how its pages are saved, deleted and asked about. */
export function pagesOf(house: () => PortalHouse) {
  const raw = (landingPage: object) => house().raw('cms', SAVE, { clientId: house().clientA, landingPage });
  const call = async <Result>(operation: string, variables: Record<string, unknown> = {}) =>
    house().call<Result>('cms', operation, { clientId: house().clientA, ...variables });
  let serial = 0;
  return {
    raw,
    call,
    save: async (pageContents: object[], more: object = {}): Promise<SavedPage> => {
      const answer = await raw({ displayName: `Page ${++serial}`, pageContents, ...more });
      expect(answer.errors).toBeUndefined();
      return (answer.data as { saveLandingPage: SavedPage }).saveLandingPage;
    },
    drop: async ({ landingPageId }: SavedPage) => call(DELETE, { landingPageId }),
  };
}
