import type { ReactNode } from 'react';
import { toDecimal } from '../../../../../core/money.ts';
import { useMoneyWords } from '../../../../shell/useMoneyWords.ts';
import { minorOf, sumOf } from '../../../../ui/amounts.ts';
import { DateText } from '../../../../ui/DateText.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { Reference } from '../../../../ui/Reference.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { EntryLines } from './EntryLines.tsx';
import type { Explained } from './explained.ts';
import classes from './money.module.css';

/** Brings into view what was asked about; as a constant it does so once. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** A balance with what it is made of. @param at what of it the figure was that was asked about (Point of ExplainedMoney); marked, and in view. */
export function Explanation({ explained, at }: { explained: Explained; at: string | null }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const words = useMoneyWords();
  const money = (amount: string) => format.money(amount, explained.currency);
  const hasAccrued = Number(explained.accruedInterest) !== 0;
  const asked = explained.entries.find(({ entry }) => entry.id === at)?.entry;
  const mark = (id: string) => (id === at ? { 'data-asked': true, ref: intoView } : {});
  return (
    <>
      <p className={classes.figure}>
        <strong>{money(explained.total)}</strong>
        <span>{t('explain.on', { day: format.date(explained.asOf) })}</span>
      </p>
      <dl className={classes.components}>
        {(['principal', 'interest', 'costs', 'credit'] as const).map((part) => (
          <div key={part}>
            <dt>{words.component(part)}</dt>
            <dd>{money(part === 'credit' ? `-${explained.components.credit}`.replace('-0.00', '0.00') : explained.components[part])}</dd>
          </div>
        ))}
        {hasAccrued && (
          <div>
            <dt>{t('explain.accrued')}</dt>
            <dd>{money(explained.accruedInterest)}</dd>
          </div>
        )}
      </dl>
      {asked && (
        <div className={classes.block}>
          <EntryLines asked={asked} explained={explained} />
        </div>
      )}
      <div className={classes.block}>
        <Section title={t('explain.rules')}>
          <ul className={classes.lines}>
            {explained.claims.map((claim) => (
              <li key={claim.externalClaimRef}>
                <Reference value={claim.externalClaimRef} /> <strong>{money(claim.balance)}</strong>
                <p>{words.order(claim.order)}</p>
                {claim.interestTerms && <p>{words.interest(claim.interestTerms)}</p>}
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {(explained.payments.length > 0 || at === 'payments') && (
        <div className={classes.block} {...mark('payments')}>
          <Section title={t('explain.payments')} count={explained.payments.length}>
            <ul className={classes.lines}>
              {explained.payments.map((payment) => (
                <li key={`${payment.paymentId} ${payment.externalClaimRef}`} {...mark(payment.paymentId)}>
                  <DateText value={payment.valueDate} style="medium" /> · <strong>{money(payment.amount)}</strong> ·{' '}
                  <Reference value={payment.externalClaimRef} />
                  <p>
                    {payment.parts
                      .map((part) => t('explain.part', { amount: money(part.amount), part: words.component(part.component) }))
                      .join(', ')}
                    {payment.order.source !== null &&
                      ` · ${payment.order.source === 'contract' ? t('order.contract') : payment.order.source}`}
                  </p>
                </li>
              ))}
            </ul>
            <Paid explained={explained} />
          </Section>
        </div>
      )}
      {(explained.agreements.length > 0 || at === 'agreements') && (
        <div className={classes.block} {...mark('agreements')}>
          <Section title={t('explain.agreements')}>
            {explained.agreements.length === 0 && <p className={classes.hint}>{t('explain.noAgreements')}</p>}
            <ul className={classes.lines}>
              {explained.agreements.map((each) => (
                <li key={each.id} {...mark(each.id)}>
                  {t(`agreement.${each.kind as 'promise'}`)} · <strong>{money(each.amount)}</strong> ·{' '}
                  {t('explain.until', { day: format.date(each.until) })} <Tag tone="neutral">{words.status(each.kind, each.status)}</Tag>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      <div className={classes.block}>
        <Section title={t('explain.entries')} count={explained.entryCount}>
          <table className={classes.rows}>
            <thead>
              <tr>
                <th>{t('explain.bookedAt')}</th>
                <th>{t('explain.valueDate')}</th>
                <th>{t('explain.entry')}</th>
                <th data-right>{t('explain.amount')}</th>
                <th data-right>{t('explain.balance')}</th>
              </tr>
            </thead>
            <tbody>
              {explained.entries.toReversed().map(({ entry, runningBalance }) => (
                <tr key={entry.id} data-gone={entry.reversedByEntryId !== null || undefined} data-asked={entry.id === at || undefined}>
                  <td className={classes.day}>{format.date(entry.bookedAt)}</td>
                  <td className={classes.day}>{format.date(entry.valueDate)}</td>
                  <td>
                    <strong>{words.kind(entry.kind)}</strong>
                    {words.partOf(entry) && ` · ${words.partOf(entry)}`}
                    <span className={classes.note}>
                      {entry.externalClaimRef}
                      {entry.description && ` · ${words.said(entry.description)}`}
                    </span>
                  </td>
                  <td data-right>{format.amount(entry.amount, explained.currency)}</td>
                  <td data-right>{format.amount(runningBalance, explained.currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th colSpan={4}>{t('explain.sum')}</th>
                <th data-right>{format.amount(explained.balance, explained.currency)}</th>
              </tr>
            </tfoot>
          </table>
        </Section>
      </div>
    </>
  );
}

/** What was paid in all: payments, less what went back or was taken back as booked wrong. */
function Paid({ explained }: { explained: Explained }): ReactNode {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { currency, entries, payments } = explained;
  if (payments.length === 0) return <p className={classes.hint}>{t('explain.noPayments')}</p>;
  // The entries of a very large account do not come all at once; a sum of a part of them would be wrong.
  if (explained.entryCount > entries.length) return null;
  const moved = entries.flatMap(({ entry }) =>
    ['payment', 'refund', 'chargeback'].includes(entry.kind) || (entry.kind === 'correction' && entry.contra === 'bank')
      ? [entry.amount]
      : [],
  );
  const paid = -minorOf(sumOf(moved, currency), currency);
  const came = payments.reduce((sum, payment) => sum + minorOf(payment.amount, currency), 0n);
  const money = (minor: bigint) => format.money(toDecimal(minor, currency), currency);
  return (
    <p className={classes.paid}>
      {came !== paid && <span>{t('explain.wentBack', { amount: money(came - paid) })}</span>}
      <strong>{t('explain.paid', { amount: money(paid) })}</strong>
    </p>
  );
}
