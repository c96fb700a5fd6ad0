import { IconArrowRight, IconMinus, IconPlus } from '@tabler/icons-react';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Difference } from './diff.ts';
import classes from './UserAuditScreen.module.css';
import { ValueText } from './ValueText.tsx';

const MARKS: Readonly<Record<Difference['kind'], readonly [typeof IconPlus, Tone]>> = {
  added: [IconPlus, 'good'],
  removed: [IconMinus, 'bad'],
  changed: [IconArrowRight, 'info'],
};

/** Field by field what was and what is; additions and removals have their words and signs, not their colour alone. */
export function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation('audit');
  return (
    <table className={classes.differences}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => {
          const [Icon, tone] = MARKS[difference.kind];
          return (
            <tr
              key={`${difference.path} ${difference.kind} ${JSON.stringify([difference.from, difference.to])}`}
              data-kind={difference.kind}
            >
              <th scope="row">
                <code>{difference.path}</code>
                <Tag tone={tone} icon={<Icon size={12} aria-hidden="true" />}>
                  {t(`kind.${difference.kind}`)}
                </Tag>
              </th>
              <td>
                {difference.kind === 'added' ? (
                  <span className={classes.quiet}>–</span>
                ) : (
                  <del>
                    <ValueText value={difference.from} />
                  </del>
                )}
              </td>
              <td>
                {difference.kind === 'removed' ? (
                  <span className={classes.quiet}>–</span>
                ) : (
                  <ins>
                    <ValueText value={difference.to} />
                  </ins>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
