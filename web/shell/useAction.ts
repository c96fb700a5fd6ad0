import { useSearchParams } from 'react-router';

/**
 * The form that is open stands in the address, so that a reload finds it again with what was typed (useKeptForm).
 * @returns the name of the action (actions.ts) whose form is open, what opens one (null closes it), and what it is about where it needs that.
 */
export function useAction(): [open: string | null, act: (action: string | null, about?: string) => void, about: string | null] {
  const [search, setSearch] = useSearchParams();
  const act = (action: string | null, about?: string) =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        params.delete('form');
        params.delete('about');
        if (action) params.set('form', action);
        if (action && about) params.set('about', about);
        return params;
      },
      { replace: true },
    );
  return [search.get('form'), act, search.get('about')];
}
