/** What an event says that changed, field by field; lists and objects are compared part by part. Pure. */

/** One line of the comparison. `path` names the field: "timezone", "tags[URGENT].color". */
export interface Difference {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly from: unknown;
  readonly to: unknown;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNothing = (value: unknown) => value === null || value === undefined;
/** Names in any order are the same object. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  );
const same = (one: unknown, other: unknown) => canonical(one) === canonical(other);

/** What tells the elements of a list apart, the first that all of them have and that differs. */
const KEYS = ['id', 'key', 'messageId', 'userId', 'name', 'date', 'day', 'domain', 'roleId', 'category', 'field', 'label', 'url'];

/** The payload's parts that are a comparison and are not repeated as details. */
const COMPARISONS = ['changes', 'changed', 'before', 'after'];

/** @returns the lines in the order of the payload; none when the event carries no comparison. */
export function differencesOf(payload: unknown): Difference[] {
  if (!isObject(payload)) return [];
  const { changes, changed, before, after } = payload;
  const listed = changes ?? changed;
  if (Array.isArray(listed))
    return listed.filter(isObject).flatMap((change) => compare(String(change.field ?? ''), change.from, change.to));
  if (isObject(listed))
    return Object.entries(listed).flatMap(([field, change]) => (isObject(change) ? compare(field, change.from, change.to) : []));
  return 'before' in payload || 'after' in payload ? compare('', before, after) : [];
}

/** @returns what else the payload holds, as names and values. */
export function detailsOf(payload: unknown): [name: string, value: unknown][] {
  if (!isObject(payload)) return isNothing(payload) ? [] : [['', payload]];
  const compared = differencesOf(payload).length > 0;
  return Object.entries(payload).filter(([name, value]) => !isNothing(value) && !(compared && COMPARISONS.includes(name)));
}

function compare(path: string, from: unknown, to: unknown): Difference[] {
  if (same(from, to)) return [];
  const plain = (value: unknown) => isNothing(value) || isObject(value);
  if (plain(from) && plain(to) && (isObject(from) || isObject(to))) return compareObjects(path, from, to);
  if (Array.isArray(from ?? []) && Array.isArray(to ?? []) && (Array.isArray(from) || Array.isArray(to)))
    return compareLists(path, (from ?? []) as unknown[], (to ?? []) as unknown[]);
  return [single(path, from, to)];
}

const single = (path: string, from: unknown, to: unknown): Difference => ({
  path,
  kind: isNothing(from) ? 'added' : isNothing(to) ? 'removed' : 'changed',
  from: from ?? null,
  to: to ?? null,
});

function compareObjects(path: string, from: unknown, to: unknown): Difference[] {
  const [one, other] = [(from ?? {}) as Json, (to ?? {}) as Json];
  const lines = [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    compare(path === '' ? name : `${path}.${name}`, one[name], other[name]),
  );
  // An empty object that comes or goes changes nothing inside, but is a change.
  return lines.length > 0 ? lines : [single(path, from, to)];
}

function compareLists(path: string, from: readonly unknown[], to: readonly unknown[]): Difference[] {
  const all = [...from, ...to];
  const key = all.every(isObject) ? KEYS.find((name) => [from, to].every((list) => isKey(list as Json[], name))) : undefined;
  if (key) {
    const names = [...new Set(all.map((element) => String((element as Json)[key])))];
    const find = (list: readonly unknown[], name: string) => list.find((element) => String((element as Json)[key]) === name);
    const lines = names.flatMap((name) => compareElement(`${path}[${name}]`, find(from, name), find(to, name)));
    return lines.length > 0 ? lines : [{ path, kind: 'changed', from, to }];
  }
  const count = (list: readonly unknown[], value: unknown) => list.filter((each) => same(each, value)).length;
  const unique = all.filter((value, index) => all.findIndex((each) => same(each, value)) === index);
  const lines = unique.flatMap((value): Difference[] => {
    const [before, after] = [count(from, value), count(to, value)];
    if (before === after) return [];
    return [after > before ? { path, kind: 'added', from: null, to: value } : { path, kind: 'removed', from: value, to: null }];
  });
  // The same elements in another order.
  return lines.length > 0 ? lines : [{ path, kind: 'changed', from, to }];
}

/** An element that is new or gone is one line; one that stayed is compared inside. */
function compareElement(path: string, from: unknown, to: unknown): Difference[] {
  if (isNothing(from)) return [{ path, kind: 'added', from: null, to }];
  if (isNothing(to)) return [{ path, kind: 'removed', from, to: null }];
  return compare(path, from, to);
}

function isKey(list: readonly Json[], name: string): boolean {
  const values = list.map((element) => element[name]);
  return values.every((value) => typeof value === 'string' || typeof value === 'number') && new Set(values).size === values.length;
}
