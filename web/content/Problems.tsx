import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { ServerWords } from '../ui/FaultText.tsx';
import { wordsOf } from '../ui/fault.ts';
import { useTranslation } from '../ui/texts.ts';
import classes from './Problems.module.css';
import type { Problem } from './usePreview.ts';

/** A place in a message's source; lines and columns count from 1. */
export interface Place {
  readonly field: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** What is wrong with a message, each with the places where it is. @param props.onPlace leads there. */
export function Problems({ problems, onPlace }: { problems: readonly Problem[]; onPlace: (place: Place) => void }) {
  const { t } = useTranslation('content');
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems} role="alert">
      {problems.map((problem) => (
        <li key={`${problem.field}:${problem.message}`}>
          <IconAlertTriangle size={15} aria-hidden="true" />
          {problem.places.length > 0 ? (
            <span>
              {t('unknown', { count: problem.placeholders.length })}{' '}
              {problem.places.map(({ placeholder, line, column }, index) => (
                <Fragment key={`${line}:${column}`}>
                  {index > 0 && ', '}
                  <code>{placeholder}</code>{' '}
                  <button
                    type="button"
                    className={classes.place}
                    onClick={() => onPlace({ field: problem.field, line, column, length: placeholder.length })}
                  >
                    {t(problem.field === 'subject' ? 'placeSubject' : 'place', { line, column })}
                  </button>
                </Fragment>
              ))}
            </span>
          ) : (
            <ServerWords text={problem.message} words={wordsOf(problem.key, problem.values)} />
          )}
        </li>
      ))}
    </ul>
  );
}
