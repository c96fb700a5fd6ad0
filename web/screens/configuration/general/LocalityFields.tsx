import { Autocomplete, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '../../../../core/locale.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { Section } from '../../../ui/Panel.tsx';
import type { Part } from './draft.ts';
import classes from './GeneralScreen.module.css';

const CURRENCIES = Intl.supportedValuesOf('currency');
const ZONES = Intl.supportedValuesOf('timeZone');

/** @returns the countries by name in the reader's language, each with its code. */
function useCountries(): { value: string; label: string }[] {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language.replace('_', '-'), { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    return letters
      .flatMap((first) => letters.map((second) => first + second))
      .flatMap((code) => {
        const name = names.of(code);
        return name && !/^(EU|EZ|UN|XA|XB|ZZ|QO)$/.test(code) ? [{ value: code, label: `${name} (${code})` }] : [];
      })
      .sort((a, b) => a.label.localeCompare(b.label));
  }, [i18n.language]);
}

/** Name, money, language, place and time. */
export function LocalityFields({ draft, change, faultAt }: Part) {
  const { t } = useTranslation('general');
  const countries = useCountries();
  const [country = '', region = ''] = draft.countryCode.split('-');
  const refused = (field: string) => {
    const fault = faultAt(field);
    return fault && <FaultText fault={fault} />;
  };
  return (
    <Section title={t('locality.title')}>
      <div className={classes.grid}>
        <TextInput
          label={t('locality.name')}
          value={draft.name}
          maxLength={120}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={refused('name')}
        />
        <Select
          label={t('locality.currency')}
          description={t('locality.currencyDetail')}
          searchable
          allowDeselect={false}
          data={CURRENCIES}
          value={draft.currency}
          onChange={(currency) => currency && change({ currency })}
          error={refused('currency')}
        />
        <Select
          label={t('locality.locale')}
          description={t('locality.localeDetail')}
          allowDeselect={false}
          data={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={draft.defaultLocale}
          onChange={(defaultLocale) => defaultLocale && change({ defaultLocale })}
          error={refused('defaultLocale')}
        />
        <Autocomplete
          label={t('locality.timezone')}
          description={t('locality.timezoneDetail')}
          data={ZONES}
          limit={50}
          value={draft.timezone}
          onChange={(timezone) => change({ timezone })}
          error={refused('timezone')}
        />
        <Select
          label={t('locality.country')}
          description={t('locality.countryDetail')}
          searchable
          allowDeselect={false}
          data={countries}
          value={country}
          onChange={(value) => value && change({ countryCode: value })}
          error={refused('countryCode')}
        />
        <TextInput
          label={t('locality.region')}
          description={t('locality.regionDetail')}
          value={region}
          maxLength={3}
          onChange={(event) => {
            const next = event.currentTarget.value.toUpperCase();
            change({ countryCode: next === '' ? country : `${country}-${next}` });
          }}
        />
        <NumberInput
          label={t('locality.promise')}
          description={t('locality.promiseDetail')}
          min={1}
          max={365}
          allowDecimal={false}
          placeholder={t('locality.promiseNone')}
          value={draft.restrictCreationOfPromiseToPayAfterDays ?? ''}
          onChange={(value) => change({ restrictCreationOfPromiseToPayAfterDays: value === '' ? null : Number(value) })}
          error={refused('restrictCreationOfPromiseToPayAfterDays')}
        />
      </div>
      <div className={classes.switches}>
        <Switch
          label={t('locality.holidays')}
          description={t('locality.holidaysDetail')}
          checked={draft.excludeHolidays}
          onChange={(event) => change({ excludeHolidays: event.currentTarget.checked })}
        />
        <Switch
          label={t('locality.mocks')}
          description={t('locality.mocksDetail')}
          checked={draft.useMocks}
          onChange={(event) => change({ useMocks: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}
