import { IconFileExport, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRoute, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '../../../shell/workspace.ts';
import { ActionBar, ActionButton } from '../../../ui/ActionBar.tsx';
import { later } from '../../../ui/later.ts';
import { useCan } from '../../../ui/permission.tsx';
import type { ActionName, Target } from './BulkQuestion.tsx';

const BulkQuestion = later(() => import('./BulkQuestion.tsx'));

const STRATEGY_ACTIONS = [
  ['assignStrategy', 'assignStrategy', IconRoute],
  ['pauseStrategy', 'controlStrategy', IconPlayerPause],
  ['resumeStrategy', 'controlStrategy', IconPlayerPlay],
  ['stopStrategy', 'controlStrategy', IconPlayerStop],
] as const;

/** The dark bar of a selection, and the question before each of its actions. @param total how many accounts match the search. */
export function BulkActions(props: {
  count: number;
  total: number | undefined;
  sum: string | undefined;
  target: () => Target;
  onSelectAll: () => void;
  onClear: () => void;
  onExport: (() => void) | undefined;
}) {
  const { t } = useTranslation('accounts');
  const [bulk, gives] = [useFlag('CLAIM_BULK_ACTION'), useFlag('ACCOUNT_ASSIGNMENT')];
  const may = {
    assignStrategy: useCan('strategy', 'assignStrategy') && bulk,
    controlStrategy: useCan('strategy', 'controlStrategy') && bulk,
  };
  const assigns = useCan('account', 'assignAccount') && gives;
  const [asked, setAsked] = useState<ActionName | null>(null);
  return (
    <>
      <ActionBar count={props.count} detail={props.sum} total={props.total} onSelectAll={props.onSelectAll} onClear={props.onClear}>
        {STRATEGY_ACTIONS.map(
          ([name, right, Icon]) =>
            may[right] && (
              <ActionButton key={name} icon={<Icon size={16} stroke={1.6} />} onClick={() => setAsked(name)}>
                {t(`action.${name}`)}
              </ActionButton>
            ),
        )}
        {assigns && (
          <ActionButton icon={<IconUserPlus size={16} stroke={1.6} />} onClick={() => setAsked('assignAccounts')}>
            {t('action.assignAccounts')}
          </ActionButton>
        )}
        {props.onExport && (
          <ActionButton icon={<IconFileExport size={16} stroke={1.6} />} onClick={props.onExport}>
            {t('export')}
          </ActionButton>
        )}
      </ActionBar>
      <Suspense>
        {asked !== null && (
          <BulkQuestion name={asked} count={props.count} target={props.target} onClose={() => setAsked(null)} onDone={props.onClear} />
        )}
      </Suspense>
    </>
  );
}
