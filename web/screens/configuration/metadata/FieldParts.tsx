import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { META_SIMPLE_TYPES, type MetaField } from '../../../../core/metadata.ts';
import { Rows } from '../../../ui/Rows.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { FieldDraft } from './draft.ts';
import classes from './MetadataScreen.module.css';
import { useTypeOptions } from './typeOptions.ts';

/** The parts that a field is made of, in their order. @param props.refused what the server said of them. */
export function FieldParts(props: { field: FieldDraft; onChange: (part: Partial<FieldDraft>) => void; refused: ReactNode }) {
  const { field } = props;
  const { t } = useTranslation('metadata');
  const types = useTypeOptions();
  return (
    <div className={classes.wide}>
      <p className={classes.label}>{t('parts')}</p>
      <Rows
        rows={(field.order ?? []).map((name) => ({ name, part: field.properties![name]! }))}
        onChange={(rows) =>
          props.onChange({
            properties: Object.fromEntries(rows.map(({ name, part }) => [name, part])),
            order: rows.map(({ name }) => name),
          })
        }
        columns="minmax(0, 1fr) minmax(0, 1fr) 130px"
        nameOf={(row) => row.name}
        add={t('addPart')}
        fresh={{ name: `part${(field.order?.length ?? 0) + 1}`, part: { type: 'string' } as MetaField }}
        line={({ name, part }, change) => (
          <>
            <TextInput
              size="xs"
              aria-label={t('name')}
              value={name}
              onChange={(event) => change({ name: event.currentTarget.value.trim() })}
            />
            <TextInput
              size="xs"
              aria-label={t('title')}
              placeholder={t('title')}
              value={part.title ?? ''}
              onChange={(event) => change({ part: { ...part, title: event.currentTarget.value } })}
            />
            <Select
              size="xs"
              aria-label={t('kind')}
              allowDeselect={false}
              data={types(META_SIMPLE_TYPES)}
              value={part.type}
              onChange={(type) => change({ part: { type: type as MetaField['type'], ...(part.title && { title: part.title }) } })}
            />
          </>
        )}
      />
      <div className={classes.refused}>{props.refused}</div>
    </div>
  );
}
