/** What one types about a movement: its parts, another account, why it is ignored. It stands there again after a reload. */
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { toDecimal } from '../../../../core/money.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import type { KeptForm } from '../../../ui/keptForm.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../ui/readAmount.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { AccountsForEntryDocument } from './account.graphql.ts';
import classes from './BankScreen.module.css';
import type { BankEntriesQuery } from './finance.graphql.ts';

export type Entry = BankEntriesQuery['getBankEntries']['entries'][number];

export interface Part {
  readonly accountId: string;
  readonly label: string;
  /** As it is written in the field. */
  readonly amount: string;
}

export type EntryForm = KeptForm<{
  parts: readonly Part[];
  note: string;
  isIgnoring: boolean;
  queryText: string;
  /** The account that was looked up beside the candidates. */
  looked: string;
}>;
type Submit = (event?: FormEvent<HTMLFormElement>) => void;

/** A movement for several accounts. @param rest minor units that no part holds yet. */
export function PartsForm(props: { form: EntryForm; currency: string; rest: bigint; busy: boolean; onSubmit: Submit }) {
  const { form, currency, rest, busy, onSubmit } = props;
  const { t } = useTranslation('bank');
  const format = useFormat();
  const { parts } = form.values;
  const money = (amount: bigint) => format.money(toDecimal(amount, currency), currency);
  return (
    <form className={classes.card} onSubmit={onSubmit}>
      {parts.map((part, index) => (
        <MoneyInput
          key={part.accountId}
          mt={index === 0 ? 0 : 8}
          label={part.label}
          currency={currency}
          {...form.getInputProps(`parts.${index}.amount`)}
          error={readAmount(format, part.amount, currency) === null && t('amountWrong', { example: format.amount('1284.6', 'EUR') })}
        />
      ))}
      {form.errors.parts && (
        <p className={classes.refused} role="alert">
          {form.errors.parts}
        </p>
      )}
      <div className={classes.acts}>
        <Button type="submit" size="xs" disabled={rest !== 0n} loading={busy}>
          {rest === 0n
            ? t('bookParts', { count: parts.length })
            : rest > 0n
              ? t('rest', { amount: money(rest) })
              : t('tooMuch', { amount: money(-rest) })}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => form.setFieldValue('parts', [])}>
          {t('giveUp')}
        </Button>
      </div>
    </form>
  );
}

/** Finds an account that no sign leads to. */
export function Search({ form }: { form: EntryForm }) {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const queryText = form.values.queryText.trim();
  const found = useQuery('account', AccountsForEntryDocument, queryText.length > 2 ? { clientId, queryText } : null);
  const results = queryText.length > 2 ? found.data?.searchAccounts.results : undefined;
  return (
    <div className={classes.foot}>
      <TextInput label={t('otherAccount')} description={t('otherAccountDetail')} {...form.getInputProps('queryText')} />
      {found.error ? <ErrorState error={found.error} onRetry={found.refetch} /> : null}
      {found.loading && !results && <Skeleton height={30} mt={6} />}
      {results?.length === 0 && (
        <p className={classes.muted} role="status">
          {t('noAccount')}
        </p>
      )}
      {results?.map((each) => (
        <Button
          key={each.accountId}
          mt={6}
          size="xs"
          variant="default"
          fullWidth
          justify="space-between"
          rightSection={format.money(each.totalAmount, each.currency)}
          onClick={() => form.setFieldValue('looked', each.accountId)}
        >
          {each.debtorFullName || each.externalAccountRef}
        </Button>
      ))}
    </div>
  );
}

/** Leaves a movement out, with the reason. */
export function IgnoreForm({ form, busy, onSubmit }: { form: EntryForm; busy: boolean; onSubmit: Submit }) {
  const { t } = useTranslation('bank');
  return (
    <form onSubmit={onSubmit}>
      <Textarea data-autofocus autoFocus label={t('ignoreWhy')} autosize minRows={2} maxLength={500} {...form.getInputProps('note')} />
      <div className={classes.acts}>
        <Button type="submit" size="xs" loading={busy}>
          {t('ignore')}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => form.setValues({ isIgnoring: false, note: '' })}>
          {t('giveUp')}
        </Button>
      </div>
    </form>
  );
}
