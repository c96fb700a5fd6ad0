import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { KeyValue } from '../../../../ui/KeyValue.tsx';
import { later } from '../../../../ui/later.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { TextSkeleton } from '../../../../ui/TextSkeleton.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError } from '../../../../ui/toasts.ts';
import type { PanelProps } from '../panel.ts';
import { AccountMandatesDocument, type AccountMandatesQuery, DeleteMandateDocument, EnableMandateDocument } from './finance.graphql.ts';
import classes from './MandatesPanel.module.css';

const MandateForm = later(() => import('./MandateForm.tsx'));
const ChargeForm = later(() => import('./ChargeForm.tsx'));
const DisableForm = later(() => import('./DisableForm.tsx'));

type Mandate = AccountMandatesQuery['getRecurringPaymentMandates'][number];

/** What may be collected again and again: mandates with their state, and a collection under one. */
export default function MandatesPanel({ account, accountId }: PanelProps) {
  const { t } = useTranslation('mandates');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [mayManage, mayCharge] = [useCan('operations', 'manageMandates'), useCan('operations', 'chargeMandate')];
  const { data, error, refetch } = useQuery(
    'finance',
    AccountMandatesDocument,
    { clientId, accountId },
    { reuse: true, keepPrevious: true },
  );
  const [enable] = useMutation('finance', EnableMandateDocument, { idempotent: true });
  const [remove] = useMutation('finance', DeleteMandateDocument, { idempotent: true });
  const [form, setForm] = useState<{ open: 'new' } | { open: 'charge' | 'disable'; mandate: Mandate } | null>(null);
  const [removing, setRemoving] = useState<Mandate | null>(null);
  const mandates = data?.getRecurringPaymentMandates ?? [];
  const act = (work: Promise<unknown>) => void work.then(refetch, toastError);
  const accountOf = ({ context }: Mandate) => {
    const known = context.mandateRepresentation as { iban?: string; paymentMethod?: string } | null;
    return known?.iban ?? known?.paymentMethod ?? null;
  };
  const close = () => {
    setForm(null);
    refetch();
  };
  return (
    <Section title={t('title')} {...(data && { count: mandates.length })}>
      <ErrorNote error={data ? null : error} />
      {!data && !error && (
        <div className={classes.words}>
          <TextSkeleton>{t('none')}</TextSkeleton>
        </div>
      )}
      {data && mandates.length === 0 && <p className={classes.words}>{t('none')}</p>}
      {mandates.map((mandate) => (
        <div key={mandate.mandateId} className={classes.mandate}>
          <div className={classes.head}>
            <code>{mandate.reference}</code>
            <Tag tone={mandate.isActive ? 'good' : 'warn'}>
              {mandate.isActive
                ? t('active')
                : isDisabled(mandate)
                  ? mandate.disabledUntil
                    ? t('disabledUntil', { date: format.date(mandate.disabledUntil) })
                    : t('disabled')
                  : t('ended')}
            </Tag>
          </div>
          <KeyValue
            dense
            pairs={[
              [t('method'), t(`type.${mandate.paymentMethod.type as 'card'}`)],
              [t('account'), accountOf(mandate)],
              [t('signedOn'), mandate.signedOn === null ? null : format.date(mandate.signedOn)],
              [t('last'), mandate.lastCollectedOn === null ? null : format.date(mandate.lastCollectedOn)],
              [t('endsOn'), mandate.endsOn === null ? null : format.date(mandate.endsOn)],
            ]}
          />
          <div className={classes.acts}>
            {mayCharge && mandate.isActive && (
              <Button size="xs" variant="default" onClick={() => setForm({ open: 'charge', mandate })}>
                {t('charge')}
              </Button>
            )}
            {mayManage && (
              <Button
                size="xs"
                variant="subtle"
                onClick={() =>
                  isDisabled(mandate) ? act(enable({ clientId, mandateId: mandate.mandateId })) : setForm({ open: 'disable', mandate })
                }
              >
                {isDisabled(mandate) ? t('enable') : t('disable')}
              </Button>
            )}
            {mayManage && (
              <Button size="xs" variant="subtle" color="red" onClick={() => setRemoving(mandate)}>
                {t('delete')}
              </Button>
            )}
          </div>
        </div>
      ))}
      {mayManage && (
        <Button size="xs" variant="default" onClick={() => setForm({ open: 'new' })}>
          {t('add')}
        </Button>
      )}
      <Suspense>
        {form?.open === 'new' && <MandateForm accountId={accountId} holder={account.debtorFullName} onClose={close} />}
        {form?.open === 'charge' && <ChargeForm mandate={form.mandate} currency={account.currency} onClose={close} />}
        {form?.open === 'disable' && <DisableForm mandate={form.mandate} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        danger
        title={t('deleteTitle', { reference: removing?.reference ?? '' })}
        detail={t('deleteDetail')}
        confirm={t('delete')}
        onConfirm={async () => {
          await remove({ clientId, mandateId: removing?.mandateId ?? '' });
          refetch();
        }}
      />
    </Section>
  );
}

/** One whose day has passed is active again, though the mark is still there. */
const isDisabled = (mandate: Mandate) => mandate.isDisabled && !mandate.isActive;
