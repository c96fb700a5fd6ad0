import { useSearchParams } from 'react-router';

/** What the address says of an open form; all of it goes when another opens or it closes. */
const PARAMS = ['form', 'about', 'asOf', 'by', 'at'] as const;

/** What opens a form (null closes it). @param about what it is about, where it needs that. @param point what else stands in the address. */
export type Act = (action: string | null, about?: string, point?: Point) => void;
type Point = { readonly [name in (typeof PARAMS)[number]]?: string | undefined };

/**
 * The form that is open stands in the address, so that a reload finds it again with what was typed (useKeptForm).
 * @returns the name of the action (actions.ts) whose form is open, what opens one (null closes it), and what it is about where it needs that.
 */
export function useAction(): [open: string | null, act: Act, about: string | null] {
  const [search, setSearch] = useSearchParams();
  const act: Act = (action, about, point) =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        for (const name of PARAMS) params.delete(name);
        if (action) for (const [name, value] of Object.entries({ form: action, about, ...point })) if (value) params.set(name, value);
        return params;
      },
      { replace: true },
    );
  return [search.get('form'), act, search.get('about')];
}
