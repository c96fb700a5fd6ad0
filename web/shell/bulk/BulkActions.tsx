import { type ReactNode, Suspense, useState } from 'react';
import { holds } from '../../../core/holds.ts';
import { ActionBar, ActionButton } from '../../ui/ActionBar.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useWorkspace } from '../workspace.ts';
import { BULK_ACTIONS, type BulkAction } from './actions.ts';
import type { Asked } from './question.ts';
import type { Target } from './target.ts';

/** The dark bar of a selection, and the question before each of its actions. @param total how many match the search. @param children further actions. */
export function BulkActions(props: {
  unit: Asked['unit'];
  count: number;
  total: number | undefined;
  sum: string | undefined;
  target: () => Target;
  onSelectAll: () => void;
  onClear: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('lists');
  const { permissions, isOn } = useWorkspace().access;
  const can = (domain: string, action: string) => holds(permissions, domain, action);
  const offered = BULK_ACTIONS.filter(
    ({ units, permission: [domain, action], flags }: BulkAction) =>
      can('account', 'bulkAction') && can(domain, action) && flags.every(isOn) && units.includes(props.unit),
  );
  const [chosen, choose] = useState<(typeof BULK_ACTIONS)[number] | null>(null);
  const asked = chosen && { unit: props.unit, name: chosen.name, danger: 'danger' in chosen };
  return (
    <>
      <ActionBar count={props.count} detail={props.sum} total={props.total} onSelectAll={props.onSelectAll} onClear={props.onClear}>
        {offered.map((action) => (
          <ActionButton key={action.name} icon={<action.icon size={16} stroke={1.6} />} onClick={() => choose(action)}>
            {t(`action.${action.name}`)}
          </ActionButton>
        ))}
        {props.children}
      </ActionBar>
      <Suspense>
        {asked && (
          <chosen.question asked={asked} count={props.count} target={props.target} onClose={() => choose(null)} onDone={props.onClear} />
        )}
      </Suspense>
    </>
  );
}
