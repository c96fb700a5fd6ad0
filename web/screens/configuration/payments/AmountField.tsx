import { type ReactNode, useState } from 'react';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../ui/readAmount.ts';

/**
 * An amount of the settings, in the client's currency. Keeps what is typed as it is typed; what is no amount goes along as text, so that
 * saving says so beside the field. @param props.set is called with null for an empty field.
 */
export function AmountField(props: {
  label: string;
  placeholder?: string;
  amount: string | null;
  error: ReactNode;
  set: (amount: string | null) => void;
}) {
  const { amount, set } = props;
  const format = useFormat();
  const { currency } = useWorkspace().configuration;
  const shown = amount === null ? '' : /^\d+(\.\d+)?$/.test(amount) ? format.amount(amount, currency) : amount;
  const [typed, setTyped] = useState({ text: shown, amount });
  // Somebody else's amount, or the saved one, takes the place of what was typed before it.
  const value = typed.amount === amount ? typed.text : shown;
  return (
    <MoneyInput
      label={props.label}
      placeholder={props.placeholder}
      currency={currency}
      value={value}
      error={props.error}
      onChange={(text) => {
        const next = text.trim() === '' ? null : (readAmount(format, text, currency) ?? text);
        setTyped({ text, amount: next });
        set(next);
      }}
    />
  );
}
