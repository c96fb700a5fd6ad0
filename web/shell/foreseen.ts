/**
 * What a write that is under way will change, shown before the server has answered. Answers stay what the server said: what is foreseen is laid
 * over them as they are drawn. When the server refuses, it is taken off again; when it agrees, once the true answers are there.
 */
import { useMemo, useSyncExternalStore } from 'react';

export interface Foresight {
  /** The queries, by their root fields, whose answers show it. */
  readonly queries: readonly string[];
  /** @returns an answer, as the write will leave it. It is laid over newer answers too: one that shows the change already stays as it is. */
  readonly change: <Data>(data: Data, asked: unknown) => Data;
  /** What is written to. Writes to the same wait for each other, and each goes with the revision that the one before left. */
  readonly record: string;
}

interface Pending extends Foresight {
  readonly id: number;
}

let pending: readonly Pending[] = [];
let count = 0;
const listeners = new Set<() => void>();

function become(next: readonly Pending[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Shows what a write will change. @returns what ends that. */
export function foresee(foresight: Foresight): () => void {
  const one = { ...foresight, id: ++count };
  become([...pending, one]);
  return () => become(pending.filter((each) => each !== one));
}

const about = (fields: readonly string[]) => pending.filter(({ queries }) => queries.some((query) => fields.includes(query)));

/** @param fields the root fields of a query. @param asked its variables. @returns its answer with everything that is foreseen. */
export function foreseen<Data>(fields: readonly string[], data: Data, asked: unknown): Data {
  return about(fields).reduce((seen, { change }) => change(seen, asked), data);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** foreseen() for what is drawn; undefined stays undefined. @param asked the same object, or the same text, as long as nothing else is asked. */
export function useForeseen<Data>(fields: readonly string[], data: Data, asked: unknown): Data {
  // Only those that something is foreseen for are drawn again.
  const ids = useSyncExternalStore(listen, () =>
    about(fields)
      .map(({ id }) => id)
      .join(),
  );
  const key = ids === '' ? '' : JSON.stringify(asked);
  return useMemo(
    () => (ids === '' || data === undefined ? data : foreseen(fields, data, JSON.parse(key) as unknown)),
    [ids, data, fields, key],
  );
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Changes a record wherever an answer holds it. @param name the field that names it, @param id its value.
 * @param change what it becomes; null takes it out of its list, whose total then counts one less.
 * @returns the same object when nothing changes.
 */
export function withRecord<Data>(data: Data, name: string, id: string, change: (record: Fields) => Fields | null): Data {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      const next = value.map(walk).filter((each) => each !== null);
      return next.length === value.length && next.every((each, at) => each === value[at]) ? value : next;
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as Fields;
    if (fields[name] === id) return change(fields);
    let [next, left] = [fields, 0];
    for (const [key, part] of Object.entries(fields)) {
      const changed = walk(part);
      if (changed === part) continue;
      next = { ...next, [key]: changed };
      if (Array.isArray(part) && Array.isArray(changed)) left += part.length - changed.length;
    }
    return left > 0 && typeof next.total === 'number' ? { ...next, total: next.total - left } : next;
  };
  return walk(data) as Data;
}
