import { useMemo } from 'react';
import { useFormat } from '../../ui/format.ts';
import { useCan } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useOutcomeWords } from '../outcomes.ts';
import { useReason } from '../reasons.ts';
import { useRoleName } from '../roleNames.ts';
import { useStaff } from '../staff.ts';
import { useTaskNames } from '../tasks/matters.ts';
import { useWorkspace } from '../workspace.ts';
import { useBundleNames } from './bundleNames.ts';
import { useTypeName } from './typeName.ts';

/** What an event is told with: texts, and names of what it is about. The same object as long as these stay. */
export function useEventWords() {
  const { t, find } = useTranslation(['events', 'reasons', 'strategy', 'debtor', 'work']);
  const format = useFormat();
  const reason = useReason();
  const { nameOf } = useStaff();
  const { matterName } = useTaskNames();
  const roleName = useRoleName();
  const typeName = useTypeName();
  const { clientId } = useWorkspace();
  const bundleNames = useBundleNames();
  const outcomes = useOutcomeWords();
  const seesStrategies = useCan('strategy', 'viewStrategies');
  return useMemo(
    () => ({ t, find, format, reason, nameOf, matterName, roleName, typeName, clientId, bundleNames, outcomes, seesStrategies }),
    [t, find, format, reason, nameOf, matterName, roleName, typeName, clientId, bundleNames, outcomes, seesStrategies],
  );
}

export type EventWords = ReturnType<typeof useEventWords>;
