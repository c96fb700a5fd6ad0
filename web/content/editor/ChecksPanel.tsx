import { IconAlertTriangle, IconBulb, IconCircleX } from '@tabler/icons-react';
import type { Check } from '../../../blocks/checks.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Panel.module.css';
import { findBlock } from './tree.ts';
import type { Written } from './written.ts';

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, hint: IconBulb } as const;

/** What is wrong with the message in the open language, or could be better. @param props.onOpen leads there. */
export function ChecksPanel(props: { checks: readonly Check[]; written: Written; onOpen: (check: Check) => void }) {
  const { t, find } = useTranslation(['editor', 'blocks']);
  if (props.checks.length === 0) return <p className={classes.none}>{t('checks.none')}</p>;
  return (
    <ul className={classes.checks}>
      {props.checks.map((check, at) => {
        const Icon = ICONS[check.severity];
        const block = check.blockId === null ? undefined : findBlock(props.written.design, check.blockId);
        const where = [block && find(`blocks:block.${block.type}.name`), check.field && find(`blocks:field.${check.field}`)]
          .filter(Boolean)
          .join(' · ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be wrong twice
          <li key={at} data-severity={check.severity}>
            <Icon size={15} stroke={1.8} role="img" aria-label={find(`blocks:severity.${check.severity}`) ?? check.severity} />
            <button type="button" onClick={() => props.onOpen(check)}>
              {find(`blocks:check.${check.key}`, check.values) ?? check.key}
              {where !== '' && <span>{where}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
