import type { OperationVariables } from '@apollo/client';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { onRefetch, query } from './api.ts';

/** One page of a keyset-paged list. `next` is what continues after it, null at the end. */
export interface Page<Row, After> {
  readonly rows: readonly Row[];
  readonly next: After | null;
}

export interface Pages<Row, Data> {
  readonly rows: readonly Row[];
  /** The newest answer, for totals and the like. */
  readonly data: Data | undefined;
  /** The first page is on its way; older rows stay until it is there. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  readonly error: unknown;
  readonly atEnd: boolean;
  /** For DataTable's onEndReached: loads the next page unless one is on its way. */
  readonly more: () => void;
  /** From the first page again. */
  readonly reload: () => void;
}

/**
 * A list that is loaded page by page as it is scrolled (specification 2: searchAfter). New variables start it over; a write
 * anywhere on the screen reloads it.
 * @param variables for the first page (after is null) and the following ones. @param page reads rows and continuation out of an answer.
 */
export function usePages<Row, After, Data, Variables extends OperationVariables>(
  service: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: (after: After | null) => Variables,
  page: (data: Data) => Page<Row, After>,
): Pages<Row, Data> {
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
    async (after: After | null) => {
      const round = after === null ? ++latest.current.round : latest.current.round;
      latest.current.busy = true;
      setState((old) => ({ ...old, loading: after === null ? 'first' : 'more', error: null }));
      try {
        const data = await query(service, document, latest.current.variables(after));
        if (round !== latest.current.round) return;
        const { rows, next } = latest.current.page(data);
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

  const key = JSON.stringify(variables(null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the variables, which are new objects at every render
  useEffect(() => {
    void load(null);
  }, [load, key]);
  useEffect(() => onRefetch(() => void load(null)), [load]);

  return {
    rows: state.rows,
    data: state.data,
    loading: state.loading === 'first',
    loadingMore: state.loading === 'more',
    error: state.error,
    atEnd: state.next === null && state.loading === null,
    more: () => {
      if (!latest.current.busy && latest.current.next !== null) void load(latest.current.next);
    },
    reload: () => void load(null),
  };
}
