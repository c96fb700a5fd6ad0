import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countriesIn } from '../../core/country.ts';
import { toLocale } from '../../core/locale.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string;
  /** Gets the code, or an empty text. */
  readonly onChange?: (code: string) => void;
}

/** A country by its name, kept as its ISO 3166 code. What an import brought and is no country stays to be read until another one is chosen. */
export function CountryInput({ value = '', onChange, ...props }: Props) {
  const { i18n } = useTranslation();
  const known = countriesIn(toLocale(i18n.language)).map(({ code, name }) => ({ value: code, label: name }));
  const isOdd = value !== '' && !known.some((country) => country.value === value);
  return (
    <Select
      searchable
      clearable
      openOnFocus={false}
      data-opens-by-typing
      data={isOdd ? [{ value, label: value }, ...known] : known}
      value={value || null}
      onChange={(code) => onChange?.(code ?? '')}
      {...props}
    />
  );
}
