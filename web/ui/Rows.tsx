import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './Rows.module.css';
import { useTranslation } from './texts.ts';

/**
 * A short list that is edited in place: a line each, one button to remove it, one below to add one.
 * @param line the fields of a row; `put` changes some of its values. @param columns their widths, as CSS grid columns.
 */
export function Rows<Row extends object>(props: {
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
  line: (row: Row, put: (part: Partial<Row>) => void, index: number) => ReactNode;
  columns: string;
  nameOf: (row: Row) => string;
  add: string;
  fresh: Row;
}) {
  const { rows, onChange } = props;
  const { t } = useTranslation('ui');
  // Rows have no id of their own; without one a removed row would leave its focus to the next.
  const next = useRef(rows.length);
  const [ids, setIds] = useState<readonly number[]>(() => rows.map((_, index) => index));
  return (
    <div className={classes.rows}>
      {rows.map((row, index) => (
        <div key={ids[index] ?? -index} className={classes.row} style={{ gridTemplateColumns: `${props.columns} 28px` }}>
          {props.line(row, (part) => onChange(rows.map((each, at) => (at === index ? { ...each, ...part } : each))), index)}
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('rows.remove', { name: props.nameOf(row) })}
            onClick={() => {
              setIds(ids.filter((_, at) => at !== index));
              onChange(rows.filter((_, at) => at !== index));
            }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => {
          setIds([...ids, next.current++]);
          onChange([...rows, props.fresh]);
        }}
      >
        {props.add}
      </Button>
    </div>
  );
}
