import { Button, Kbd, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isRightParty, RIGHT_PARTY_NAME } from '../../../../core/rightParty.ts';
import { DISPUTE_REASONS, REFUSAL_REASONS, SKIP_REASONS, WORK_OUTCOMES, type WorkOutcome } from '../../../../core/workOutcomes.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { faultOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import '../../../ui/escape.ts';
import { type Hotkeys, useHotkeys } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { readAmount } from '../../../ui/readAmount.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { CompleteWorkDocument, SkipWorkDocument } from './account.graphql.ts';
import classes from './CollectorScreen.module.css';
import { nextChecked, RightParty } from './RightParty.tsx';
import type { Account, Item, Next } from './work.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly aside?: string;
}

/** One key says what came of it, one chooses the detail, Enter keeps both and brings the next account. */
export function OutcomePanel(props: {
  item: Item;
  account: Account;
  includeBlocked: boolean;
  onNext: (next: Next) => void;
  onLost: () => void;
  /** Whether it is the debtor who is on the telephone. */
  onSure: (isSure: boolean) => void;
}) {
  const { item, account, includeBlocked } = props;
  const { t } = useTranslation('work');
  const { clientId } = useWorkspace();
  const format = useFormat();
  // What an outcome needs besides being allowed to keep one.
  const may: Readonly<Record<WorkOutcome['detail'], boolean>> = {
    promise: useCan('operations', 'createPromiseToPay') && Number(item.promisable) > 0,
    callBack: useCan('account-task', 'createTask'),
    number: useCan('account', 'editAccount'),
    dispute: useCan('account', 'editClaim'),
    retry: true,
    reason: true,
  };
  const note = useRef<HTMLTextAreaElement>(null);
  const [skipping, setSkipping] = useState(false);
  const [complete, busy] = useMutation('account', CompleteWorkDocument, { idempotent: true });
  const [skip, skipped] = useMutation('account', SkipWorkDocument);
  const form = useKeptForm(`work ${item.workItemId}`, {
    initialValues: {
      outcome: '',
      choice: '',
      amount: format.amount(item.promisable, item.currency),
      dueDate: '',
      note: '',
      rightParty: [] as string[],
    },
  });
  const { outcome: name, choice, amount, dueDate, rightParty } = form.values;
  const isChecked = isRightParty(item.rightPartyFacts, rightParty);
  const outcome = WORK_OUTCOMES.find((each) => each.name === name);
  const { onSure } = props;
  useEffect(() => onSure(isChecked), [onSure, isChecked]);
  const choices = outcome ? choicesOf(outcome) : [];

  function choicesOf(of: WorkOutcome): Choice[] {
    if (of.detail === 'number')
      return account.debtors.flatMap((debtor) =>
        debtor.phones
          .filter((phone) => phone.contactPhoneNumberState !== 'wrong')
          .map(({ contactPhoneNumber: number, formatted: label }) => ({
            value: JSON.stringify([debtor.externalDebtorRef, number]),
            label,
          })),
      );
    if (of.detail === 'reason') return REFUSAL_REASONS.map((value) => ({ value, label: t(`refusal.${value}`) }));
    if (of.detail === 'dispute') return DISPUTE_REASONS.map((value) => ({ value, label: t(`dispute.${value}`) }));
    return of.days.map(({ option, value }) => {
      const date = item.days.find((day) => day.option === option && day.value === value)?.date ?? '';
      return { value: date, label: t(`days.${option as 'today'}`, { count: value }), aside: format.date(date, 'dayMonth') };
    });
  }

  function choose(next: WorkOutcome) {
    if (!may[next.detail]) return;
    setSkipping(false);
    const usual = choicesOf(next)[next.usual]?.value ?? '';
    form.clearErrors();
    form.setValues({ outcome: next.name, choice: usual, dueDate: next.days.length > 0 ? usual : '' });
  }
  const pick = (value: string) => form.setValues({ choice: value, ...(outcome && outcome.days.length > 0 ? { dueDate: value } : {}) });

  const send = form.send(async (values) => {
    if (!outcome || busy) return;
    if (outcome.reached && !isChecked) return form.setFieldError('rightParty', t('rightParty.needed'));
    const [externalDebtorRef, contactPhoneNumber] =
      outcome.detail === 'number' && values.choice !== '' ? (JSON.parse(values.choice) as [string, string]) : [];
    try {
      const { next } = await complete({
        clientId,
        workItemId: item.workItemId,
        idempotencyKey: form.kept.sendKey,
        includeBlocked,
        outcome: {
          outcome: outcome.name,
          note: values.note.trim() || null,
          rightParty: values.rightParty,
          ...(outcome.detail === 'promise' ? { amount: readAmount(format, values.amount, item.currency) ?? '0' } : {}),
          ...(outcome.days.length > 0 ? { dueDate: values.dueDate || null } : {}),
          ...(outcome.detail === 'reason' || outcome.detail === 'dispute' ? { reason: values.choice } : {}),
          ...(outcome.detail === 'callBack' ? { taskNote: t('callBackTask', { name: account.debtorFullName }) } : {}),
          ...(externalDebtorRef && contactPhoneNumber ? { phone: { externalDebtorRef, contactPhoneNumber } } : {}),
        },
      });
      toastSuccess(t('kept', { outcome: t(`outcome.${outcome.name as 'promise'}`), name: account.debtorFullName }));
      props.onNext(next);
    } catch (error) {
      // It is somebody else's by now: what was written is kept in this form, and the next one comes.
      if (faultOf(error).code === 'CONFLICT' && faultOf(error).field === null) props.onLost();
      throw error;
    }
  }, 'outcome');
  const passOver = async (reason: string) => {
    if (skipped) return;
    try {
      props.onNext((await skip({ clientId, workItemId: item.workItemId, reason, includeBlocked })).next);
      toastSuccess(t('passedOver', { name: account.debtorFullName }));
    } catch (error) {
      toastError(error);
    }
  };

  const digits: Hotkeys = Object.fromEntries(
    skipping
      ? SKIP_REASONS.map((reason, index) => [String(index + 1), () => void passOver(reason)])
      : choices.slice(0, 9).map((each, index) => [String(index + 1), () => pick(each.value)]),
  );
  useHotkeys({
    ...Object.fromEntries(WORK_OUTCOMES.map((each) => [each.key, () => choose(each)])),
    ...digits,
    s: () => setSkipping(true),
    y: () => form.setFieldValue('rightParty', nextChecked([RIGHT_PARTY_NAME, ...item.rightPartyFacts], rightParty)),
    '/': () => note.current?.focus(),
    Escape: () => {
      note.current?.blur();
      setSkipping(false);
      form.setValues({ outcome: '', choice: '', dueDate: '' });
    },
    ...(outcome && !skipping ? { Enter: () => send() } : {}),
  });

  return (
    <Section title={t('cameOf')}>
      <KeptNote kept={form.kept} />
      <form
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            send();
          }
        }}
      >
        <RightParty
          account={account}
          facts={item.rightPartyFacts}
          checked={rightParty}
          error={form.errors.rightParty}
          onChange={(checked) => {
            form.clearFieldError('rightParty');
            form.setFieldValue('rightParty', checked);
          }}
        />
        <div className={classes.outcomes}>
          {WORK_OUTCOMES.map((each) => (
            <button
              key={each.name}
              type="button"
              className={classes.choice}
              data-chosen={each.name === name || undefined}
              aria-pressed={each.name === name}
              disabled={!may[each.detail]}
              onClick={() => choose(each)}
            >
              <Kbd size="xs">{each.key.toUpperCase()}</Kbd>
              <span>{t(`outcome.${each.name as 'promise'}`)}</span>
            </button>
          ))}
          <button
            type="button"
            className={classes.choice}
            data-chosen={skipping || undefined}
            aria-pressed={skipping}
            onClick={() => setSkipping(true)}
          >
            <Kbd size="xs">S</Kbd>
            <span>{t('skip')}</span>
          </button>
        </div>
        {skipping ? (
          <Choices
            label={t('skipWhy')}
            choices={SKIP_REASONS.map((value) => ({ value, label: t(`skipReason.${value}`) }))}
            chosen=""
            onChoose={(value) => void passOver(value)}
          />
        ) : (
          outcome && (
            <>
              <Choices label={t(`detail.${outcome.detail}`)} choices={choices} chosen={choice} onChoose={pick} />
              {outcome.detail === 'number' && choices.length === 0 && <p className={classes.quiet}>{t('noNumber')}</p>}
              <div className={classes.fields}>
                {outcome.detail === 'promise' && (
                  <MoneyInput label={t('amount')} currency={item.currency} {...form.getInputProps('amount')} value={amount} />
                )}
                {outcome.days.length > 0 && <DayInput label={t('day.label')} {...form.getInputProps('dueDate')} value={dueDate} />}
              </div>
            </>
          )
        )}
        <Textarea ref={note} mt="md" autosize minRows={2} maxRows={8} label={t('note')} {...form.getInputProps('note')} />
        <div className={classes.end}>
          <Button type="submit" loading={busy || skipped} disabled={!outcome || skipping} rightSection={<Kbd size="xs">↵</Kbd>}>
            {t('keep')}
          </Button>
        </div>
      </form>
      <p className={classes.keys}>{t('keys')}</p>
    </Section>
  );
}

function Choices(props: { label: string; choices: readonly Choice[]; chosen: string; onChoose: (value: string) => void }) {
  return (
    <fieldset className={classes.detail} aria-label={props.label}>
      {props.choices.map((each, index) => (
        <button
          key={each.value}
          type="button"
          className={classes.choice}
          data-chosen={each.value === props.chosen || undefined}
          aria-pressed={each.value === props.chosen}
          onClick={() => props.onChoose(each.value)}
        >
          {index < 9 && <Kbd size="xs">{index + 1}</Kbd>}
          <span>{each.label}</span>
          {each.aside && <span className={classes.date}>{each.aside}</span>}
        </button>
      ))}
    </fieldset>
  );
}
