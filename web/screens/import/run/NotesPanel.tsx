import { useFormat } from '../../../ui/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ImportScreen.module.css';
import type { ImportStateFragment } from './import.graphql.ts';
import { useFieldLabel } from './useFieldLabel.ts';

/** What the check noticed about the file: nothing of it rejects a row, all of it is worth a look before the import. */
export function NotesPanel({ notes }: { notes: NonNullable<ImportStateFragment['summary']>['notes'] }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const label = useFieldLabel();
  return (
    <Panel title={t('notes.title')} tone="warn">
      <ul className={classes.notes}>
        {notes.map(({ kind, field, count, examples, rows }) => (
          <li key={`${kind} ${field}`}>
            {t(`notes.${kind}`, {
              count,
              shown: format.number(count),
              field: label(field),
              examples: examples.map((value) => `“${value}”`).join(', '),
            })}
            {rows.length > 0 && <span> {t('notes.rows', { rows: rows.map((row) => format.number(row)).join(', ') })}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
