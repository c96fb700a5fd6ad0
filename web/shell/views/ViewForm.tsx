import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { faultOf } from '../../ui/fault.ts';
import { useCan } from '../../ui/permission.tsx';
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
}) {
  const { view, screen, search } = props;
  const { t } = useTranslation('lists');
  const { clientId } = useWorkspace();
  const shares = useCan('backoffice', 'shareViews');
  const [save] = useMutation('layout', SaveViewDocument);
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const [wrong, setWrong] = useState<string | null>(null);
  const mine = view?.isMine ?? true;
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={t(view ? 'views.edit' : 'views.saveAs')}
      confirm={t('views.save')}
      detail={
        <div className={classes.form}>
          <TextInput
            label={t('views.name')}
            value={name}
            maxLength={80}
            required
            data-autofocus
            error={wrong}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setWrong(null);
            }}
          />
          {shares && <Checkbox label={t('views.share')} checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />}
          {mine && (
            <Checkbox label={t('views.isDefault')} checked={isDefault} onChange={(event) => setDefault(event.currentTarget.checked)} />
          )}
        </div>
      }
      onConfirm={async () => {
        if (name.trim() === '') {
          setWrong(t('views.nameMissing'));
          return false;
        }
        const changes = { screen, name: name.trim(), search, ...(shares && { isShared }), ...(mine && { isDefault }) };
        try {
          const saved = await save({ clientId, view: view ? { ...changes, viewId: view.viewId, revision: view.revision } : changes });
          props.onSaved(saved.saveView);
          return true;
        } catch (error) {
          const fault = faultOf(error);
          if (fault.field !== 'view.name') throw error;
          setWrong(fault.message);
          return false;
        }
      }}
    />
  );
}
