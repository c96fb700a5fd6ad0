import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BankScreen.module.css';
import type { Entry } from './EntryForms.tsx';

/** What the bank says of a movement, and, once it is booked, why and on what. @param props.isOpen nothing is decided yet. */
export function EntryFacts({ entry, isOpen }: { entry: Entry; isOpen: boolean }) {
  const { t, find } = useTranslation(['bank', 'events']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { currency, bankCharge } = entry;
  const code = entry.returnReason ?? '';
  const named = find(`events:returnReason.${code}`);
  const reason = named === null ? code : `${named} (${code})`;
  return (
    <>
      <div className={classes.head}>
        <h2>
          <Money amount={entry.amount} currency={currency} />
        </h2>
        <span className={classes.muted}>{format.date(entry.valueDate)}</span>
      </div>
      <KeyValue
        pairs={[
          [t('column.counterparty'), entry.counterpartyName],
          [t('column.iban'), entry.counterpartyIban],
          [t('endToEnd'), entry.endToEndId],
          [t('returnReason'), entry.isReturn ? reason || t('yes') : null],
          [t('bankCharge'), bankCharge === null ? null : <Money key="charge" amount={bankCharge} currency={currency} />],
          [t('note'), entry.note],
        ]}
      />
      {entry.remittance !== '' && <p className={classes.remittance}>{entry.remittance}</p>}
      {entry.doubt && isOpen && <p className={classes.doubt}>{find(`bank:doubt.${entry.doubt}`)}</p>}
      {entry.status === 'booked' && entry.signs.length > 0 && (
        <>
          <p className={classes.doubt}>{t('bookedBecause', { score: entry.score })}</p>
          <Signs signs={entry.signs} />
        </>
      )}
      {entry.status === 'booked' && entry.accountId && <Link to={paths.account(clientId, entry.accountId)}>{t('openAccount')}</Link>}
    </>
  );
}

/** What speaks for an account, each sign with its points. */
export function Signs({ signs }: { signs: Entry['signs'] }) {
  const { find } = useTranslation('bank');
  return (
    <ul className={classes.signs}>
      {signs.map((each) => (
        <li key={each.sign}>
          <Tag tone="info">
            {find(`bank:sign.${each.sign}`)}
            {each.detail !== '' && ` ${each.detail}`} +{each.weight}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
