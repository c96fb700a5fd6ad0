import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { ReplaceReactionsContentDocument } from './reactions.graphql.ts';

/** Puts one content in the place of another in all rules, e.g. a template. */
export function ReplaceDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('reactions');
  const { clientId } = useWorkspace();
  const [replace, busy] = useMutation('reactions', ReplaceReactionsContentDocument);
  const form = useKeptForm('replace content of reactions', { initialValues: { oldContent: '', newContent: '' } });
  const submit = form.send(async (values) => {
    const { replaceReactionsContent: changed } = await replace({ clientId, ...values });
    toastSuccess(t('replace.done', { count: changed.length }));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('replace.title')}
      footer={
        <Button type="submit" form="replace" loading={busy}>
          {t('replace.confirm')}
        </Button>
      }
    >
      <form id="replace" onSubmit={submit} onKeyDown={submitByKey}>
        <Stack gap={14}>
          <KeptNote kept={form.kept} label={(field) => t(`replace.${field}`)} />
          <p>{t('replace.detail')}</p>
          <TextInput label={t('replace.oldContent')} {...form.getInputProps('oldContent')} />
          <TextInput label={t('replace.newContent')} {...form.getInputProps('newContent')} />
        </Stack>
      </form>
    </Drawer>
  );
}
