import { useFormat } from './format.ts';

/**
 * An amount as people of the locale read it, exact to the cent.
 * @param amount decimal text of the Money scalar. @param bare leaves the currency out: lists name it once in the header.
 */
export function Money(props: { amount: string | null | undefined; currency: string; bare?: boolean }) {
  const format = useFormat();
  if (props.amount === null || props.amount === undefined) return '–';
  return (
    <span className="tabular">{props.bare ? format.amount(props.amount, props.currency) : format.money(props.amount, props.currency)}</span>
  );
}
