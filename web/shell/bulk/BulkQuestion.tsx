import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { useKeptText } from '../../ui/keptText.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useMutation, useQuery } from '../api.ts';
import { useStaff } from '../staff.ts';
import { useWorkspace } from '../workspace.ts';
import { ScheduleBulkActionDocument } from './account.graphql.ts';
import { FirstHour } from './FirstHour.tsx';
import { AssignableStrategiesDocument } from './strategy.graphql.ts';
import type { Target } from './target.ts';

type StrategyAction = 'assignStrategy' | 'pauseStrategy' | 'resumeStrategy' | 'stopStrategy';
/** An action and what it goes over. */
export type Asked =
  | { readonly unit: 'account'; readonly name: StrategyAction | 'assignAccounts' }
  | { readonly unit: 'claim'; readonly name: StrategyAction | 'customTrigger' };

const NOBODY = 'nobody';

/** Names what will be done and to how many, asks for what is missing, and starts it. */
export default function BulkQuestion(props: {
  asked: Asked;
  count: number;
  target: () => Target;
  onClose: () => void;
  onDone: () => void;
}) {
  const { asked, count } = props;
  const { name } = asked;
  const { t } = useTranslation('lists');
  const format = useFormat();
  const { clientId, user } = useWorkspace();
  const { members } = useStaff();
  const [schedule] = useMutation('account', ScheduleBulkActionDocument);
  const strategies = useQuery('strategy', AssignableStrategiesDocument, name === 'assignStrategy' ? { clientId } : null);
  // What was chosen or typed survives a reload; whoever closes the question gives it up.
  const [given, give] = useKeptText(`${name} of ${asked.unit}s`);
  const chosen = given || (name === 'assignAccounts' ? user.id : null);
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
    name === 'customTrigger'
      ? { trigger: given.trim() }
      : name === 'assignStrategy'
        ? { blueprintId: chosen }
        : name === 'assignAccounts'
          ? { userId: chosen === NOBODY ? null : chosen }
          : {};
  const number = { count, number: format.number(count) };
  const title = asked.unit === 'claim' ? t(`ask.claim.${asked.name}`, number) : t(`ask.account.${asked.name}`, number);
  return (
    <ConfirmDialog
      opened
      onClose={() => {
        give('');
        props.onClose();
      }}
      title={title}
      confirm={t(`action.${name}`)}
      danger={name === 'stopStrategy'}
      detail={
        <>
          <p>{asked.unit === 'claim' ? t(`detail.claim.${asked.name}`) : t(`detail.account.${asked.name}`)}</p>
          {chooses && (
            <Select
              label={t(name === 'assignStrategy' ? 'chooseStrategy' : 'chooseAgent')}
              data={options}
              value={chosen}
              onChange={(value) => {
                give(value ?? '');
                setMissing(false);
              }}
              searchable
              required
              error={missing ? t('noneChosen') : undefined}
            />
          )}
          {name === 'assignStrategy' && chosen && <FirstHour action="assignStrategy" blueprintId={chosen} target={props.target} />}
          {name === 'customTrigger' && (
            <TextInput
              label={t('trigger')}
              description={t('triggerHint')}
              value={given}
              onChange={(event) => {
                give(event.currentTarget.value);
                setMissing(false);
              }}
              maxLength={60}
              required
              data-autofocus
              error={missing ? t('triggerHint') : undefined}
            />
          )}
        </>
      }
      onConfirm={async () => {
        if ((chooses && chosen === null) || (name === 'customTrigger' && !/^[\p{L}\d_-]{1,60}$/u.test(given.trim()))) {
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
