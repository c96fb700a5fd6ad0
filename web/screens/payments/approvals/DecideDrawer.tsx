import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMutation } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './ApprovalsScreen.module.css';
import type { Approval } from './approval.ts';
import { DecideApprovalDocument } from './finance.graphql.ts';

/** One request: what would be booked and why; approved with one press, rejected with a reason. Nobody decides on their own. */
export function DecideDrawer(props: { approval: Approval; onClose: () => void; onDone: () => void }) {
  const { approval, onClose, onDone } = props;
  const { t } = useTranslation(['approvals', 'events']);
  const { clientId, user } = useWorkspace();
  const { nameOf } = useStaff();
  const format = useFormat();
  const [decide, busy] = useMutation('finance', DecideApprovalDocument, { idempotent: true });
  const [approves, setApproves] = useState(true);
  const form = useKeptForm(`approval ${approval.id}`, { initialValues: { note: '' }, onConflict: onDone });
  const submit = (approve: boolean) => {
    setApproves(approve);
    form.send(async ({ note }) => {
      await decide({ clientId, approvalId: approval.id, approves: approve, note });
      toastSuccess(t(approve ? 'approved' : 'rejected'));
      onDone();
      onClose();
    })();
  };
  const isOpen = approval.status === 'waiting' && approval.requestedBy !== user.id;
  const money = (amount: string | null) => (amount === null ? null : format.money(amount, approval.currency));
  return (
    <Drawer
      opened
      onClose={onClose}
      title={`${t(`kind.${approval.kind as 'refund'}`)} · ${money(approval.amount)}`}
      {...(isOpen && {
        footer: (
          <>
            <Button variant="light" color="red" loading={busy && !approves} disabled={busy && approves} onClick={() => submit(false)}>
              {t('reject')}
            </Button>
            <Button loading={busy && approves} disabled={busy && !approves} onClick={() => submit(true)}>
              {t('approve')}
            </Button>
          </>
        ),
      })}
    >
      <KeyValue
        pairs={[
          [t('column.account'), approval.debtorName || approval.externalAccountRef],
          [t('claims'), approval.claimRefs.join(', ')],
          [t('column.amount'), money(approval.amount)],
          [t('settlesFor'), money(approval.settlesFor)],
          [t('column.reason'), approval.reason],
          [t('column.requestedBy'), nameOf(approval.requestedBy)],
          [t('column.requestedAt'), format.date(approval.requestedAt, 'long')],
          [t('column.status'), approval.status === 'waiting' ? null : t(`status.${approval.status as 'approved'}`)],
          [t('column.decidedBy'), nameOf(approval.decidedBy)],
          [t('note'), approval.note || null],
        ]}
      />
      <p className={classes.account}>
        <Link to={`${paths.account(clientId, approval.accountId)}?tab=ledger`}>{t('openAccount')}</Link>
      </p>
      {isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit(true);
          }}
        >
          <KeptNote kept={form.kept} />
          <Textarea label={t('note')} description={t('noteDetail')} autosize minRows={2} maxLength={500} {...form.getInputProps('note')} />
        </form>
      ) : (
        approval.status === 'waiting' && <p className={classes.own}>{t('own')}</p>
      )}
    </Drawer>
  );
}
