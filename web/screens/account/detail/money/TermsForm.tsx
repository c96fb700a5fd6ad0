import { Button, NumberInput, Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useMoneyWords } from '../../../../shell/useMoneyWords.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import type { Account } from '../account.ts';
import { useAction } from '../useAction.ts';
import { ClaimTermsDocument, type ClaimTermsQuery, SetClaimTermsDocument } from './finance.graphql.ts';

/** How money is put on a claim, and what interest it bears. */
export default function TermsForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { t } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const [, , about] = useAction();
  const [claimRef, setClaimRef] = useState(about ?? account.claims[0]?.externalClaimRef ?? '');
  const { data, error, refetch } = useQuery('finance', ClaimTermsDocument, claimRef ? { clientId, externalClaimRef: claimRef } : null);
  const terms = data?.getClaimTerms;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('terms.title')}
      footer={
        <Button type="submit" form="terms" disabled={!terms}>
          {t('terms.save')}
        </Button>
      }
    >
      <Select
        label={t('account:promise.claim')}
        allowDeselect={false}
        value={claimRef}
        data={account.claims.map((claim) => claim.externalClaimRef)}
        onChange={(value) => setClaimRef(value ?? '')}
      />
      {error && !terms ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : terms ? (
        <Fields key={terms.externalClaimRef} terms={terms} onClose={onClose} />
      ) : (
        <Skeleton mt="md" height={160} />
      )}
    </Drawer>
  );
}

function Fields({ terms, onClose }: { terms: ClaimTermsQuery['getClaimTerms']; onClose: () => void }) {
  const { t } = useTranslation('money');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const words = useMoneyWords();
  const [save] = useMutation('finance', SetClaimTermsDocument, { idempotent: true });
  const form = useKeptForm(`terms ${terms.externalClaimRef}`, {
    initialValues: {
      allocationOrder: terms.allocationOrder ?? '',
      kind: terms.interestTerms?.kind ?? 'none',
      rate: ((terms.interestTerms?.basisPoints ?? 500) / 100) as number | string,
      from: terms.interestTerms?.from ?? (format.dayOf(new Date().toISOString()) as string),
    },
    validate: {
      rate: (value, { kind }) => (kind === 'none' || typeof value === 'number' ? null : t('terms.rateMissing')),
      from: (value, { kind }) => (kind === 'none' || value !== '' ? null : t('terms.fromMissing')),
    },
  });
  const submit = form.send(async ({ allocationOrder, kind, rate, from }) => {
    await save({
      clientId,
      externalClaimRef: terms.externalClaimRef,
      allocationOrder: allocationOrder || null,
      interestTerms: kind === 'none' ? null : { kind, basisPoints: Math.round(Number(rate) * 100), from },
    });
    toastSuccess(t('terms.saved'));
    onClose();
  }, 'interestTerms');
  // What was chosen under another country stays readable.
  const orders = [...terms.orders, ...(terms.orders.some(({ name }) => name === terms.order.name) ? [] : [terms.order])];
  return (
    <form id="terms" noValidate onSubmit={submit}>
      <KeptNote kept={form.kept} />
      <Select
        mt="md"
        label={t('terms.order')}
        description={words.order(terms.order)}
        allowDeselect={false}
        data={[{ value: '', label: t('terms.byRule') }, ...orders.map((order) => ({ value: order.name, label: words.order(order) }))]}
        {...form.getInputProps('allocationOrder')}
      />
      <Select
        mt="md"
        label={t('terms.interest')}
        allowDeselect={false}
        data={(['none', 'fixed', 'aboveBase'] as const).map((value) => ({ value, label: t(`terms.kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      {form.values.kind !== 'none' && (
        <>
          <NumberInput mt="md" label={t('terms.rate')} min={0} max={100} decimalScale={2} suffix=" %" {...form.getInputProps('rate')} />
          <DayInput mt="md" label={t('terms.from')} {...form.getInputProps('from')} />
        </>
      )}
      {terms.interestBookedUntil && <p>{t('terms.bookedUntil', { day: format.date(terms.interestBookedUntil) })}</p>}
    </form>
  );
}
