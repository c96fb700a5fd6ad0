/** Which rules are shown: it stands in the address. */
import { useSearchParams } from 'react-router';

export function useFilters() {
  const [search, setSearch] = useSearchParams();
  const set = (name: 'account' | 'event' | 'search', value: string | null) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return { accountId: search.get('account'), event: search.get('event'), text: search.get('search') ?? '', set };
}
