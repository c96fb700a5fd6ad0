import { Select } from '@mantine/core';
import { Fragment } from 'react';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ImportScreen.module.css';
import { type FieldChoice, type Mapping, setWord, wordsOf } from './mapping.ts';
import { useFieldLabel } from './useFieldLabel.ts';

interface Props {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly fields: readonly FieldChoice[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** What the words of a file mean where only certain values are possible: yes or no, a kind of action, a role. */
export function WordsPanel({ columns, rows, fields, mapping, onChange }: Props) {
  const { t } = useTranslation('import');
  const label = useFieldLabel();
  const meanings = (choice: FieldChoice | undefined) =>
    choice?.kind === 'yesNo'
      ? [
          { value: 'yes', label: t('word.yes') },
          { value: 'no', label: t('word.no') },
        ]
      : (choice?.choices ?? []).map((value) => ({ value, label: choice?.title ? value : t(`word.${value as 'note'}`) }));
  const open = mapping.fields.flatMap((field) => {
    const choice = fields.find((each) => each.field === field.field);
    return field.column !== null && choice && ['yesNo', 'choice'].includes(choice.kind) ? [{ field, choice }] : [];
  });
  if (open.length === 0) return null;
  return (
    <Panel title={t('words.title')}>
      <p className={classes.note}>{t('words.detail')}</p>
      {open.map(({ field, choice }) => (
        <div key={field.field} className={classes.words}>
          <strong>{field.column}</strong>
          <strong>{label(field.field, choice.title)}</strong>
          {wordsOf(field, columns, rows).map((word) => (
            <Fragment key={word}>
              <span>{word}</span>
              <Select
                aria-label={t('words.meaning', { word })}
                placeholder={t('words.asIs')}
                clearable
                data={meanings(choice)}
                value={field.values.find((value) => value.from === word)?.to ?? null}
                onChange={(to) => onChange(setWord(mapping, field.field, word, to ?? ''))}
              />
            </Fragment>
          ))}
        </div>
      ))}
    </Panel>
  );
}
