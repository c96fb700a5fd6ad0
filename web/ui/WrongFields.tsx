import { useLayoutEffect, useRef, useState } from 'react';
import classes from './states.module.css';
import { useTranslation } from './texts.ts';
import { formAround, leadTo, type WrongField, wrongFieldsIn } from './wrongFields.ts';

/**
 * Names the fields around it that are marked as wrong; each name leads to its field. Shows nothing when none is.
 * @param of what was refused: when it changes, the fields are looked for again. @param onFound hears how many there are.
 * @param leads moves the focus to the first of them.
 */
export default function WrongFields(props: { of: unknown; onFound?: (count: number) => void; leads?: boolean }) {
  const { t } = useTranslation('ui');
  const place = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<readonly WrongField[]>([]);
  const { of, onFound, leads = false } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is read again when what was refused changes.
  useLayoutEffect(() => {
    const found = wrongFieldsIn(formAround(place.current));
    setFields(found);
    onFound?.(found.length);
    if (leads) leadTo(found[0]?.element);
  }, [of]);
  return (
    <div ref={place}>
      {fields.length > 0 && (
        <div className={classes.note} role="alert" data-in="form">
          <strong>{t('wrongFields', { count: fields.length })}</strong>
          <ul className={classes.fields}>
            {fields.map(({ name, element }) => (
              <li key={name}>
                <button type="button" className={classes.field} onClick={() => leadTo(element)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
