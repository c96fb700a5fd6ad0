import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { type FormEvent, Suspense, useState } from 'react';
import { type MetaSchema, metaFields, metaTitle } from '../../core/metadata.ts';
import { later } from './later.ts';
import classes from './MetaFields.module.css';
import { useMetaText } from './metaText.ts';
import { Section } from './Panel.tsx';
import { useTranslation } from './texts.ts';
import { toastError, toastSuccess } from './toasts.ts';

const MetaForm = later(() => import('./MetaForm.tsx'));

interface Props {
  /** Of the client; without fields, anything may be set. */
  readonly schema: MetaSchema | undefined;
  readonly meta: unknown;
  /** Of amounts. */
  readonly currency: string;
  /** What is shown, for what is kept of an unsent form: "account 0193…". */
  readonly name: string;
  readonly title?: string;
  /** Sends the fields that change (null removes one); left out where they may only be read. */
  readonly onSet?: ((meta: Record<string, unknown>) => Promise<unknown>) | undefined;
  /** An edit of an older state was refused: ask again for what is there now. */
  readonly onConflict?: () => void;
}

/** Metadata of an account, a claim or a product: by the client's schema where there is one. */
export function MetaFields(props: Props) {
  return props.schema && props.schema.order.length > 0 ? <BySchema {...props} schema={props.schema} /> : <Free {...props} />;
}

function BySchema({ schema, onSet, ...props }: Props & { schema: MetaSchema }) {
  const { t } = useTranslation('fields');
  const text = useMetaText(props.currency);
  const [editing, setEditing] = useState(false);
  const meta = (props.meta ?? {}) as Record<string, unknown>;
  const fields = metaFields(schema);
  // What stood there before the schema knew of it may only go.
  const others = Object.keys(meta).filter((name) => !schema.order.includes(name));
  const remove = (name: string) =>
    void onSet?.({ [name]: null }).then(
      () => toastSuccess(t('removed')),
      (error) => toastError(error),
    );
  return (
    <Section
      title={props.title ?? t('title')}
      aside={
        onSet &&
        !editing &&
        fields.some((field) => field.editable !== false) && (
          <ActionIcon variant="subtle" size={22} aria-label={t('edit')} onClick={() => setEditing(true)}>
            <IconPencil size={15} stroke={1.6} />
          </ActionIcon>
        )
      }
    >
      <dl className={classes.list} data-by-schema="">
        {fields
          .filter((field) => !editing || field.editable === false)
          .map((field) => (
            <div key={field.name} className={classes.field}>
              <dt>{metaTitle(field.name, field)}</dt>
              <dd>{text(field, meta[field.name])}</dd>
            </div>
          ))}
      </dl>
      {editing && onSet && (
        <Suspense>
          <MetaForm
            name={props.name}
            schema={schema}
            meta={meta}
            currency={props.currency}
            onSet={onSet}
            onConflict={props.onConflict}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
      {others.length > 0 && (
        <dl className={classes.list} data-others="" aria-label={t('others')}>
          {others.map((name) => (
            <div key={name} className={classes.field}>
              <dt>{name}</dt>
              <dd>{text({ type: 'string' }, meta[name])}</dd>
              {onSet && (
                <ActionIcon variant="subtle" size={20} aria-label={t('remove', { field: name })} onClick={() => remove(name)}>
                  <IconX size={13} stroke={1.6} />
                </ActionIcon>
              )}
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

/** Fields without a schema: each can be set and removed. */
function Free(props: Props) {
  const { t } = useTranslation('fields');
  const { onSet } = props;
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const fields = Object.entries((props.meta ?? {}) as Record<string, unknown>);
  const set = async (meta: Record<string, unknown>, done: string) => {
    setBusy(true);
    try {
      await onSet?.(meta);
      toastSuccess(done);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await set({ [name.trim()]: value }, t('saved')))) {
      setName('');
      setValue('');
    }
  };
  return (
    <Section title={props.title ?? t('title')}>
      <dl className={classes.list}>
        {fields.map(([field, content]) => (
          <div key={field} className={classes.field}>
            <dt>{field}</dt>
            <dd>{typeof content === 'object' ? JSON.stringify(content) : String(content)}</dd>
            {onSet && (
              <ActionIcon
                variant="subtle"
                size={20}
                aria-label={t('remove', { field })}
                onClick={() => void set({ [field]: null }, t('removed'))}
              >
                <IconX size={13} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        ))}
      </dl>
      {fields.length === 0 && <p className={classes.none}>{t('none')}</p>}
      {onSet && (
        <form className={classes.add} onSubmit={(event) => void add(event)}>
          <TextInput
            size="xs"
            aria-label={t('name')}
            placeholder={t('name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            aria-label={t('value')}
            placeholder={t('value')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('set')}
          </Button>
        </form>
      )}
    </Section>
  );
}
