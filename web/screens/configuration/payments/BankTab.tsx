import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './BankTab.module.css';
import {
  BankAccountsDocument,
  type BankAccountsQuery,
  DeleteBankAccountDocument,
  SaveBankAccountDocument,
} from './bank/finance.graphql.ts';

type Account = BankAccountsQuery['getBankAccounts'][number];

/** What fields are called on screen. */
const FIELDS = {
  name: 'account.name',
  holder: 'account.holder',
  iban: 'column.iban',
  bic: 'account.bic',
  creditorId: 'account.creditorId',
  isDefault: 'account.isDefault',
  preNotificationDays: 'account.days',
} as const;

/** The client's own bank accounts: what statements are read of and direct debits go to. */
export default function BankTab() {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const may = useCan('operations', 'manageBank');
  const [open, setOpen] = useState<Account | 'new' | null>(null);
  const { data, loading, error, refetch } = useQuery('finance', BankAccountsDocument, { clientId }, { keepPrevious: true });
  const rows = data?.getBankAccounts ?? [];
  const columns: readonly Column<Account>[] = [
    {
      key: 'name',
      header: t('account.name'),
      width: 180,
      strong: true,
      cell: (row) => (
        <>
          {row.name} {row.isDefault && <Tag tone="info">{t('account.default')}</Tag>}
        </>
      ),
    },
    { key: 'holder', header: t('account.holder'), width: 180, cell: (row) => row.holder },
    { key: 'iban', header: t('column.iban'), width: 220, cell: (row) => row.iban },
    { key: 'creditor', header: t('account.creditorId'), width: 200, cell: (row) => row.creditorId ?? '–' },
    { key: 'days', header: t('account.days'), width: 120, align: 'right', cell: (row) => row.preNotificationDays },
  ];
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <p>{t('account.explain')}</p>
        {may && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
            {t('account.add')}
          </Button>
        )}
      </div>
      <div className={classes.list}>
        <DataTable
          label={t('account.title')}
          columns={columns}
          rows={rows}
          rowId={(row) => row.bankAccountId}
          loading={loading && rows.length === 0}
          error={error}
          onRetry={refetch}
          onOpen={(row) => may && setOpen(row)}
          empty={<EmptyState title={t('account.none')} detail={t('account.explain')} />}
        />
      </div>
      {open !== null && (
        <AccountForm
          key={open === 'new' ? 'new' : open.bankAccountId}
          account={open === 'new' ? null : (rows.find((row) => row.bankAccountId === open.bankAccountId) ?? open)}
          onConflict={refetch}
          onClose={() => {
            setOpen(null);
            refetch();
          }}
        />
      )}
    </div>
  );
}

function AccountForm({ account, onClose, onConflict }: { account: Account | null; onClose: () => void; onConflict: () => void }) {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const [save, saving] = useMutation('finance', SaveBankAccountDocument);
  const [remove] = useMutation('finance', DeleteBankAccountDocument, { idempotent: true });
  const [removing, setRemoving] = useState(false);
  const form = useKeptForm(`bank account ${account?.bankAccountId ?? 'new'}`, {
    initialValues: {
      name: account?.name ?? '',
      holder: account?.holder ?? '',
      iban: account?.iban ?? '',
      bic: account?.bic ?? '',
      creditorId: account?.creditorId ?? '',
      isDefault: account?.isDefault ?? false,
      preNotificationDays: account?.preNotificationDays ?? 14,
    },
    onConflict,
  });
  const submit = form.send(async (values) => {
    await save({
      clientId,
      bankAccount: {
        ...values,
        bic: values.bic || null,
        creditorId: values.creditorId || null,
        ...(account && { bankAccountId: account.bankAccountId, revision: account.revision }),
      },
    });
    toastSuccess(t('account.saved', { name: values.name }));
    onClose();
  }, 'bankAccount');
  return (
    <Drawer
      opened
      onClose={onClose}
      title={account?.name ?? t('account.add')}
      footer={
        <>
          {account && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('account.remove')}
            </Button>
          )}
          <Button type="submit" form="bank-account" loading={saving}>
            {t('account.save')}
          </Button>
        </>
      }
    >
      <form id="bank-account" onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(FIELDS[field])} />
        <TextInput data-autofocus label={t('account.name')} {...form.getInputProps('name')} />
        <TextInput mt="md" label={t('account.holder')} {...form.getInputProps('holder')} />
        <TextInput mt="md" label={t('column.iban')} {...form.getInputProps('iban')} />
        <TextInput mt="md" label={t('account.bic')} description={t('account.bicDetail')} {...form.getInputProps('bic')} />
        <TextInput
          mt="md"
          label={t('account.creditorId')}
          description={t('account.creditorDetail')}
          {...form.getInputProps('creditorId')}
        />
        <NumberInput
          mt="md"
          label={t('account.days')}
          description={t('account.daysDetail')}
          min={1}
          max={60}
          {...form.getInputProps('preNotificationDays')}
        />
        <Checkbox mt="md" label={t('account.isDefault')} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
      </form>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        danger
        title={t('account.removeTitle', { name: account?.name ?? '' })}
        detail={t('account.removeDetail')}
        confirm={t('account.remove')}
        onConfirm={async () => {
          await remove({ clientId, bankAccountId: account?.bankAccountId ?? '' });
          onClose();
        }}
      />
    </Drawer>
  );
}
