import { Button, Kbd, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { AccountsForEntryDocument } from './account.graphql.ts';
import classes from './BankScreen.module.css';
import {
  type BankEntriesQuery,
  BookBankEntryDocument,
  BookBankReturnDocument,
  IgnoreBankEntryDocument,
  ReturnCandidatesDocument,
  UndoBankEntryDocument,
  WeighBankEntryDocument,
} from './finance.graphql.ts';

type Entry = BankEntriesQuery['getBankEntries']['entries'][number];
type Candidate = Entry['candidates'][number];
interface Part {
  readonly accountId: string;
  readonly label: string;
  readonly amount: string;
}

/** One movement: what the bank says, whose it may be and why, and what one decides. 1 to 9 book the candidate, i ignores, z takes back. */
export function EntryPanel({ entry, onChanged }: { entry: Entry; onChanged: () => void }) {
  const { t, i18n } = useTranslation(['bank', 'events']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const may = useCan('operations', 'manageBank');
  const [book, booking] = useMutation('finance', BookBankEntryDocument);
  const [bookReturn] = useMutation('finance', BookBankReturnDocument);
  const [ignore] = useMutation('finance', IgnoreBankEntryDocument);
  const [undo] = useMutation('finance', UndoBankEntryDocument);
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [note, setNote] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [looked, setLooked] = useState<string | null>(null);
  const isOpen = entry.status === 'ambiguous' || entry.status === 'unmatched';
  const isOut = entry.amount.startsWith('-');
  const about = { clientId, entryId: entry.entryId, revision: entry.revision };
  const queryText = typed.trim();
  const found = useQuery('account', AccountsForEntryDocument, isOpen && !isOut && queryText.length > 2 ? { clientId, queryText } : null);
  const weighed = useQuery('finance', WeighBankEntryDocument, looked ? { clientId, entryId: entry.entryId, accountId: looked } : null);
  const returns = useQuery('finance', ReturnCandidatesDocument, isOpen && isOut ? { clientId, entryId: entry.entryId } : null);
  const other = looked ? weighed.data?.weighBankEntry : undefined;
  const candidates: readonly Candidate[] = [
    ...entry.candidates,
    ...(other && !entry.candidates.some((each) => each.accountId === other.accountId) ? [other] : []),
  ];

  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toastSuccess(done);
    } catch (refused) {
      toastError(refused);
    }
    onChanged();
  };
  const bookOn = (wanted: readonly Part[]) =>
    act(
      () => book({ ...about, parts: wanted.map(({ accountId, amount }) => ({ accountId, amount })) }),
      t('booked', { amount: format.money(entry.amount, entry.currency), account: wanted.map((each) => each.label).join(', ') }),
    );
  const whole = (candidate: Candidate) =>
    bookOn([{ accountId: candidate.accountId, label: candidate.externalAccountRef, amount: entry.amount }]);
  const minor = (amount: string) => fromDecimal(amount, entry.currency) ?? 0n;
  const rest = minor(entry.amount) - parts.reduce((sum, part) => sum + minor(part.amount), 0n);
  const addPart = ({ accountId, externalAccountRef, due }: Candidate) => {
    const share = minor(due) > 0n && minor(due) < rest ? minor(due) : rest;
    setParts([
      ...parts.filter((part) => part.accountId !== accountId),
      { accountId, label: externalAccountRef, amount: toDecimal(share, entry.currency) },
    ]);
  };
  const takeBack = () => act(() => undo(about), t('undone'));
  useHotkeys(
    {
      ...(may &&
        isOpen &&
        !isOut &&
        Object.fromEntries(candidates.slice(0, 9).map((each, index) => [String(index + 1), () => void whole(each)]))),
      ...(may && isOpen && { i: () => setNote(note ?? '') }),
      ...(may && entry.status === 'booked' && { z: () => void takeBack() }),
    },
    { enabled: !booking },
  );
  const code = entry.returnReason ?? '';
  const reason = i18n.exists(`events:returnReason.${code}`) ? `${t(`events:returnReason.${code}` as never)} (${code})` : code;
  return (
    <>
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
      {parts.length > 0 && (
        <section className={classes.card}>
          {parts.map((part, index) => (
            <MoneyInput
              key={part.accountId}
              mt={index === 0 ? 0 : 8}
              label={part.label}
              currency={entry.currency}
              value={part.amount}
              onChange={(amount) =>
                setParts(
                  parts.map((each, place) =>
                    place === index ? { ...each, amount: format.readAmount(amount, entry.currency) ?? amount } : each,
                  ),
                )
              }
            />
          ))}
          <div className={classes.acts}>
            <Button size="xs" disabled={rest !== 0n} loading={booking} onClick={() => void bookOn(parts)}>
              {rest === 0n
                ? t('bookParts', { count: parts.length })
                : t('rest', { amount: format.money(toDecimal(rest, entry.currency), entry.currency) })}
            </Button>
            <Button size="xs" variant="subtle" onClick={() => setParts([])}>
              {t('giveUp')}
            </Button>
          </div>
        </section>
      )}
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
      {may && isOpen && !isOut && (
        <div className={classes.foot}>
          <TextInput
            label={t('otherAccount')}
            description={t('otherAccountDetail')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {(found.data?.searchAccounts.results ?? []).map((each) => (
            <Button
              key={each.accountId}
              mt={6}
              size="xs"
              variant="default"
              fullWidth
              justify="space-between"
              rightSection={format.money(each.totalAmount, each.currency)}
              onClick={() => setLooked(each.accountId)}
            >
              {each.debtorFullName || each.externalAccountRef}
            </Button>
          ))}
        </div>
      )}
      {may && isOpen && (
        <div className={classes.foot}>
          {note === null ? (
            <Button size="xs" variant="subtle" onClick={() => setNote('')} rightSection={<Kbd size="xs">{keyLabel('i')}</Kbd>}>
              {t('ignore')}
            </Button>
          ) : (
            <>
              <Textarea
                data-autofocus
                autoFocus
                label={t('ignoreWhy')}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
                autosize
                minRows={2}
              />
              <div className={classes.acts}>
                <Button size="xs" disabled={note.trim() === ''} onClick={() => void act(() => ignore({ ...about, note }), t('ignored'))}>
                  {t('ignore')}
                </Button>
                <Button size="xs" variant="subtle" onClick={() => setNote(null)}>
                  {t('giveUp')}
                </Button>
              </div>
            </>
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
