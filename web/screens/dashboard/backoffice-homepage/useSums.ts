import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';

type Sum = { readonly currency: string; readonly amount: string };

/** @returns what writes sums of money, one for each currency: in lines of their own, as one text, and the client's own as a number. */
export function useSums() {
  const { configuration } = useWorkspace();
  const format = useFormat();
  const lines = (sums: readonly Sum[] | undefined) =>
    sums &&
    (sums.length > 0 ? sums : [{ amount: '0', currency: configuration.currency }]).map((sum) => format.money(sum.amount, sum.currency));
  const money = (sums: readonly Sum[] | undefined) => lines(sums)?.join(' + ');
  return {
    lines,
    money,
    worth: (figure: { amounts: readonly Sum[] } | undefined) => money(figure?.amounts),
    own: (sums: readonly Sum[]) => Number(sums.find(({ currency }) => currency === configuration.currency)?.amount ?? 0),
  };
}
