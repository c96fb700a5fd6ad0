import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { submitByKey } from '../../ui/hotkeys.ts';
import { KeptNote } from '../../ui/KeptNote.tsx';
import { useKeptForm } from '../../ui/keptForm.ts';
import { useCan } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useMutation } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import type { View } from './address.ts';
import { SaveViewDocument } from './layout.graphql.ts';
import classes from './Views.module.css';

/** Asks for a view's name, whether everybody sees it, and whether one's list opens with it. @param view null: a new one of this address. */
export default function ViewForm(props: {
  screen: string;
  view: View | null;
  search: string;
  onClose: () => void;
  onSaved: (view: View) => void;
  onConflict: () => void;
}) {
  const { view, screen, search } = props;
  const { t } = useTranslation(['lists', 'ui']);
  const { clientId } = useWorkspace();
  const shares = useCan('backoffice', 'shareViews');
  const [save, saving] = useMutation('layout', SaveViewDocument);
  const mine = view?.isMine ?? true;
  const form = useKeptForm(`view ${view?.viewId ?? `of ${screen}`}`, {
    initialValues: { name: view?.name ?? '', isShared: view?.isShared ?? false, isDefault: view?.isDefault ?? false },
    validate: { name: (name) => (name.trim() === '' ? t('views.nameMissing') : null) },
    onConflict: props.onConflict,
  });
  const submit = form.send(async ({ name, isShared, isDefault }) => {
    const changes = { screen, name: name.trim(), search, ...(shares && { isShared }), ...(mine && { isDefault }) };
    const saved = await save({ clientId, view: view ? { ...changes, viewId: view.viewId, revision: view.revision } : changes });
    props.onSaved(saved.saveView);
  }, 'view');
  return (
    <Modal opened onClose={props.onClose} title={t(view ? 'views.edit' : 'views.saveAs')} size={440} withCloseButton={false}>
      <form className={classes.form} onSubmit={submit} noValidate onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(FIELDS[field])} />
        <TextInput label={t('views.name')} maxLength={80} required data-autofocus {...form.getInputProps('name')} />
        {shares && <Checkbox label={t('views.share')} {...form.getInputProps('isShared', { type: 'checkbox' })} />}
        {mine && <Checkbox label={t('views.isDefault')} {...form.getInputProps('isDefault', { type: 'checkbox' })} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={props.onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t('views.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What fields are called on screen. */
const FIELDS = { name: 'views.name', isShared: 'views.share', isDefault: 'views.isDefault' } as const;
