import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDeviceFloppy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { METADATA_SCHEMA_TYPES, type MetadataSchemaType, type MetaSchema, metaTitle } from '../../../../core/metadata.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultsOf } from '../../../ui/fault.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { EditedSchemasDocument, type EditedSchemasQuery, SaveSchemaDocument } from './account.graphql.ts';
import { type FieldDraft, fieldsOf, freshName, moved, schemaOf, twiceNamed } from './draft.ts';
import { FieldOptions } from './FieldOptions.tsx';
import { Fit, Indexing } from './Fit.tsx';
import classes from './MetadataScreen.module.css';
import { Preview } from './Preview.tsx';

/** configuration/metadata: which fields accounts, claims and products have beyond the product's own, and what they may hold. */
export default function MetadataScreen() {
  const { t } = useTranslation('metadata');
  const { clientId } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const type = METADATA_SCHEMA_TYPES.find((each) => each === search.get('type')) ?? 'account';
  const { data, error, refetch } = useQuery('account', EditedSchemasDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const saved = data?.getMetadatas.find((each) => each.schemaType === type);
  const tabs = (
    <SegmentedControl
      aria-label={t('of')}
      data={METADATA_SCHEMA_TYPES.map((each) => ({ value: each, label: t(`types.${each}`) }))}
      value={type}
      onChange={(next) => setSearch({ type: next }, { replace: true })}
    />
  );
  if (!saved)
    return (
      <div className={classes.screen}>
        <PageHeader crumbs={[{ label: t('heading') }]} />
      </div>
    );
  return <Editor key={type} type={type} saved={saved} tabs={tabs} onReload={refetch} />;
}

type Saved = EditedSchemasQuery['getMetadatas'][number];

function Editor({ type, saved, tabs, onReload }: { type: MetadataSchemaType; saved: Saved; tabs: React.ReactNode; onReload: () => void }) {
  const { t } = useTranslation('metadata');
  const { clientId, configuration } = useWorkspace();
  const edits = useCan('account', 'editMetadataSchema');
  const [send, busy] = useMutation('account', SaveSchemaDocument);
  const [at, setAt] = useState(0);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [bulkActionId, setBulkActionId] = useState<string | null>(null);
  const form = useScreenForm(
    `metadata schema ${type}`,
    // "properties" is what the server calls the part it refuses.
    { initialValues: { properties: fieldsOf(saved.schema as MetaSchema) }, onConflict: onReload },
    { edits, isWhole: ({ properties }) => twiceNamed(properties).size === 0 },
    async ({ properties }) => {
      setRefusal(null);
      try {
        const { setMetadataSchema } = await send({ clientId, schemaType: type, schema: schemaOf(properties), revision: saved.revision });
        setBulkActionId(setMetadataSchema.bulkActionId);
        toastSuccess(setMetadataSchema.fit.misfits > 0 ? t('savedMisfit', { count: setMetadataSchema.fit.misfits }) : t('saved'));
        onReload();
      } catch (error) {
        // It names fields by their names, which places in the list don't: each shows its own.
        setRefusal(error);
        const name = faultsOf(error)[0]?.field?.split('.')[2];
        const wrongAt = properties.findIndex((field) => field.name === name);
        if (wrongAt >= 0) setAt(wrongAt);
        throw error;
      }
    },
    'schema',
  );
  const { changed, canSave, save } = form;
  const fields = form.values.properties;
  const chosen = fields[Math.min(at, fields.length - 1)];
  const place = chosen ? fields.indexOf(chosen) : -1;
  const twice = twiceNamed(fields);
  const wrong = refusal === null ? [] : faultsOf(refusal);
  const faultOf = (name: string, option: string) =>
    wrong.find(
      (fault) =>
        fault.field === `schema.properties.${name}${option && `.${option}`}` ||
        (option && fault.field?.startsWith(`schema.properties.${name}.${option}.`)),
    );

  const become = (next: FieldDraft[], chosenAt = place) => {
    setRefusal(null);
    form.setValues({ properties: next });
    setAt(Math.max(0, chosenAt));
  };
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('heading') }]}
        chip={changed && <Tag tone="warn">{t('unsaved')}</Tag>}
        actions={
          edits && (
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!canSave} onClick={save}>
              {t('save')}
            </Button>
          )
        }
      />
      <div className={classes.bar}>
        {tabs}
        <KeptNote kept={form.kept} label={() => t('fields')} />
        {edits && <Fit schemaType={type} schema={schemaOf(fields)} />}
        {bulkActionId && <Indexing bulkActionId={bulkActionId} />}
      </div>
      <fieldset className={classes.form} disabled={!edits}>
        <legend className={classes.unseen}>{t('heading')}</legend>
        <div>
          <ol className={classes.list} aria-label={t('fields')}>
            {fields.map((field, index) => (
              <li
                key={field.name}
                className={classes.row}
                data-chosen={index === place || undefined}
                data-wrong={twice.has(field.name) || wrong.some((fault) => fault.field?.split('.')[2] === field.name) || undefined}
              >
                <button type="button" className={classes.choose} aria-current={index === place} onClick={() => setAt(index)}>
                  <span>{metaTitle(field.name, field) || '–'}</span>
                  <small>{t(`type.${field.type}`)}</small>
                </button>
                <ActionIcon
                  variant="subtle"
                  disabled={index === 0}
                  aria-label={t('up', { name: metaTitle(field.name, field) })}
                  onClick={() => become(moved(fields, index, -1), index - 1)}
                >
                  <IconArrowUp size={15} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  disabled={index === fields.length - 1}
                  aria-label={t('down', { name: metaTitle(field.name, field) })}
                  onClick={() => become(moved(fields, index, 1), index + 1)}
                >
                  <IconArrowDown size={15} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('remove', { name: metaTitle(field.name, field) })}
                  onClick={() =>
                    become(
                      fields.filter((_, other) => other !== index),
                      Math.min(place, fields.length - 2),
                    )
                  }
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </li>
            ))}
          </ol>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => become([...fields, { name: freshName(fields), type: 'string' }], fields.length)}
          >
            {t('add')}
          </Button>
        </div>
        {chosen ? (
          <FieldOptions
            key={place}
            field={chosen}
            twice={twice.has(chosen.name)}
            onChange={(next) => become(fields.map((field, index) => (index === place ? next : field)))}
            refused={(option) => {
              const fault = faultOf(chosen.name, option);
              return fault && <FaultText fault={fault} />;
            }}
          />
        ) : (
          <EmptyState title={t('empty')} detail={t('emptyDetail')} />
        )}
        <Preview fields={fields} currency={configuration.currency} />
      </fieldset>
      <LeaveGuard dirty={changed} withTabs />
    </div>
  );
}
