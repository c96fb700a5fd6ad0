import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePlace } from '../ui/place.ts';
import { isOld, keepAnswer, keptAnswer } from './answers.ts';
import { onChange, query } from './api.ts';
import type { GraphqlDocument } from './document.ts';
import { useForeseen } from './foreseen.ts';

/** Rows that are brought again at most, after a write or on the way back: beyond them a list begins anew. */
const MOST_AGAIN = 2_000;

/** One page of a keyset-paged list. `next` is what continues after it, null at the end. */
export interface Page<Row, After> {
  readonly rows: readonly Row[];
  readonly next: After | null;
}

export interface Pages<Row, Data, After = unknown> {
  readonly rows: readonly Row[];
  /** The newest answer, for totals and the like. */
  readonly data: Data | undefined;
  /** The first page is on its way; older rows stay until it is there. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly error: unknown;
  /** What continues after the loaded rows; null at the end. */
  readonly next: After | null;
  readonly atEnd: boolean;
  /** For DataTable's onEndReached: loads the next page unless one is on its way. */
  readonly more: () => void;
  /** From the first page again. */
  readonly reload: () => void;
}

interface Loaded<Row, After, Data> {
  readonly rows: readonly Row[];
  readonly next: After | null;
  readonly data?: Data | undefined;
}

interface State<Row, After, Data> extends Loaded<Row, After, Data> {
  /** The variables that the rows answer, as text. */
  readonly of?: string | undefined;
  readonly loading: 'first' | 'more' | null;
  readonly error: unknown;
}

/**
 * A list that is loaded page by page as it is scrolled (specification 2: searchAfter). New variables start it over; a write
 * anywhere on the screen and the way back to it bring as many rows again as were there, so that nobody loses their place.
 * @param variables for the first page (after is null) and the following ones. @param page reads rows and continuation out of an answer and the variables it was asked with.
 */
export function usePages<Row, After, Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  variables: (after: After | null) => Variables,
  page: (data: Data, asked: Variables) => Page<Row, After>,
): Pages<Row, Data, After> {
  // Variables are new objects at every render; their text tells whether they changed.
  const first = JSON.stringify(variables(null));
  const key = useMemo(() => ['pages', service, document.name, first], [service, document, first]);
  const [state, setState] = useState<State<Row, After, Data>>(() => ({
    ...(keptAnswer<Loaded<Row, After, Data>>(key) ?? { rows: [], next: null }),
    loading: 'first',
    error: null,
  }));
  const latest = useRef({ variables, page, round: 0, next: null as After | null, busy: false });
  latest.current.variables = variables;
  latest.current.page = page;

  const load = useCallback(
    /** @param atLeast rows that are brought of a list that begins anew, as far as there are so many. */
    async (after: After | null, given: Variables, atLeast = 1) => {
      const round = after === null ? ++latest.current.round : latest.current.round;
      latest.current.busy = true;
      setState((old) => ({ ...old, loading: after === null ? 'first' : 'more', error: null }));
      try {
        let data = await query(service, document, given);
        let { rows, next } = latest.current.page(data, given);
        while (round === latest.current.round && next !== null && rows.length < atLeast) {
          const following = latest.current.variables(next);
          data = await query(service, document, following);
          const more = latest.current.page(data, following);
          rows = [...rows, ...more.rows];
          next = more.next;
        }
        if (round !== latest.current.round) return;
        latest.current.next = next;
        latest.current.busy = false;
        const begun = after === null;
        setState((old) => ({
          rows: begun ? rows : [...old.rows, ...rows],
          next,
          data,
          of: begun ? JSON.stringify(given) : old.of,
          loading: null,
          error: null,
        }));
      } catch (error) {
        if (round !== latest.current.round) return;
        latest.current.busy = false;
        setState((old) => ({ ...old, rows: after === null ? [] : old.rows, loading: null, error }));
      }
    },
    [service, document],
  );

  const loaded = state.rows.length;
  const place = usePlace<{ first: string; loaded: number }>(`pages ${service}`);
  const again = useRef(place.found);
  const kept = useRef(0);
  // Whoever comes back sees the list as it was left, while it loads anew.
  useEffect(() => {
    const { rows, next, data } = state;
    if (state.of === first && state.loading === null && state.error === null) keepAnswer(key, document.fields, { rows, next, data });
  }, [state, key, first, document]);
  useEffect(() => {
    kept.current = Math.min(loaded, MOST_AGAIN);
    if (loaded > 0) place.keep({ first, loaded: kept.current });
  });
  const reload = useCallback(() => load(null, latest.current.variables(null), kept.current), [load]);
  useEffect(() => {
    const before = again.current;
    again.current = null;
    void load(null, JSON.parse(first) as Variables, before?.first === first ? before.loaded : 1);
  }, [load, first]);
  useEffect(() => onChange((change) => isOld(document.fields, change) && reload()), [reload, document]);

  const begin = useCallback(() => void reload(), [reload]);
  const own = useMemo(() => ({ rows: state.rows }), [state.rows]);
  const { rows } = useForeseen(
    document.fields,
    own,
    useMemo(() => JSON.parse(first) as unknown, [first]),
  );
  return {
    rows,
    data: state.data,
    loading: state.loading === 'first',
    loadingMore: state.loading === 'more',
    error: state.error,
    next: state.next,
    atEnd: state.next === null && state.loading === null,
    more: () => {
      const { busy, next } = latest.current;
      if (!busy && next !== null) void load(next, variables(next));
    },
    reload: begin,
  };
}
