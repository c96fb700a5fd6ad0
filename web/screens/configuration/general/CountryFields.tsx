import { Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { countriesIn } from '../../../../core/country.ts';
import { toLocale } from '../../../../core/locale.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { HolidayRegionsDocument } from './backoffice.graphql.ts';

/** A country, and where its holidays differ, the part of it: "DE", "DE-BY". */
export function CountryFields(props: { value: string; onChange: (countryCode: string) => void; error: ReactNode }) {
  const { t, language } = useTranslation('general');
  const { clientId } = useWorkspace();
  const [country = '', region = ''] = props.value.split('-');
  const locale = language;
  const countries = useMemo(
    () => countriesIn(toLocale(locale)).map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
    [locale],
  );
  const { data } = useQuery('backoffice', HolidayRegionsDocument, { clientId, countryCode: country, locale });
  const regions = (data?.getHolidayRegions ?? []).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
  return (
    <>
      <Select
        label={t('locality.country')}
        description={t('locality.countryDetail')}
        searchable
        allowDeselect={false}
        data={countries}
        value={country}
        onChange={(value) => value && props.onChange(value)}
        error={props.error}
      />
      <Select
        label={t('locality.region')}
        description={t('locality.regionDetail')}
        searchable
        clearable
        disabled={regions.length === 0}
        placeholder={t(regions.length === 0 ? 'locality.regionNone' : 'locality.regionAll')}
        data={regions}
        value={regions.some(({ value }) => value === region) ? region : null}
        onChange={(value) => props.onChange(value === null ? country : `${country}-${value}`)}
      />
    </>
  );
}
