import { Select, type SelectProps } from '@mantine/core';
import { countriesIn } from '../../core/country.ts';
import { toLocale } from '../../core/locale.ts';
import { useTranslation } from './texts.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string;
  /** Gets the code, or an empty text. */
  readonly onChange?: (code: string) => void;
}

/** A country by its name, kept as its ISO 3166 code. What an import brought and is no country stays to be read until another one is chosen. */
export function CountryInput({ value = '', onChange, ...props }: Props) {
  const { language } = useTranslation('ui');
  const known = countriesIn(toLocale(language)).map(({ code, name }) => ({ value: code, label: name }));
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
