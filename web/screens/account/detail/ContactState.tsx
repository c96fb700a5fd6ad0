import { UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconStar } from '@tabler/icons-react';
import { maskPhone } from '../../../../core/maskPhone.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { SetEmailStateDocument, SetPhoneStateDocument } from './account.graphql.ts';
import classes from './ContactList.module.css';
import type { Point, State } from './contactPoints.ts';

/** A mark takes little room, so that the number beside it is never cut; shapes differ for those who do not see colours. */
const MARKS = { unknown: IconCircleDashed, valid: IconCircleCheck, preferred: IconStar, wrong: IconCircleX, bounced: IconCircleX } as const;
const STATES: readonly State[] = ['preferred', 'valid', 'unknown', 'wrong', 'bounced'];

/** What is known about an address or a number, and what says otherwise. */
export function ContactState({ accountId, point }: { accountId: string; point: Point }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editAccount');
  const isEmail = point.kind === 'email';
  const [setPhone] = useMutation('account', SetPhoneStateDocument, { idempotent: true });
  const [setEmail] = useMutation('account', SetEmailStateDocument, { idempotent: true });
  const name = (state: State) => (isEmail && state === 'wrong' ? t('contact.wrongEmail') : t(`contact.state.${state}`));
  const Mark = MARKS[point.state];
  if (!mayEdit)
    return (
      <span className={classes.state} data-state={point.state} title={name(point.state)}>
        <Mark size={16} stroke={1.6} role="img" aria-label={name(point.state)} />
      </span>
    );
  const choose = async (state: State) => {
    try {
      const variables = { clientId, accountId, externalDebtorRef: point.externalDebtorRef, value: point.value, state };
      await (isEmail ? setEmail(variables) : setPhone(variables));
      toastSuccess(t('contact.saved'));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <ButtonMenu
      position="bottom-end"
      title={t('contact.mark')}
      choices={STATES.map((state) => ({
        key: state,
        label: name(state),
        disabled: state === point.state,
        onChoose: () => void choose(state),
      }))}
      button={
        <UnstyledButton
          className={classes.state}
          data-state={point.state}
          title={name(point.state)}
          aria-label={`${name(point.state)}: ${t('contact.actions', { value: isEmail ? point.value : maskPhone(point.shown) })}`}
        >
          <Mark size={16} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      }
    />
  );
}
