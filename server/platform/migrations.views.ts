/** What a release takes away from the views that services publish, which the release before still reads. Pure: text in, text out. */
import { EXCUSED, named } from './migrations.online.ts';

const CREATES = /^create\s+(?:or\s+replace\s+)?view\s+"published"\."(\w+)".*?\bselect\s+(.*?)\s+from\s/is;
const DROPS = /^drop\s+view\s+(?:if\s+exists\s+)?"published"\."(\w+)"/i;

/**
 * A view is changed by making it anew, in the transaction that dropped it.
 * @param all migrations, oldest first. @returns what is gone after one of them without a comment that says why, as
 * "0050_name: published.account.city"
 */
export function narrowedBy(all: readonly { readonly tag: string; readonly statements: readonly string[] }[]): string[] {
  const columns = new Map<string, readonly string[]>();
  return all.flatMap(({ tag, statements }) => {
    const before = new Map(columns);
    const excused = new Set<string>();
    for (const statement of statements) {
      const text = named(statement);
      const [, dropped] = DROPS.exec(text) ?? [];
      if (dropped) columns.delete(dropped);
      const [, made, list = ''] = CREATES.exec(text) ?? [];
      if (made) columns.set(made, list.split(/\s*,\s*/));
      const name = dropped ?? made;
      if (name && EXCUSED.test(statement)) excused.add(name);
    }
    return [...before]
      .filter(([name]) => !excused.has(name))
      .flatMap(([name, had]) => had.filter((column) => !columns.get(name)?.includes(column)).map((column) => `${name}.${column}`))
      .map((gone) => `${tag}: published.${gone}`);
  });
}
