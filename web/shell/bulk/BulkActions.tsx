import { IconBolt, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRoute, IconUserPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ActionBar, ActionButton } from '../../ui/ActionBar.tsx';
import { later } from '../../ui/later.ts';
import { useCan } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useFlag } from '../workspace.ts';
import type { Asked } from './BulkQuestion.tsx';
import type { Target } from './target.ts';

const BulkQuestion = later(() => import('./BulkQuestion.tsx'));

const STRATEGY_ACTIONS = [
  ['assignStrategy', 'assignStrategy', IconRoute],
  ['pauseStrategy', 'controlStrategy', IconPlayerPause],
  ['resumeStrategy', 'controlStrategy', IconPlayerPlay],
  ['stopStrategy', 'controlStrategy', IconPlayerStop],
] as const;

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
  const [bulk, gives] = [useFlag('CLAIM_BULK_ACTION'), useFlag('ACCOUNT_ASSIGNMENT')];
  const may = {
    assignStrategy: useCan('strategy', 'assignStrategy') && bulk,
    controlStrategy: useCan('strategy', 'controlStrategy') && bulk,
  };
  const acts = useCan('account', 'bulkAction');
  const assigns = useCan('account', 'assignAccount') && gives && acts && props.unit === 'account';
  const [custom, mayTrigger] = [useFlag('ACCOUNT_CUSTOM_TRIGGER'), useCan('strategy', 'triggerStrategy')];
  const triggers = custom && mayTrigger && bulk && acts && props.unit === 'claim';
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <ActionBar count={props.count} detail={props.sum} total={props.total} onSelectAll={props.onSelectAll} onClear={props.onClear}>
        {STRATEGY_ACTIONS.map(
          ([name, right, Icon]) =>
            may[right] &&
            acts && (
              <ActionButton key={name} icon={<Icon size={16} stroke={1.6} />} onClick={() => setAsked({ unit: props.unit, name })}>
                {t(`action.${name}`)}
              </ActionButton>
            ),
        )}
        {assigns && (
          <ActionButton
            icon={<IconUserPlus size={16} stroke={1.6} />}
            onClick={() => setAsked({ unit: 'account', name: 'assignAccounts' })}
          >
            {t('action.assignAccounts')}
          </ActionButton>
        )}
        {triggers && (
          <ActionButton icon={<IconBolt size={16} stroke={1.6} />} onClick={() => setAsked({ unit: 'claim', name: 'customTrigger' })}>
            {t('action.customTrigger')}
          </ActionButton>
        )}
        {props.children}
      </ActionBar>
      <Suspense>
        {asked !== null && (
          <BulkQuestion asked={asked} count={props.count} target={props.target} onClose={() => setAsked(null)} onDone={props.onClear} />
        )}
      </Suspense>
    </>
  );
}
