import { useFormat } from '../ui/format.ts';
import { useTranslation } from '../ui/texts.ts';
import { useRecords } from './records.ts';

interface Erased {
  readonly id: string;
  readonly cause: string;
  readonly kind: string;
  readonly counts: readonly { readonly name: string; readonly count: number }[];
  readonly erasedAt: string;
}

/** What was erased, why and when, a line each. @param className of the list. */
export function ErasureLines(props: { erasures: readonly Erased[]; className?: string | undefined }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const records = useRecords();
  return (
    <ul className={props.className}>
      {props.erasures.map((each) => (
        <li key={each.id}>
          {t('erasures.line', {
            day: format.date(each.erasedAt),
            kind: t(`kind.${each.kind as 'notes'}`),
            cause: t(`cause.${each.cause as 'rule'}`),
            what: records(each.counts),
          })}
        </li>
      ))}
    </ul>
  );
}
