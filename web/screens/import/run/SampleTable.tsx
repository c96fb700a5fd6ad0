import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ImportScreen.module.css';
import { type FieldChoice, fieldOfColumn, type Mapping, mapColumn, metaField } from './mapping.ts';
import { useFieldLabel } from './useFieldLabel.ts';

interface Props {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The fields of the kind of record. */
  readonly fields: readonly FieldChoice[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** The first rows of the file; above each column stands what it means. */
export function SampleTable({ columns, rows, fields, mapping, onChange }: Props) {
  const { t } = useTranslation('import');
  const label = useFieldLabel();
  const lines = rows.map((row, number) => ({ row, number }));
  return (
    <div className={classes.frame}>
      <table className={classes.sample}>
        <thead>
          <tr>
            {columns.map((column) => {
              const field = fieldOfColumn(mapping, column);
              const own = metaField(mapping.record, column);
              const known = fields.map((choice) => ({ value: choice.field, label: label(choice.field) }));
              const detail = own === null ? [] : [{ value: own, label: label(own) }];
              const other =
                field !== null && field !== own && !fields.some((choice) => choice.field === field)
                  ? [{ value: field, label: label(field) }]
                  : [];
              return (
                <th key={column} scope="col">
                  <span className={classes.name}>{column}</span>
                  <Select
                    aria-label={t('sample.meaning', { column })}
                    placeholder={t('sample.ignored')}
                    searchable
                    clearable
                    data={[...detail, ...other, ...known]}
                    value={field}
                    onChange={(chosen) => onChange(mapColumn(mapping, column, chosen))}
                  />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, number }) => (
            <tr key={number}>
              {columns.map((column, index) => (
                <td key={column} title={row[index]}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
