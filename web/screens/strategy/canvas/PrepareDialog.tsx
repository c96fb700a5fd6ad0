import { Button, Group, Modal, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { useDirectory } from './directory.ts';
import type { Saved } from './Editor.tsx';
import { useNameState } from './NameField.tsx';

export interface Preparation {
  readonly displayName: string;
  readonly categories: readonly string[];
}

/** What a strategy is called and where it belongs, before its first step. */
export default function PrepareDialog(props: { clone: Saved | null; onReady: (prepared: Preparation) => void }) {
  const { clone } = props;
  const { t } = useTranslation(['strategy', 'ui']);
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const { categories } = useDirectory();
  const form = useForm<{ displayName: string; categories: string[] }>({
    initialValues: {
      displayName: clone ? t('prepare.copyName', { name: clone.displayName }) : '',
      categories: [...(clone?.categories ?? [])],
    },
  });
  const { displayName } = form.values;
  const state = useNameState(clientId, null, displayName, null);
  const bad = state === 'taken' || state === 'tooLong';
  const cancel = () => navigate(paths.strategies(clientId));
  return (
    <Modal
      opened
      onClose={cancel}
      withCloseButton={false}
      size={440}
      title={clone ? t('prepare.cloneTitle', { name: clone.displayName }) : t('prepare.title')}
    >
      <form
        onSubmit={form.onSubmit((values) => {
          if (state !== 'required' && !bad) props.onReady({ displayName: values.displayName.trim(), categories: values.categories });
        })}
      >
        <TextInput
          {...form.getInputProps('displayName')}
          data-autofocus
          label={t('name.label')}
          error={bad ? t(`name.${state}`) : undefined}
          description={state === 'checking' || state === 'free' ? t(`name.${state}`) : undefined}
        />
        <TagsInput
          {...form.getInputProps('categories')}
          mt={14}
          label={t('categories.label')}
          placeholder={t('categories.placeholder')}
          data={[...categories]}
          maxTags={20}
          acceptValueOnBlur
        />
        <Group justify="flex-end" gap={8} mt={22}>
          <Button variant="default" onClick={cancel}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" disabled={state === 'required' || bad}>
            {t('prepare.continue')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
