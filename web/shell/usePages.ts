import type { OperationVariables } from '@apollo/client';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { onRefetch, query } from './api.ts';

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

/**
 * A list that is loaded page by page as it is scrolled (specification 2: searchAfter). New variables start it over; a write
 * anywhere on the screen reloads it.
 * @param variables for the first page (after is null) and the following ones. @param page reads rows and continuation out of an answer and the variables it was asked with.
 */
export function usePages<Row, After, Data, Variables extends OperationVariables>(
  service: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: (after: After | null) => Variables,
  page: (data: Data, asked: Variables) => Page<Row, After>,
): Pages<Row, Data, After> {
  const [state, setState] = useState<{
    rows: readonly Row[];
    next: After | null;
    data?: Data;
    loading: 'first' | 'more' | null;
    error: unknown;
  }>({
    rows: [],
    next: null,
    loading: 'first',
    error: null,
  });
  const latest = useRef({ variables, page, round: 0, next: null as After | null, busy: false });
  latest.current.variables = variables;
  latest.current.page = page;

  const load = useCallback(
    async (after: After | null, given: Variables) => {
      const round = after === null ? ++latest.current.round : latest.current.round;
      latest.current.busy = true;
      setState((old) => ({ ...old, loading: after === null ? 'first' : 'more', error: null }));
      try {
        const data = await query(service, document, given);
        if (round !== latest.current.round) return;
        const { rows, next } = latest.current.page(data, given);
        latest.current.next = next;
        latest.current.busy = false;
        setState((old) => ({ rows: after === null ? rows : [...old.rows, ...rows], next, data, loading: null, error: null }));
      } catch (error) {
        if (round !== latest.current.round) return;
        latest.current.busy = false;
        setState((old) => ({ ...old, rows: after === null ? [] : old.rows, loading: null, error }));
      }
    },
    [service, document],
  );

  const reload = useCallback(() => void load(null, latest.current.variables(null)), [load]);
  // Variables are new objects at every render; their text tells whether they changed.
  const first = JSON.stringify(variables(null));
  useEffect(() => void load(null, JSON.parse(first) as Variables), [load, first]);
  useEffect(() => onRefetch(reload), [reload]);

  return {
    rows: state.rows,
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
    reload,
  };
}
