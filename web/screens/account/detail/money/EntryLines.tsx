import { toDecimal } from '../../../../../core/money.ts';
import { useMoneyWords } from '../../../../shell/useMoneyWords.ts';
import { minorOf } from '../../../../ui/amounts.ts';
import { DateText } from '../../../../ui/DateText.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Explained } from './explained.ts';
import classes from './money.module.css';

type Entry = Explained['entries'][number]['entry'];

/**
 * One booking as the books have it: on which part of the claim, and on which account against it. A payment that was put on several parts is
 * one booking, so its other parts stand there too.
 */
export function EntryLines({ asked, explained }: { asked: Entry; explained: Explained }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const words = useMoneyWords();
  const { currency } = explained;
  const booking = explained.entries
    .map(({ entry }) => entry)
    .filter(
      (entry) =>
        entry.id === asked.id ||
        (asked.paymentId !== null &&
          entry.paymentId === asked.paymentId &&
          entry.kind === asked.kind &&
          entry.bookedAt === asked.bookedAt &&
          entry.contra === asked.contra),
    );
  // What the debtor owes stands on the left of a part, and on the right of the account against it.
  const sides = booking.map((entry) => ({
    id: entry.id,
    name: `${words.component(entry.component)} · ${entry.externalClaimRef}`,
    minor: minorOf(entry.amount, currency),
  }));
  const against = { id: 'contra', name: words.contra(asked.contra), minor: -sides.reduce((sum, side) => sum + side.minor, 0n) };
  const lines = [...sides, against].sort((one, other) => Number(other.minor > 0n) - Number(one.minor > 0n));
  const cell = (minor: bigint) => (minor > 0n ? format.amount(toDecimal(minor, currency), currency) : '');
  return (
    <Section title={t('explain.thisEntry')}>
      <p className={classes.entry}>
        <strong>{words.kind(asked.kind)}</strong> · {t('explain.valueDate')} <DateText value={asked.valueDate} style="medium" /> ·{' '}
        {t('explain.bookedAt')} <DateText value={asked.bookedAt} style="medium" />{' '}
        {asked.reversedByEntryId !== null && <Tag tone="neutral">{t('ledger.gone')}</Tag>}
        {asked.description !== '' && <span className={classes.note}>{words.said(asked.description)}</span>}
      </p>
      <table className={classes.rows} aria-label={t('explain.thisEntry')}>
        <thead>
          <tr>
            <th>{t('explain.account')}</th>
            <th data-right>{format.header(t('explain.debit'), currency)}</th>
            <th data-right>{format.header(t('explain.credit'), currency)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>{line.name}</td>
              <td data-right>{cell(line.minor)}</td>
              <td data-right>{cell(-line.minor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
