import { Button } from '@mantine/core';
import { type MetaForm as Form, type MetaSchema, metaFields, metaForm, metaTitle, readMetaForm } from '../../core/metadata.ts';
import { submitByKey } from './hotkeys.ts';
import { KeptNote } from './KeptNote.tsx';
import { useKeptForm } from './keptForm.ts';
import classes from './MetaFields.module.css';
import { MetaInput } from './MetaInput.tsx';
import { useTranslation } from './texts.ts';
import { toastSuccess } from './toasts.ts';

/** The form of the editable fields of a schema; only what was changed is sent. @param name what is being edited, for what is kept of it. */
export default function MetaForm(props: {
  name: string;
  schema: MetaSchema;
  meta: Readonly<Record<string, unknown>>;
  currency: string;
  onSet: (meta: Record<string, unknown>) => Promise<unknown>;
  onConflict?: (() => void) | undefined;
  onClose: () => void;
}) {
  const { schema, meta, onSet, onClose } = props;
  const { t } = useTranslation('fields');
  const fields = metaFields(schema).filter((field) => field.editable !== false);
  const form = useKeptForm<Record<string, Form>>(props.name, {
    initialValues: Object.fromEntries(fields.map((field) => [field.name, metaForm(field, meta[field.name])])),
    ...(props.onConflict && { onConflict: props.onConflict }),
  });
  const submit = form.send(async (values) => {
    const changed = fields.filter((field) => JSON.stringify(values[field.name]) !== JSON.stringify(metaForm(field, meta[field.name])));
    if (changed.length > 0)
      await onSet(Object.fromEntries(changed.map((field) => [field.name, readMetaForm(field, values[field.name]!, meta[field.name])])));
    toastSuccess(t('saved'));
    onClose();
  }, 'meta');
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        submitByKey(event);
        // An open choice closes first (escape.ts); it still says so while the key comes by here.
        if (event.key === 'Escape' && !(event.target as Element).closest('[data-mantine-stop-propagation]')) onClose();
      }}
    >
      <KeptNote kept={form.kept} label={(name) => metaTitle(name, schema.properties[name] ?? { type: 'string' })} />
      <div className={classes.inputs}>
        {fields.map((field) => (
          <MetaInput
            key={field.name}
            field={field}
            label={metaTitle(field.name, field)}
            currency={props.currency}
            value={form.values[field.name] ?? metaForm(field, null)}
            onChange={(value) => form.setValues({ [field.name]: value })}
            error={form.errors[field.name]}
          />
        ))}
      </div>
      <div className={classes.buttons}>
        <Button size="xs" type="submit" loading={form.submitting}>
          {t('save')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
