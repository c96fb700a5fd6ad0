import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { refetchScreen, useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CountryInput } from '../../../ui/CountryInput.tsx';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Account, Debtor } from './account.ts';
import classes from './DebtorForm.module.css';
import { nameOf } from './debtorName.ts';
import { AddDebtorDocument, UpdateDebtorDocument, type UpdateDebtorMutationVariables } from './forms/account.graphql.ts';

const PERSON = ['title', 'firstName', 'middleName', 'lastName', 'birthday', 'placeOfBirth', 'gender'] as const;
const COMPANY = ['companyName'] as const;
const SECRETS = ['SSN', 'IBAN'] as const;
const ADDRESS = [
  'addressLine1',
  'houseNumber',
  'addressLine2',
  'addressLine3',
  'postalCode',
  'city',
  'suburb',
  'state',
  'country',
] as const;
const CONTACTS = ['email', 'mobileNumber', 'landLine', 'workPhoneNumber'] as const;
type Name = (typeof PERSON)[number] | (typeof COMPANY)[number];
type Part = (typeof ADDRESS)[number];
type TextField = Name | Part | (typeof SECRETS)[number] | (typeof CONTACTS)[number];

interface Values extends Record<TextField, string> {
  [field: string]: unknown;
  deceased: boolean;
  additionalAddresses: Record<Part, string>[];
  additionalContactInformation: { type: string; value: string; note: string }[];
}

const texts = <Field extends string>(fields: readonly Field[], from: Partial<Record<Field, unknown>> | undefined) =>
  Object.fromEntries(fields.map((field) => [field, (from?.[field] as string | null | undefined) ?? ''])) as Record<Field, string>;
const stripped = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string' && value.trim() !== ''));

function valuesOf(debtor: Debtor | undefined): Values {
  const at = debtor?.contactInformation;
  return {
    ...texts([...PERSON, ...COMPANY], debtor),
    ...texts(ADDRESS, at),
    ...texts([...SECRETS, ...CONTACTS], {}),
    deceased: debtor?.deceased ?? false,
    additionalAddresses: (at?.additionalAddresses ?? []).map((address) => texts(ADDRESS, address)),
    additionalContactInformation: (at?.additionalContactInformation ?? []).map(({ type, value, note }) => ({
      type,
      value,
      note: note ?? '',
    })),
  };
}

/** Corrects a debtor, or adds one ("about" in the address names whom). What is emptied is emptied; an edit of an older state is refused, and says so. */
export default function DebtorForm(props: { account: Account; onClose: () => void; action: string; about: string | null }) {
  const { account, onClose, action, about } = props;
  const { t } = useTranslation(['debtor', 'account']);
  const { clientId } = useWorkspace();
  const [update, updating] = useMutation('account', UpdateDebtorDocument);
  const [add, adding] = useMutation('account', AddDebtorDocument);
  const isNew = action === 'addDebtor';
  const debtor = isNew ? undefined : (account.debtors.find((each) => each.externalDebtorRef === about) ?? account.debtors[0]);
  const form = useKeptForm<Values & { kind: string }>(`debtor ${account.id} ${debtor?.externalDebtorRef ?? 'new'}`, {
    initialValues: { ...valuesOf(debtor), kind: debtor?.type ?? 'person' },
    onConflict: () => refetchScreen(),
  });
  const isCompany = form.values.kind === 'company';
  const submit = form.send(async (values) => {
    const clear = [...PERSON, ...COMPANY, ...ADDRESS].filter((field) => form.kept.theirs[field] !== '' && values[field].trim() === '');
    const wanted: UpdateDebtorMutationVariables['debtor'] = {
      ...stripped(values),
      deceased: values.deceased,
      additionalAddresses: values.additionalAddresses.map(stripped),
      additionalContactInformation: values.additionalContactInformation.filter((each) => each.type.trim() + each.value.trim() !== ''),
    };
    delete (wanted as Record<string, unknown>).kind;
    const ids = { clientId, accountId: account.id, revision: account.revision, debtor: wanted };
    if (debtor) await update({ ...ids, externalDebtorRef: debtor.externalDebtorRef, clear });
    else await add({ ...ids, type: isCompany ? 'company' : 'person' });
    toastSuccess(t(debtor ? 'form.saved' : 'form.added'));
    onClose();
  }, 'debtor');
  const label = (field: string) => t(`field.${field as Name}`);
  const input = (field: TextField) =>
    field === 'country' ? (
      <CountryInput key={field} label={label(field)} {...form.getInputProps(field)} />
    ) : field === 'birthday' ? (
      <DayInput key={field} label={label(field)} {...form.getInputProps(field)} />
    ) : (
      <TextInput
        key={field}
        label={label(field)}
        type={field === 'email' ? 'email' : 'text'}
        autoComplete="off"
        description={(field === 'SSN' || field === 'IBAN') && debtor?.[field] ? t('form.secretKnown', { value: debtor[field] }) : undefined}
        {...form.getInputProps(field)}
      />
    );
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={debtor ? t('form.title', { name: nameOf(debtor) }) : t('form.newTitle')}
      footer={
        <Button type="submit" form="debtor" loading={updating || adding} disabled={form.kept.met.length > 0}>
          {t(debtor ? 'form.save' : 'form.add')}
        </Button>
      }
    >
      <form
        id="debtor"
        // The browser's own bubble would keep the server's words about the other fields back.
        noValidate
        onSubmit={submit}
        onKeyDown={submitByKey}
      >
        <KeptNote kept={form.kept} label={label} />
        <fieldset className={classes.group}>
          <legend>{t('form.person')}</legend>
          {!debtor && (
            <Select
              label={t('field.type')}
              allowDeselect={false}
              data={[
                { value: 'person', label: t('account:person') },
                { value: 'company', label: t('account:company') },
              ]}
              {...form.getInputProps('kind')}
            />
          )}
          {(isCompany ? COMPANY : PERSON).map((field) =>
            field === 'gender' ? (
              <Select
                key={field}
                label={label(field)}
                allowDeselect={false}
                data={['', 'M', 'F'].map((value) => ({ value, label: t(`gender.${(value || 'none') as 'M'}`) }))}
                {...form.getInputProps('gender')}
              />
            ) : (
              input(field)
            ),
          )}
          {SECRETS.map(input)}
          {!isCompany && (
            <Checkbox className={classes.check} label={t('field.deceased')} {...form.getInputProps('deceased', { type: 'checkbox' })} />
          )}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{t('form.address')}</legend>
          {ADDRESS.map(input)}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{t('form.contact')}</legend>
          {CONTACTS.map(input)}
          <p className={classes.hint}>{t('form.contactHint')}</p>
        </fieldset>
        <ItemList
          title={t('field.additionalAddresses')}
          add={t('form.addAddress')}
          error={form.errors.additionalAddresses}
          count={form.values.additionalAddresses.length}
          onAdd={() => form.insertListItem('additionalAddresses', texts(ADDRESS, {}))}
          onRemove={(at) => form.removeListItem('additionalAddresses', at)}
          row={(at) =>
            ADDRESS.map((part) => {
              const Input = part === 'country' ? CountryInput : TextInput;
              return <Input key={part} label={label(part)} {...form.getInputProps(`additionalAddresses.${at}.${part}`)} />;
            })
          }
        />
        <ItemList
          title={t('field.additionalContactInformation')}
          add={t('form.addContact')}
          error={form.errors.additionalContactInformation}
          count={form.values.additionalContactInformation.length}
          onAdd={() => form.insertListItem('additionalContactInformation', { type: '', value: '', note: '' })}
          onRemove={(at) => form.removeListItem('additionalContactInformation', at)}
          row={(at) =>
            (
              [
                ['type', 'contactType'],
                ['value', 'contactValue'],
                ['note', 'contactNote'],
              ] as const
            ).map(([cell, name]) => (
              <TextInput key={cell} label={t(`form.${name}`)} {...form.getInputProps(`additionalContactInformation.${at}.${cell}`)} />
            ))
          }
        />
      </form>
    </Drawer>
  );
}

function ItemList(props: {
  title: string;
  add: string;
  error: ReactNode;
  count: number;
  onAdd: () => void;
  onRemove: (at: number) => void;
  row: (at: number) => ReactNode;
}) {
  const { t } = useTranslation('debtor');
  return (
    <fieldset className={classes.list}>
      <legend>{props.title}</legend>
      {Array.from({ length: props.count }, (_, at) => at).map((at) => (
        <div key={at} className={classes.item}>
          <div className={classes.group}>{props.row(at)}</div>
          <ActionIcon variant="subtle" size={26} aria-label={`${t('form.remove')} (${at + 1})`} onClick={() => props.onRemove(at)}>
            <IconX size={15} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      {props.error && <p className={classes.error}>{props.error}</p>}
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} stroke={1.6} />} onClick={props.onAdd}>
        {props.add}
      </Button>
    </fieldset>
  );
}
