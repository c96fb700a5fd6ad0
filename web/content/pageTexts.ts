/** The client's texts for pages, as the editor of a page draws them. */
import { useMemo } from 'react';
import { readPageText } from '../../blocks/page/pageText.ts';
import type { PageTextType } from '../../blocks/page/textTypes.ts';
import { useQuery } from '../shell/api.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { PageTextsDocument } from './cms.graphql.ts';
import { NO_TEXTS, type PageTexts } from './editor/shared.ts';

/** @returns the texts of a type; none until they are known. */
export function usePageTexts(contentTemplateType: PageTextType): PageTexts {
  const { clientId } = useWorkspace();
  const { data } = useQuery('cms', PageTextsDocument, { clientId, contentTemplateType }, { reuse: true });
  return useMemo(() => {
    if (!data) return NO_TEXTS;
    const all = Map.groupBy(data.getContentTemplates, ({ fileName }) => fileName);
    return {
      choices: [...all].map(([value, [first]]) => ({ value, label: first!.displayName })),
      in: (locale) => (name) => {
        const texts = all.get(name);
        const said = texts?.find((each) => each.locale === locale) ?? texts?.[0];
        return said ? readPageText(said.content) : null;
      },
    };
  }, [data]);
}
