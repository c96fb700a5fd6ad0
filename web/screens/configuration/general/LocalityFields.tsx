import { Autocomplete, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { LOCALES } from '../../../../core/locale.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CountryFields } from './CountryFields.tsx';
import type { Part } from './draft.ts';
import classes from './GeneralScreen.module.css';

export const CURRENCIES = Intl.supportedValuesOf('currency');
export const ZONES = Intl.supportedValuesOf('timeZone');

/** Name, money, language, place and time. */
export function LocalityFields({ draft, change, refused }: Part) {
  const { t } = useTranslation('general');
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
        <CountryFields value={draft.countryCode} onChange={(countryCode) => change({ countryCode })} error={refused('countryCode')} />
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
