import { Select } from '@mantine/core';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ImportScreen.module.css';
import { type FieldChoice, type Mapping, mapColumn, metaField } from './mapping.ts';
import { useFieldLabel } from './useFieldLabel.ts';

interface Props {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where each of them stands in the file. */
  readonly rowNumbers: readonly number[];
  /** The fields of the kind of record. */
  readonly fields: readonly FieldChoice[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** The first rows of the file; above each column stands what it means. */
export function SampleTable({ columns, rows, rowNumbers, fields, mapping, onChange }: Props) {
  const { t } = useTranslation('import');
  const label = useFieldLabel();
  const format = useFormat();
  const known = fields.map((choice) => ({ value: choice.field, label: label(choice.field, choice.title) }));
  const knows = new Set(fields.map((choice) => choice.field));
  const fieldOf = new Map(mapping.fields.flatMap(({ field, column }) => (column === null ? [] : [[column, field] as const])));
  const lines = rows.map((row, at) => ({ row, number: rowNumbers[at] ?? at + 1 }));
  return (
    <div className={classes.frame}>
      <table className={classes.sample}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {t('sample.row')}
            </th>
            {columns.map((column) => {
              const field = fieldOf.get(column) ?? null;
              const own = metaField(mapping.record, column);
              // The column's own name first; then a free field that somebody gave another name.
              const free = [
                own !== null && knows.has(own) ? null : own,
                field === own || field === null || knows.has(field) ? null : field,
              ].filter((each) => each !== null);
              const detail = free.map((value) => ({ value, label: label(value) }));
              return (
                <th key={column} scope="col" data-mapped={field !== null || undefined}>
                  <span className={classes.name} title={column}>
                    {column}
                  </span>
                  <Select
                    aria-label={t('sample.meaning', { column })}
                    placeholder={t('sample.ignored')}
                    searchable
                    clearable
                    data={[...detail, ...known]}
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
              <td className={classes.number}>{format.number(number)}</td>
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
