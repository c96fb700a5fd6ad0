import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { readAmount } from '../../../ui/readAmount.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import type { Entry, Part } from './EntryForms.tsx';
import {
  BookBankEntryDocument,
  BookBankReturnDocument,
  IgnoreBankEntryDocument,
  ReturnCandidatesDocument,
  UndoBankEntryDocument,
  WeighBankEntryDocument,
} from './finance.graphql.ts';

export type Candidate = Entry['candidates'][number];

/** What a movement may be booked on, and what decides about it. @param onChanged when something was decided, or somebody else did. */
export function useBankEntry(entry: Entry, onChanged: () => void) {
  const { t } = useTranslation('bank');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { entryId, revision, currency } = entry;
  const [book, booking] = useMutation('finance', BookBankEntryDocument);
  const [bookReturn] = useMutation('finance', BookBankReturnDocument);
  const [ignore, ignoring] = useMutation('finance', IgnoreBankEntryDocument);
  const [undo] = useMutation('finance', UndoBankEntryDocument);
  const form = useKeptForm(`bank entry ${entryId}`, {
    initialValues: { parts: [] as readonly Part[], note: '', isIgnoring: false, queryText: '', looked: '' },
    validate: {
      note: (value, { isIgnoring }) => (isIgnoring && value.trim() === '' ? t('noteMissing') : null),
    },
    onConflict: onChanged,
  });
  const { parts, looked } = form.values;
  const isOpen = entry.status === 'ambiguous' || entry.status === 'unmatched';
  const isOut = entry.amount.startsWith('-');
  const about = { clientId, entryId, revision };
  const weighed = useQuery('finance', WeighBankEntryDocument, isOpen && looked ? { clientId, entryId, accountId: looked } : null);
  const returns = useQuery('finance', ReturnCandidatesDocument, isOpen && isOut ? { clientId, entryId } : null);
  const other = looked ? weighed.data?.weighBankEntry : undefined;
  const candidates: readonly Candidate[] = [
    ...entry.candidates,
    ...(other && !entry.candidates.some((each) => each.accountId === other.accountId) ? [other] : []),
  ];

  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      form.kept.startAfresh();
      toastSuccess(done);
    } catch (refused) {
      toastError(refused);
    }
    onChanged();
  };
  const bookOn = (wanted: readonly Part[]) => book({ ...about, parts: wanted.map(({ accountId, amount }) => ({ accountId, amount })) });
  const bookedOn = (wanted: readonly Part[]) =>
    t('booked', { amount: format.money(entry.amount, currency), account: wanted.map((each) => each.label).join(', ') });
  const minor = (amount: string) => fromDecimal(readAmount(format, amount, currency) ?? '', currency) ?? 0n;
  const rest = minor(format.amount(entry.amount, currency)) - parts.reduce((sum, part) => sum + minor(part.amount), 0n);
  return {
    form,
    isOpen,
    isOut,
    candidates,
    weighed,
    returns,
    /** Minor units that no part holds yet. */
    rest,
    booking,
    ignoring,
    /** Books all of it on one account. */
    bookWhole: ({ accountId, externalAccountRef }: Candidate) => {
      const all = [{ accountId, label: externalAccountRef, amount: entry.amount }];
      return act(() => bookOn(all), bookedOn(all));
    },
    addPart: ({ accountId, externalAccountRef, due }: Candidate) => {
      const owed = fromDecimal(due, currency) ?? 0n;
      const share = toDecimal(owed > 0n && owed < rest ? owed : rest, currency);
      form.setFieldValue('parts', [
        ...parts.filter((part) => part.accountId !== accountId),
        { accountId, label: externalAccountRef, amount: format.amount(share, currency) },
      ]);
    },
    bookParts: form.send(async ({ parts: wanted }) => {
      const exact = wanted.map((part) => ({ ...part, amount: readAmount(format, part.amount, currency) ?? part.amount }));
      await bookOn(exact);
      toastSuccess(bookedOn(exact));
      onChanged();
    }),
    bookReturnOf: (paymentId: string) => act(() => bookReturn({ ...about, paymentId }), t('returned')),
    startIgnoring: () => form.setFieldValue('isIgnoring', true),
    ignore: form.send(async ({ note }) => {
      await ignore({ ...about, note });
      toastSuccess(t('ignored'));
      onChanged();
    }),
    takeBack: () => act(() => undo(about), t('undone')),
  };
}

export type BankEntry = ReturnType<typeof useBankEntry>;
