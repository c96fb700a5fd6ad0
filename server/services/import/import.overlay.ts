/**
 * A preview decides like the import but writes nothing, so later rows would not see what earlier ones did. The overlay keeps that in a
 * temporary table, however large the file is, until the preview's transaction ends.
 */
import { stagedTable, stageRows } from '../../platform/staging.ts';
import type { Tx } from '../../platform/tenancy.ts';

export type OverlayKind = 'account' | 'claim' | 'payment' | 'action';

export class Overlay {
  private readonly tx: Tx;
  private isEmpty = true;

  constructor(tx: Tx) {
    this.tx = tx;
  }

  /** @returns the states that earlier chunks left, by key. */
  async recall<State>(kind: OverlayKind, keys: readonly string[]): Promise<Map<string, State>> {
    if (this.isEmpty || keys.length === 0) return new Map();
    const rows = await this.tx.sql<{ key: string; state: string }>(
      'select key, state from import_overlay where kind = $1 and key = any($2)',
      [kind, keys],
    );
    return new Map(rows.map((row) => [row.key, JSON.parse(row.state, revive) as State]));
  }

  /** @returns all states of a kind that hang on one of the groups, e.g. the claims of accounts. */
  async recallGroup<State>(kind: OverlayKind, groups: readonly string[]): Promise<Map<string, State>> {
    if (this.isEmpty || groups.length === 0) return new Map();
    const rows = await this.tx.sql<{ key: string; state: string }>(
      'select key, state from import_overlay where kind = $1 and belongs_to = any($2)',
      [kind, groups],
    );
    return new Map(rows.map((row) => [row.key, JSON.parse(row.state, revive) as State]));
  }

  /** @returns how many keys that nobody knows are known with more or fewer zeros in front, and the first of them. */
  async withoutZeros(kind: 'account' | 'claim'): Promise<{ count: number; pairs: readonly { said: string; known: string }[] }> {
    if (this.isEmpty) return { count: 0, pairs: [] };
    const column = `external_${kind}_ref`;
    // Without statistics of what was just written, a loop over both tables would look cheap.
    await this.tx.sql(`select set_config('enable_nestloop', 'off', true)`);
    const pairs = await this.tx.sql<{ said: string; known: string; count: number }>(
      `select o.key as said, k.${column} as known, (count(*) over ())::int as count
       from import_overlay o join published.${kind} k on k.client_id = $1 and ltrim(k.${column}, '0') = ltrim(o.key, '0') and k.${column} <> o.key
       where o.kind = $2 and not exists (select 1 from published.${kind} e where e.client_id = $1 and e.${column} = o.key)
       order by 1, 2 limit 5`,
      [this.tx.clientId, kind],
    );
    await this.tx.sql(`select set_config('enable_nestloop', 'on', true)`);
    return { count: pairs[0]?.count ?? 0, pairs };
  }

  /** @param group what `recallGroup` finds them by. */
  async remember<State>(kind: OverlayKind, states: ReadonlyMap<string, State>, group: (state: State) => string = () => ''): Promise<void> {
    if (states.size === 0) return;
    if (this.isEmpty) {
      await this.tx.sql(
        `create temporary table if not exists import_overlay (kind text, key text, belongs_to text, state text, primary key (kind, key)) on commit delete rows;
         create index if not exists import_overlay_group on import_overlay (kind, belongs_to)`,
      );
      this.isEmpty = false;
    }
    await stageRows(
      this.tx,
      CHUNK,
      [...states].map(([key, state]) => ({ key, group: group(state), state })),
    );
    await this.tx.sql(
      `insert into import_overlay select $1, key, belongs_to, state from ${CHUNK.name} on conflict (kind, key) do update set state = excluded.state, belongs_to = excluded.belongs_to`,
      [kind],
    );
  }
}

const CHUNK = stagedTable<{ readonly key: string; readonly group: string; readonly state: unknown }>('import_overlay_chunk', {
  key: ['text', ({ key }) => key],
  belongs_to: ['text', ({ group }) => group],
  state: ['text', ({ state }) => JSON.stringify(state, write)],
});

/** States hold texts, numbers and lists of objects: a pair that starts with this word is an amount. */
const BIG = 'bigint';

function write(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? [BIG, value.toString()] : value;
}

function revive(_key: string, value: unknown): unknown {
  return Array.isArray(value) && value.length === 2 && value[0] === BIG ? BigInt(value[1] as string) : value;
}
