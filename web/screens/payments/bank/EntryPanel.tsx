import { Button, Kbd, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { Money } from '../../../ui/Money.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { readAmount } from '../../../ui/readAmount.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './BankScreen.module.css';
import { type Entry, IgnoreForm, type Part, PartsForm, Search } from './EntryForms.tsx';
import {
  BookBankEntryDocument,
  BookBankReturnDocument,
  IgnoreBankEntryDocument,
  ReturnCandidatesDocument,
  UndoBankEntryDocument,
  WeighBankEntryDocument,
} from './finance.graphql.ts';

type Candidate = Entry['candidates'][number];

/** One movement: what the bank says, whose it may be and why, and what one decides. 1 to 9 book the candidate, i ignores, z takes back. */
export function EntryPanel({ entry, onChanged }: { entry: Entry; onChanged: () => void }) {
  const { t, exists } = useTranslation(['bank', 'events']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const may = useCan('operations', 'manageBank');
  const [book, booking] = useMutation('finance', BookBankEntryDocument);
  const [bookReturn] = useMutation('finance', BookBankReturnDocument);
  const [ignore, ignoring] = useMutation('finance', IgnoreBankEntryDocument);
  const [undo] = useMutation('finance', UndoBankEntryDocument);
  const form = useKeptForm(`bank entry ${entry.entryId}`, {
    initialValues: { parts: [] as readonly Part[], note: '', isIgnoring: false, queryText: '', looked: '' },
    validate: {
      note: (value, { isIgnoring }) => (isIgnoring && value.trim() === '' ? t('noteMissing') : null),
    },
    onConflict: onChanged,
  });
  const { parts, isIgnoring, looked } = form.values;
  const isOpen = entry.status === 'ambiguous' || entry.status === 'unmatched';
  const isOut = entry.amount.startsWith('-');
  const about = { clientId, entryId: entry.entryId, revision: entry.revision };
  const weighed = useQuery(
    'finance',
    WeighBankEntryDocument,
    isOpen && looked ? { clientId, entryId: entry.entryId, accountId: looked } : null,
  );
  const returns = useQuery('finance', ReturnCandidatesDocument, isOpen && isOut ? { clientId, entryId: entry.entryId } : null);
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
    t('booked', { amount: format.money(entry.amount, entry.currency), account: wanted.map((each) => each.label).join(', ') });
  const whole = ({ accountId, externalAccountRef }: Candidate) => {
    const all = [{ accountId, label: externalAccountRef, amount: entry.amount }];
    return act(() => bookOn(all), bookedOn(all));
  };
  const minor = (amount: string) => fromDecimal(readAmount(format, amount, entry.currency) ?? '', entry.currency) ?? 0n;
  const rest = minor(format.amount(entry.amount, entry.currency)) - parts.reduce((sum, part) => sum + minor(part.amount), 0n);
  const addPart = ({ accountId, externalAccountRef, due }: Candidate) => {
    const owed = fromDecimal(due, entry.currency) ?? 0n;
    const share = toDecimal(owed > 0n && owed < rest ? owed : rest, entry.currency);
    form.setFieldValue('parts', [
      ...parts.filter((part) => part.accountId !== accountId),
      { accountId, label: externalAccountRef, amount: format.amount(share, entry.currency) },
    ]);
  };
  const takeBack = () => act(() => undo(about), t('undone'));
  useHotkeys(
    {
      ...(may &&
        isOpen &&
        !isOut &&
        Object.fromEntries(candidates.slice(0, 9).map((each, index) => [String(index + 1), () => void whole(each)]))),
      ...(may && isOpen && { i: () => form.setFieldValue('isIgnoring', true) }),
      ...(may && entry.status === 'booked' && { z: () => void takeBack() }),
    },
    { enabled: !booking },
  );
  const code = entry.returnReason ?? '';
  const reason = exists(`events:returnReason.${code}`) ? `${t(`events:returnReason.${code}` as never)} (${code})` : code;
  return (
    <>
      {isOpen && <KeptNote kept={form.kept} />}
      <div className={classes.head}>
        <h2>
          <Money amount={entry.amount} currency={entry.currency} />
        </h2>
        <span className={classes.muted}>{format.date(entry.valueDate)}</span>
      </div>
      <KeyValue
        pairs={[
          [t('column.counterparty'), entry.counterpartyName],
          [t('column.iban'), entry.counterpartyIban],
          [t('endToEnd'), entry.endToEndId],
          [t('returnReason'), entry.isReturn ? reason || t('yes') : null],
          [t('bankCharge'), entry.bankCharge === null ? null : <Money key="charge" amount={entry.bankCharge} currency={entry.currency} />],
          [t('note'), entry.note],
        ]}
      />
      {entry.remittance !== '' && <p className={classes.remittance}>{entry.remittance}</p>}
      {entry.doubt && isOpen && <p className={classes.doubt}>{t(`doubt.${entry.doubt}` as never)}</p>}
      {entry.status === 'booked' && entry.signs.length > 0 && (
        <>
          <p className={classes.doubt}>{t('bookedBecause', { score: entry.score })}</p>
          <Signs signs={entry.signs} />
        </>
      )}
      {entry.status === 'booked' && entry.accountId && <Link to={paths.account(clientId, entry.accountId)}>{t('openAccount')}</Link>}
      {isOpen &&
        !isOut &&
        candidates.map((candidate, index) => (
          <section key={candidate.accountId} className={classes.card}>
            <header>
              <Link to={paths.account(clientId, candidate.accountId)}>{candidate.debtorName || candidate.externalAccountRef}</Link>
              <Tag tone={candidate.score >= 75 ? 'good' : candidate.score >= 45 ? 'warn' : 'neutral'}>
                {t('points', { score: candidate.score })}
              </Tag>
            </header>
            <div className={classes.muted}>
              {candidate.externalAccountRef} · {t('due', { amount: format.money(candidate.due, entry.currency) })}
            </div>
            <Signs signs={candidate.signs} />
            {may && (
              <div className={classes.acts}>
                <Button
                  size="xs"
                  loading={booking}
                  onClick={() => void whole(candidate)}
                  rightSection={index < 9 ? <Kbd size="xs">{keyLabel(String(index + 1))}</Kbd> : undefined}
                >
                  {t('bookHere')}
                </Button>
                <Button size="xs" variant="default" onClick={() => addPart(candidate)}>
                  {t('part')}
                </Button>
              </div>
            )}
          </section>
        ))}
      {weighed.error ? <ErrorState error={weighed.error} onRetry={weighed.refetch} /> : null}
      {isOpen && parts.length > 0 && (
        <PartsForm
          form={form}
          currency={entry.currency}
          rest={rest}
          busy={booking}
          onSubmit={form.send(async ({ parts: wanted }) => {
            const exact = wanted.map((part) => ({ ...part, amount: readAmount(format, part.amount, entry.currency) ?? part.amount }));
            await bookOn(exact);
            toastSuccess(bookedOn(exact));
            onChanged();
          })}
        />
      )}
      {returns.error ? <ErrorState error={returns.error} onRetry={returns.refetch} /> : null}
      {returns.loading && !returns.data && isOpen && isOut && <Skeleton height={64} mb={10} />}
      {(returns.data?.getReturnCandidates ?? []).map((each) => (
        <section key={each.paymentId} className={classes.card}>
          <header>
            <Link to={paths.account(clientId, each.accountId)}>{each.debtorName || each.externalAccountRef}</Link>
            <Money amount={each.amount} currency={entry.currency} />
          </header>
          <div className={classes.muted}>
            {each.externalAccountRef} · {format.date(each.createdAt)}
          </div>
          {may && (
            <div className={classes.acts}>
              <Button size="xs" onClick={() => void act(() => bookReturn({ ...about, paymentId: each.paymentId }), t('returned'))}>
                {t('bookReturn')}
              </Button>
            </div>
          )}
        </section>
      ))}
      {may && isOpen && !isOut && <Search form={form} />}
      {may && isOpen && (
        <div className={classes.foot}>
          {isIgnoring ? (
            <IgnoreForm
              form={form}
              busy={ignoring}
              onSubmit={form.send(async ({ note }) => {
                await ignore({ ...about, note });
                toastSuccess(t('ignored'));
                onChanged();
              })}
            />
          ) : (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => form.setFieldValue('isIgnoring', true)}
              rightSection={<Kbd size="xs">{keyLabel('i')}</Kbd>}
            >
              {t('ignore')}
            </Button>
          )}
        </div>
      )}
      {may && (entry.status === 'booked' || entry.status === 'ignored') && (
        <div className={classes.foot}>
          <Button size="xs" variant="default" onClick={() => void takeBack()} rightSection={<Kbd size="xs">{keyLabel('z')}</Kbd>}>
            {t('undo')}
          </Button>
        </div>
      )}
    </>
  );
}

/** What speaks for an account, each sign with its points. */
function Signs({ signs }: { signs: Entry['signs'] }) {
  const { t } = useTranslation('bank');
  return (
    <ul className={classes.signs}>
      {signs.map((each) => (
        <li key={each.sign}>
          <Tag tone="info">
            {t(`sign.${each.sign}` as never)}
            {each.detail !== '' && ` ${each.detail}`} +{each.weight}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
