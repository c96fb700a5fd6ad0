import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { isRightParty, RIGHT_PARTY_NAME, referenceEnding } from '../../../../core/rightParty.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './RightParty.module.css';
import type { Account } from './work.ts';

/** @returns what is checked after one more press of the key: the next fact, and none again after the last. */
export function nextChecked(names: readonly string[], checked: readonly string[]): string[] {
  const next = names.find((name) => !checked.includes(name));
  return next === undefined ? [] : [...checked, next];
}

/** What the debtor is asked for before anything is said about the debt; the agent ticks what was told. @param facts beside the name */
export function RightParty(props: {
  account: Account;
  facts: readonly string[];
  checked: readonly string[];
  error: ReactNode;
  onChange: (checked: string[]) => void;
}) {
  const { account, facts, checked } = props;
  const { t } = useTranslation('work');
  const format = useFormat();
  const [debtor] = account.debtors;
  const address = debtor?.contactInformation;
  const values: Readonly<Record<string, string>> = {
    [RIGHT_PARTY_NAME]: account.debtorFullName,
    birthDate: debtor?.birthday ? format.date(debtor.birthday) : '',
    address: [[address?.addressLine1, address?.houseNumber].filter(Boolean).join(' '), address?.postalCode].filter(Boolean).join(', '),
    reference: `… ${referenceEnding(account.externalAccountRef)}`,
  };
  const isSure = isRightParty(facts, checked);
  return (
    <fieldset className={classes.check} data-sure={isSure || undefined}>
      <legend>{t('rightParty.title')}</legend>
      <p>{isSure ? t('rightParty.sure') : t('rightParty.before')}</p>
      <div className={classes.facts}>
        {[RIGHT_PARTY_NAME, ...facts].map((fact) => (
          <Checkbox
            key={fact}
            size="xs"
            label={
              <>
                {t(`rightParty.fact.${fact as 'name'}`)} <strong>{values[fact]}</strong>
              </>
            }
            checked={checked.includes(fact)}
            onChange={(event) => props.onChange(event.currentTarget.checked ? [...checked, fact] : checked.filter((each) => each !== fact))}
          />
        ))}
      </div>
      {props.error && (
        <p role="alert" className={classes.error}>
          {props.error}
        </p>
      )}
    </fieldset>
  );
}
