import { TextInput, type TextInputProps } from '@mantine/core';
import { useFormat } from './format.ts';
import { readAmount } from './readAmount.ts';

/**
 * A field for an amount: written with the locale's thousands signs once it is left, whatever way it was typed.
 * @param value the text in the field; `useFormat().readAmount` makes an amount of it, or null.
 */
export function MoneyInput({
  currency,
  value = '',
  onChange,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange'> & { currency: string; value?: string; onChange: (text: string) => void }) {
  const format = useFormat();
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      leftSection={format.currencySign(currency)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        const amount = readAmount(format, value, currency);
        if (amount !== null) onChange(format.amount(amount, currency));
        rest.onBlur?.(event);
      }}
    />
  );
}
