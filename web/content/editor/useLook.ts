import { useMemo } from 'react';
import { type Brand, brand as brandForm, DEFAULT_BRAND } from '../../../blocks/brand.ts';
import { readDesign } from '../../../blocks/read.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import { useQuery } from '../../shell/api.ts';
import { useWorkspace } from '../../shell/workspace.ts';
import { BrandDocument, SharedBlocksDocument } from './cms.graphql.ts';
import type { SharedBlocks } from './shared.ts';

/** What all designs of a client have in common. */
export interface Look {
  readonly brand: Brand;
  readonly avoidedWords: readonly string[];
  readonly shared: SharedBlocks;
}

/** @returns the client's brand and shared blocks; null until they are known. */
export function useLook(): Look | null {
  const { clientId } = useWorkspace();
  const { data: brands, error } = useQuery('cms', BrandDocument, { clientId }, { reuse: true });
  const { data: blocks, error: refused } = useQuery('cms', SharedBlocksDocument, { clientId }, { reuse: true });
  return useMemo(() => {
    if ((!brands && error === undefined) || (!blocks && refused === undefined)) return null;
    const found = brandForm.safeParse(brands?.getBrand.brand);
    const own = (blocks?.listSharedBlocks ?? []).map(({ name, design, contentTemplates }) => ({
      name,
      design: readDesign(design, 'mail', 'shared').design,
      texts: new Map(contentTemplates.map(({ locale, content }) => [locale, JSON.parse(content) as DesignTexts])),
    }));
    const shared: SharedBlocks = {
      names: own.map(({ name }) => name),
      in: (locale) => (wanted) => {
        const block = own.find(({ name }) => name === wanted);
        return block ? { design: block.design, texts: block.texts.get(locale) ?? [...block.texts.values()][0] ?? {} } : null;
      },
    };
    return { brand: found.success ? found.data : DEFAULT_BRAND, avoidedWords: brands?.getBrand.avoidedWords ?? [], shared };
  }, [brands, blocks, error, refused]);
}
