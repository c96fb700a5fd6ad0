import { Button, MultiSelect, NumberInput, SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../ui/readAmount.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { EndsNote } from './money/EndsNote.tsx';
import { CreatePlanDocument, PlanLimitsDocument, PreviewPlanDocument, ReplanDocument } from './money/finance.graphql.ts';
import classes from './money/money.module.css';
import { useAction } from './useAction.ts';

const INTERVALS = ['weekly', 'everyTwoWeeks', 'monthly'] as const;

/** Agrees on instalments over what is due on the claims; about a plan: on others over what is left of it. The server's preview is what is made. */
export default function InstalmentsForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { currency } = account;
  const { t } = useTranslation(['money', 'account', 'events']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [, , replacesPlanId] = useAction();
  const [create, creating] = useMutation('finance', CreatePlanDocument, { idempotent: true });
  const [replan, replanning] = useMutation('finance', ReplanDocument, { idempotent: true });
  const limits = useQuery('finance', PlanLimitsDocument, { clientId, accountId: account.id }).data?.getPlanLimits;
  const coversAll = useFlag('DISABLE_INSTALMENT_PLAN_CLAIM_SELECTION');
  const hasChoices = useFlag('INSTALMENT_PLAN_V2');
  const open = account.claims.filter((claim) => claim.status === 'open');
  const today = format.dayOf(new Date().toISOString());
  const form = useKeptForm(`instalments ${replacesPlanId ?? account.id}`, {
    failed: t('plan.failed'),
    initialValues: {
      externalClaimRefs: open.map((claim) => claim.externalClaimRef),
      interval: 'monthly' as (typeof INTERVALS)[number],
      parts: 3 as number | string,
      downPayment: '',
      firstDueDate: addDays(today as CalendarDate, 14) as string,
    },
    validate: {
      externalClaimRefs: (refs) => (refs.length === 0 ? t('account:recordPayment.claimMissing') : null),
      downPayment: (value) =>
        value === '' || readAmount(format, value, currency) !== null
          ? null
          : t('account:promise.amountWrong', { example: format.amount('1284.6', 'EUR') }),
      firstDueDate: (value) => (value >= today ? null : t('account:promise.dateWrong')),
    },
  });
  const wish = ({ interval, parts, downPayment, firstDueDate }: typeof form.values) => ({
    interval,
    firstDueDate,
    parts: hasChoices && typeof parts === 'number' ? parts : null,
    downPayment: hasChoices && downPayment !== '' ? readAmount(format, downPayment, currency) : null,
  });
  const [asked] = useDebouncedValue({ ...wish(form.values), externalClaimRefs: form.values.externalClaimRefs }, 250);
  const canAsk = asked.externalClaimRefs.length > 0 && asked.firstDueDate !== '';
  const preview = useQuery('finance', PreviewPlanDocument, canAsk ? { clientId, accountId: account.id, ...asked, replacesPlanId } : null, {
    keepPrevious: true,
  });
  const planned = preview.error ? undefined : preview.data?.previewInstalmentsPlan;
  const submit = form.send(async (values) => {
    const idempotencyKey = form.kept.sendKey;
    // What ends was on the screen; what came in between is refused, and the next preview names it.
    const plan = { ...wish(values), endsAgreements: (planned?.ends.length ?? 0) > 0, idempotencyKey };
    if (replacesPlanId) await replan({ clientId, instalmentsPlanId: replacesPlanId, ...plan });
    else await create({ clientId, accountId: account.id, externalClaimRefs: values.externalClaimRefs, ...plan });
    toastSuccess(t(replacesPlanId ? 'plan.replanned' : 'plan.saved'));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t(replacesPlanId ? 'plan.replan' : 'account:instalments.title')}
      footer={
        <Button type="submit" form="instalments" loading={creating || replanning} disabled={!planned}>
          {t('account:instalments.save')}
        </Button>
      }
    >
      <form id="instalments" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        {!replacesPlanId && (
          <MultiSelect
            disabled={coversAll}
            label={t('account:recordPayment.claims')}
            data={open.map((claim) => ({
              value: claim.externalClaimRef,
              label: `${claim.externalClaimRef} · ${format.money(claim.totalAmount, claim.currency)}`,
            }))}
            {...form.getInputProps('externalClaimRefs')}
          />
        )}
        <SegmentedControl
          mt="md"
          fullWidth
          aria-label={t('account:instalments.interval')}
          data={INTERVALS.filter((interval) => limits?.intervals.includes(interval) ?? true).map((interval) => ({
            value: interval,
            label: t(`events:interval.${interval}`),
          }))}
          {...form.getInputProps('interval')}
        />
        {hasChoices && (
          <>
            <NumberInput
              mt="md"
              label={t('plan.parts')}
              description={limits && t('plan.partsHint', { least: limits.minParts, most: limits.maxParts })}
              min={limits?.minParts ?? 2}
              max={limits?.maxParts ?? 36}
              allowDecimal={false}
              {...form.getInputProps('parts')}
            />
            {limits?.downPayment !== false && (
              <MoneyInput
                mt="md"
                label={t('plan.downPayment')}
                description={t('plan.downPaymentHint')}
                currency={currency}
                {...form.getInputProps('downPayment')}
              />
            )}
          </>
        )}
        <DayInput mt="md" min={today} label={t('account:instalments.first')} {...form.getInputProps('firstDueDate')} />
        <EndsNote ends={planned?.ends ?? []} />
        <h3>{t('plan.preview')}</h3>
        {preview.error ? (
          <ErrorNote error={preview.error} />
        ) : planned ? (
          <table className={classes.rows}>
            <tbody>
              {planned.instalments.map((part, index) => (
                <tr key={part.dueDate}>
                  <td>{index + 1}</td>
                  <td>{format.date(part.dueDate)}</td>
                  <td data-right>{format.money(part.amount, currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th colSpan={2}>{t('plan.sum')}</th>
                <th data-right>{format.money(planned.amount, currency)}</th>
              </tr>
            </tfoot>
          </table>
        ) : (
          canAsk && <Skeleton height={90} />
        )}
      </form>
    </Drawer>
  );
}
