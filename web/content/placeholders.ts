/** What a message can be filled in with: fields of the debtor, the claim and the client, and the client's own texts. */
import type { ContentType } from '../../core/messageChannels.ts';
import { useQuery } from '../shell/api.ts';
import { useWorkspace } from '../shell/workspace.ts';
import { useTranslation } from '../ui/texts.ts';
import { PlaceholdersDocument, type PlaceholdersQuery } from './cms.graphql.ts';

export type Placeholder = PlaceholdersQuery['getPlaceholders'][number];

/** @returns the placeholders of content of a type; none until they are known. */
export function usePlaceholders(contentTemplateType: ContentType): readonly Placeholder[] {
  const { clientId } = useWorkspace();
  const { data } = useQuery('cms', PlaceholdersDocument, { clientId, contentTemplateType });
  return data?.getPlaceholders ?? NONE;
}

const NONE: readonly Placeholder[] = [];

/** @returns a placeholder as a message's source writes it; a list as the loop that its entries' placeholders go into. */
export const inSource = ({ tag, kind }: Pick<Placeholder, 'tag' | 'kind'>): string =>
  kind === 'list' ? `{% for item in ${tag} %}\n{% endfor %}` : `{{ ${tag} }}`;

/** @returns the placeholders that need no loop around them. */
export const withoutLists = (placeholders: readonly Placeholder[]): Placeholder[] =>
  placeholders.filter(({ kind, list }) => kind !== 'list' && list === null);

/** @returns what describes a placeholder in the reader's language. */
export function useDescribe(): (placeholder: Placeholder) => string {
  const { t, find } = useTranslation('content');
  return ({ tag, group, list, description }) => {
    const name = list ? tag.replace('item.', `${list}_`) : tag.replace('.', '_');
    const general = group === 'meta' || group === 'global' || group === 'reaction' ? t(`placeholder.${group}`) : description;
    return find(`content:placeholder.${name}`) ?? general;
  };
}
