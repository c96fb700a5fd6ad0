import { UnstyledButton } from '@mantine/core';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import classes from './Composer.module.css';
import { MessagePlaceholdersDocument } from './cms.graphql.ts';

/** Offers what can be filled in, with an example of each. */
export function PlaceholderMenu({ channel, onChoose }: { channel: 'email' | 'sms'; onChoose: (tag: string) => void }) {
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const { data } = useQuery('cms', MessagePlaceholdersDocument, { clientId, contentTemplateType: channel });
  const placeholders = data?.getPlaceholders ?? [];
  if (placeholders.length === 0) return null;
  return (
    <ButtonMenu
      position="bottom-end"
      choices={placeholders.map(({ tag, example }) => ({
        key: tag,
        label: example === '' ? tag : `${tag} – ${example}`,
        onChoose: () => onChoose(tag),
      }))}
      button={<UnstyledButton className={classes.insert}>{t('composer.placeholder')}</UnstyledButton>}
    />
  );
}
