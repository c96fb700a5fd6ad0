import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { FIELD_TYPES, type Trigger, type TriggerField } from '../../../shell/triggers/triggers.ts';
import { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { Rows } from '../../../ui/Rows.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './EventsScreen.module.css';
import { DeleteTriggerDocument, SaveTriggerDocument } from './strategy.graphql.ts';

/** Declares a trigger or changes one. @param trigger null: a new one. @param taken names that there are. */
export function TriggerForm(props: { trigger: Trigger | null; taken: readonly string[]; onConflict: () => void; onClose: () => void }) {
  const { trigger, taken, onClose } = props;
  const { t } = useTranslation('triggers');
  const { clientId } = useWorkspace();
  const [save, saving] = useMutation('strategy', SaveTriggerDocument, { idempotent: true });
  const [remove] = useMutation('strategy', DeleteTriggerDocument);
  const [removing, setRemoving] = useState(false);
  const form = useKeptForm(`trigger ${trigger?.name ?? ''}`, {
    initialValues: {
      name: trigger?.name ?? '',
      description: trigger?.description ?? '',
      fields: (trigger?.fields ?? []).map(({ name, type, required }): TriggerField => ({ name, type, required })),
    },
    // Saving by a name that exists would change the other trigger.
    outdatedBy: 'triggerChanged',
    onConflict: props.onConflict,
    validate: { name: (name) => (!trigger && taken.includes(name.trim()) ? t('form.nameTaken') : null) },
  });
  const usage = useWhereUsed();
  const submit = form.send(async ({ name, description, fields }) => {
    await save({
      clientId,
      name: name.trim(),
      description,
      fields: fields.map((field) => ({ ...field, name: field.name.trim() })),
      revision: trigger?.revision ?? 0,
    });
    toastSuccess(t('form.saved', { name: name.trim() }));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={trigger?.name ?? t('triggers.new')}
      footer={
        <>
          {trigger && usage.sees && (
            <Button variant="subtle" onClick={() => usage.open({ kind: 'trigger', value: trigger.name })}>
              {usage.label}
            </Button>
          )}
          {trigger && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('form.delete')}
            </Button>
          )}
          <Button type="submit" form="trigger" loading={saving} disabled={form.kept.met.length > 0}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <form id="trigger" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(`form.${field}`)} />
        {!trigger && (
          <TextInput label={t('form.name')} description={t('form.nameHint')} required maxLength={60} {...form.getInputProps('name')} />
        )}
        <Textarea
          mt={trigger ? 0 : 'md'}
          label={t('form.description')}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <fieldset className={classes.group}>
          <legend>{t('form.fields')}</legend>
          <Rows<TriggerField>
            rows={form.values.fields}
            onChange={(fields) => form.setValues({ fields: [...fields] })}
            columns="minmax(0, 1fr) 150px 90px"
            nameOf={({ name }) => name}
            add={t('form.addField')}
            fresh={{ name: '', type: 'text', required: false }}
            line={(field, put, index) => (
              <>
                <TextInput
                  aria-label={t('form.fieldName')}
                  placeholder={t('form.fieldName')}
                  maxLength={60}
                  value={field.name}
                  error={form.errors[`fields.${index}.name`]}
                  onChange={(event) => put({ name: event.currentTarget.value })}
                />
                <Select
                  aria-label={t('form.fieldType')}
                  allowDeselect={false}
                  data={FIELD_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
                  value={field.type}
                  onChange={(type) => type && put({ type })}
                />
                <Checkbox
                  className={classes.required}
                  label={t('form.isRequired')}
                  checked={field.required}
                  onChange={(event) => put({ required: event.currentTarget.checked })}
                />
              </>
            )}
          />
          {form.errors.fields && <p className={classes.error}>{form.errors.fields}</p>}
        </fieldset>
      </form>
      {usage.drawer}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        danger
        title={t('form.deleteTitle', { name: trigger?.name ?? '' })}
        detail={t('form.deleteDetail')}
        confirm={t('form.deleteConfirm')}
        onConfirm={async () => {
          if (!trigger) return;
          await remove({ clientId, name: trigger.name });
          toastSuccess(t('form.deleted', { name: trigger.name }));
          onClose();
        }}
      />
    </Drawer>
  );
}
