import { NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { META_FORMATS, META_SIMPLE_TYPES, META_TYPES, type MetaField, metaOptions } from '../../../../core/metadata.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type FieldDraft, withType } from './draft.ts';
import { FieldParts } from './FieldParts.tsx';
import classes from './MetadataScreen.module.css';
import { useTypeOptions } from './typeOptions.ts';

const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
const LIMITS = ['mininum', 'maximum'] as const;
/** A field is editable unless it is said not to be. */
const SWITCHES = ['uniqueItems', 'searchable', 'editable'] as const;

/** Everything that can be said of one field. @param refused what the server said of an option. */
export function FieldOptions(props: {
  field: FieldDraft;
  twice: boolean;
  onChange: (field: FieldDraft) => void;
  refused: (option: string) => ReactNode;
}) {
  const { field, refused } = props;
  const { t } = useTranslation('metadata');
  const options = metaOptions(field.type);
  /** An option that says nothing is left out. */
  const put = (part: Partial<FieldDraft>) =>
    props.onChange(
      Object.fromEntries(
        Object.entries({ ...field, ...part }).filter(([, value]) => value !== undefined && value !== ''),
      ) as unknown as FieldDraft,
    );
  const types = useTypeOptions();
  const formats = META_FORMATS[field.type] ?? [];
  const items = field.items ?? { type: 'string' };
  const has = (option: string) => options.includes(option);
  return (
    <div className={classes.options}>
      <TextInput
        label={t('title')}
        value={field.title ?? ''}
        onChange={(event) => put({ title: event.currentTarget.value })}
        error={refused('title')}
      />
      <TextInput
        label={t('name')}
        description={t('nameDetail')}
        value={field.name}
        onChange={(event) => props.onChange({ ...field, name: event.currentTarget.value.trim() })}
        error={props.twice ? t('nameTwice') : refused('')}
      />
      <Select
        label={t('kind')}
        allowDeselect={false}
        data={types(META_TYPES)}
        value={field.type}
        onChange={(type) => props.onChange(withType(field, type as MetaField['type']))}
        error={refused('type')}
      />
      {has('format') && (
        <Select
          label={t('format')}
          allowDeselect={false}
          data={formats.map((format) => ({ value: format, label: t(`formats.${format as 'TEXT'}`) }))}
          value={field.format ?? formats[0]!}
          onChange={(format) => put({ format: format ?? undefined } as Partial<FieldDraft>)}
          error={refused('format')}
        />
      )}
      {has('enum') && (
        <TagsInput
          className={classes.wide}
          label={t('enum')}
          description={t('enumDetail')}
          value={[...(field.enum ?? [])]}
          onChange={(values) => put({ enum: values.length > 0 ? values : undefined } as Partial<FieldDraft>)}
          error={refused('enum')}
        />
      )}
      {[...COUNTS, ...LIMITS].filter(has).map((option) => (
        <NumberInput
          key={option}
          label={t(`option.${option}`)}
          {...(COUNTS.includes(option as 'minLength') && { min: 0, allowDecimal: false })}
          value={field[option] ?? ''}
          onChange={(value) => put({ [option]: value === '' ? undefined : Number(value) })}
          error={refused(option)}
        />
      ))}
      {has('pattern') && (
        <TextInput
          className={classes.wide}
          label={t('pattern')}
          description={t('patternDetail')}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          value={field.pattern ?? ''}
          onChange={(event) => put({ pattern: event.currentTarget.value })}
          error={refused('pattern')}
        />
      )}
      {has('items') && (
        <Select
          label={t('items')}
          allowDeselect={false}
          data={types(META_SIMPLE_TYPES)}
          value={items.type}
          onChange={(type) => put({ items: { type: type as MetaField['type'] } })}
          error={refused('items')}
        />
      )}
      {has('properties') && <FieldParts field={field} onChange={put} refused={refused('properties')} />}
      <div className={classes.switches}>
        {SWITCHES.filter(has).map((option) => (
          <Switch
            key={option}
            label={t(option)}
            checked={field[option] ?? option === 'editable'}
            onChange={(event) => put({ [option]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </div>
  );
}
