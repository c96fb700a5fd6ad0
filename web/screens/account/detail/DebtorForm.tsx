import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { showFieldErrors } from '../../../ui/form.ts';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
import { UpdateDebtorDocument } from './account.graphql.ts';
import type { Account } from './account.ts';

const EMPTY = {
  firstName: '',
  lastName: '',
  companyName: '',
  addressLine1: '',
  houseNumber: '',
  postalCode: '',
  city: '',
  email: '',
  mobileNumber: '',
  landLine: '',
};

/** Corrects who the debtor is and adds ways to reach them. An edit of an older state is refused, and says so. */
export default function DebtorForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const [update, busy] = useMutation('account', UpdateDebtorDocument);
  const debtor = account.debtors[0];
  const { addressLine1, houseNumber, postalCode, city } = debtor?.contactInformation ?? {};
  const form = useForm({
    initialValues: {
      ...EMPTY,
      firstName: debtor?.firstName ?? '',
      lastName: debtor?.lastName ?? '',
      companyName: debtor?.companyName ?? '',
      addressLine1: addressLine1 ?? '',
      houseNumber: houseNumber ?? '',
      postalCode: postalCode ?? '',
      city: city ?? '',
    },
  });
  const submit = form.onSubmit(async (values) => {
    try {
      await update({
        clientId,
        accountId: account.id,
        externalDebtorRef: debtor?.externalDebtorRef ?? '',
        debtor: values,
        revision: account.revision,
      });
      toastSuccess(t('debtor.saved'));
      onClose();
    } catch (error) {
      for (const fault of showFieldErrors(form, error, 'debtor')) toastFault(fault);
    }
  });
  const fields = [
    ...(debtor?.type === 'company' ? (['companyName'] as const) : (['firstName', 'lastName'] as const)),
    'addressLine1',
    'houseNumber',
    'postalCode',
    'city',
  ] as const;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('debtor.title')}
      footer={
        <Button type="submit" form="debtor" loading={busy}>
          {t('debtor.save')}
        </Button>
      }
    >
      <form
        id="debtor"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
        }}
      >
        {fields.map((field) => (
          <TextInput key={field} mb="sm" label={t(`debtor.${field}`)} {...form.getInputProps(field)} />
        ))}
        <TextInput mb="sm" label={t('debtor.newEmail')} type="email" {...form.getInputProps('email')} />
        <TextInput mb="sm" label={t('debtor.newMobile')} type="tel" {...form.getInputProps('mobileNumber')} />
        <TextInput mb="sm" label={t('debtor.newPhone')} type="tel" description={t('debtor.hint')} {...form.getInputProps('landLine')} />
      </form>
    </Drawer>
  );
}
