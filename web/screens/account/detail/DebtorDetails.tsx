import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import type { Account, Debtor } from './account.ts';
import classes from './DebtorPanel.module.css';
import { nameOf } from './debtorName.ts';
import { RemoveDebtorDocument, SetMainDebtorDocument } from './forms/account.graphql.ts';
import { RevealDebtorFieldDocument } from './personal/account.graphql.ts';
import { useAction } from './useAction.ts';

/** All that is known of who the main debtor is, and the other debtors with what can be done with them. */
export default function DebtorDetails({ account }: { account: Account }) {
  const { t } = useTranslation('debtor');
  const mayEdit = useCan('account', 'editAccount');
  const [, act] = useAction();
  const [debtor, ...others] = account.debtors;
  return (
    <div className={classes.details}>
      {debtor && <DebtorFacts account={account} debtor={debtor} />}
      <AccountFacts account={account} />
      {others.map((each) => (
        <OtherDebtor key={each.externalDebtorRef} account={account} debtor={each} />
      ))}
      {mayEdit && (
        <UnstyledButton className={classes.more} onClick={() => act('addDebtor')}>
          {t('addDebtor')}
        </UnstyledButton>
      )}
    </div>
  );
}

/** Who a debtor is, beside the name; what files and strategies noted of them beside the product's own fields comes last. */
function DebtorFacts({ account, debtor }: { account: Account; debtor: Debtor }) {
  const { t } = useTranslation('debtor');
  const secret = (field: 'SSN' | 'IBAN') =>
    [t(`field.${field}`), debtor[field] && <Secret key={field} account={account} debtor={debtor} field={field} />] as const;
  return (
    <KeyValue
      dense
      pairs={[
        [t('field.reference'), debtor.externalDebtorRef],
        [t('field.title'), debtor.title],
        [t('field.middleName'), debtor.middleName],
        [t('field.companyName'), debtor.companyName],
        [t('field.gender'), debtor.gender && t(`gender.${debtor.gender as 'M'}`)],
        [t('field.birthday'), debtor.birthday && <DateText key="birthday" value={debtor.birthday} style="medium" />],
        [t('field.placeOfBirth'), debtor.placeOfBirth],
        secret('SSN'),
        secret('IBAN'),
        ...Object.entries(debtor.meta as Record<string, unknown>).map(
          ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
        ),
      ]}
    />
  );
}

/** What is known of the account that no other part of the screen says. */
function AccountFacts({ account }: { account: Account }) {
  const { t } = useTranslation('debtor');
  const format = useFormat();
  return (
    <KeyValue
      dense
      pairs={[
        [t('field.locale'), account.locale && format.language(account.locale)],
        [t('field.timezone'), account.timezone],
        [t('known'), <DateText key="known" value={account.createdAt} style="medium" />],
        [t('changed'), <DateText key="changed" value={account.updatedAt} style="medium" />],
      ]}
    />
  );
}

/** Masked until one asks; that one asked stays on record. */
function Secret({ account, debtor, field }: { account: Account; debtor: Debtor; field: 'SSN' | 'IBAN' }) {
  const { t } = useTranslation('debtor');
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editAccount');
  const [shown, setShown] = useState<string | null>(null);
  const [reveal] = useMutation('account', RevealDebtorFieldDocument);
  if (!mayEdit) return debtor[field];
  const ask = async () => {
    try {
      setShown(
        (await reveal({ clientId, accountId: account.id, externalDebtorRef: debtor.externalDebtorRef, field })).revealAccountDebtorField ??
          '',
      );
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <UnstyledButton
      className={classes.secret}
      aria-label={shown === null ? t('reveal', { what: t(`field.${field}`) }) : t('hide')}
      title={shown === null ? t('reveal', { what: t(`field.${field}`) }) : t('hide')}
      onClick={() => (shown === null ? void ask() : setShown(null))}
    >
      {shown ?? debtor[field]}
    </UnstyledButton>
  );
}

function OtherDebtor({ account, debtor }: { account: Account; debtor: Debtor }) {
  const { t } = useTranslation(['debtor', 'account']);
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editAccount');
  const [, act] = useAction();
  const [setMain] = useMutation('account', SetMainDebtorDocument, { idempotent: true });
  const [remove] = useMutation('account', RemoveDebtorDocument);
  const [removing, setRemoving] = useState(false);
  const name = nameOf(debtor);
  const ids = { clientId, accountId: account.id, externalDebtorRef: debtor.externalDebtorRef, revision: account.revision };
  const line = `${name} · ${t(debtor.type === 'company' ? 'account:company' : 'account:person')}`;
  if (!mayEdit)
    return (
      <div className={classes.other}>
        <p>{line}</p>
        <DebtorFacts account={account} debtor={debtor} />
      </div>
    );
  return (
    <div className={classes.other}>
      <ButtonMenu
        position="bottom-start"
        choices={[
          { key: 'edit', label: t('edit'), onChoose: () => act('debtor', debtor.externalDebtorRef) },
          {
            key: 'main',
            label: t('makeMain'),
            onChoose: () =>
              void setMain(ids).then(
                () => toastSuccess(t('mainNow', { name })),
                (error: unknown) => toastError(error),
              ),
          },
          { key: 'remove', label: t('remove'), line: true, onChoose: () => setRemoving(true) },
        ]}
        button={
          <UnstyledButton className={classes.secret} title={t('actions', { name })}>
            {line}
          </UnstyledButton>
        }
      />
      <DebtorFacts account={account} debtor={debtor} />
      <ConfirmDialog
        opened={removing}
        danger
        title={t('removeTitle', { name })}
        detail={t('removeDetail')}
        confirm={t('remove')}
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          await remove(ids);
          toastSuccess(t('removed', { name }));
        }}
      />
    </div>
  );
}
