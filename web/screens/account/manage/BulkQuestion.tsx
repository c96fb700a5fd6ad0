import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { ScheduleBulkActionDocument, type ScheduleBulkActionMutationVariables } from './account.graphql.ts';
import { AssignableStrategiesDocument } from './strategy.graphql.ts';

/** Which accounts an action goes over, as scheduleBulkAction takes it. */
export type Target = Pick<ScheduleBulkActionMutationVariables, 'accountIds' | 'filter'>;
export type ActionName = 'assignStrategy' | 'pauseStrategy' | 'resumeStrategy' | 'stopStrategy' | 'assignAccounts';

const NOBODY = 'nobody';

/** Names what will be done and to how many, asks for what is missing, and starts it. */
export default function BulkQuestion(props: {
  name: ActionName;
  count: number;
  target: () => Target;
  onClose: () => void;
  onDone: () => void;
}) {
  const { name, count } = props;
  const { t } = useTranslation('accounts');
  const format = useFormat();
  const { clientId, user } = useWorkspace();
  const { members } = useStaff();
  const [schedule] = useMutation('account', ScheduleBulkActionDocument);
  const strategies = useQuery('strategy', AssignableStrategiesDocument, name === 'assignStrategy' ? { clientId } : null);
  const [chosen, setChosen] = useState<string | null>(name === 'assignAccounts' ? user.id : null);
  const [missing, setMissing] = useState(false);
  const options =
    name === 'assignStrategy'
      ? (strategies.data?.getStrategies ?? []).map((strategy) => ({ value: strategy.id, label: strategy.displayName }))
      : [
          { value: NOBODY, label: t('nobody') },
          ...members.filter((member) => member.isEnabled).map((member) => ({ value: member.id, label: member.name || member.email })),
        ];
  const chooses = name === 'assignStrategy' || name === 'assignAccounts';
  const params =
    name === 'assignStrategy' ? { blueprintId: chosen } : name === 'assignAccounts' ? { userId: chosen === NOBODY ? null : chosen } : {};
  const title = t(`ask.${name}`, { count, number: format.number(count) });
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={title}
      confirm={t(`action.${name}`)}
      danger={name === 'stopStrategy'}
      detail={
        <>
          <p>{t(`detail.${name}`)}</p>
          {chooses && (
            <Select
              label={t(name === 'assignStrategy' ? 'chooseStrategy' : 'chooseAgent')}
              data={options}
              value={chosen}
              onChange={(value) => {
                setChosen(value);
                setMissing(false);
              }}
              searchable
              required
              error={missing ? t('noneChosen') : undefined}
            />
          )}
        </>
      }
      onConfirm={async () => {
        if (chooses && chosen === null) {
          setMissing(true);
          return false;
        }
        await schedule({ clientId, action: name, params, ...props.target() });
        props.onDone();
        toastSuccess(t('started'));
        return true;
      }}
    />
  );
}
