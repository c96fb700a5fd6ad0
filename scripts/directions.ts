/** Checks the arrows between the rooms, and that the checker really saw them (it reports nothing when it cannot parse). */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';

const rooms = ['core', 'engine', 'blocks', 'server', 'web', 'portal'];
const files = rooms.flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`)).filter((file) => !file.endsWith('.graphql.ts'));
let text: string;
try {
  text = execFileSync(
    process.execPath,
    ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...rooms],
    {
      maxBuffer: 256 * 2 ** 20,
      encoding: 'utf8',
    },
  );
} catch (error) {
  text = (error as { stdout: string }).stdout;
}
const { summary, modules } = JSON.parse(text) as {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
  modules: { source: string; dependencies: { resolved: string }[] }[];
};
const circles = roomCircles(modules);
for (const circle of circles) console.error(`rooms of a service import each other: ${circle}`);
for (const violation of summary.violations) console.error(`${violation.rule.name}: ${violation.from} -> ${violation.to}`);
console.log(`  ${summary.totalCruised} modules seen, ${files.length} files of ours, ${summary.violations.length} wrong arrows`);
if (summary.totalCruised < files.length) console.error('dependency-cruiser saw fewer modules than there are files');
process.exit(summary.violations.length > 0 || circles.length > 0 || summary.totalCruised < files.length ? 1 : 0);

/**
 * Files may be free of circles while the folders of a service are not. @returns each circle between rooms of one service, as
 * "server/services/finance: bank -> debit -> bank". Tests and what serves them are left out.
 */
function roomCircles(all: typeof modules): string[] {
  const arrows = new Map<string, Set<string>>();
  const roomOf = (file: string) => /^(server\/services\/[^/]+)\/([^/]+)\/[^/]+$/.exec(file)?.slice(1, 3).join(': ');
  for (const { source, dependencies } of all) {
    const from = roomOf(source);
    if (!from || /[.](test|testing|harness|cases)[.]ts$/.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (to && to !== from && to.split(':')[0] === from.split(':')[0]) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const found = new Set<string>();
  const walk = (room: string, path: readonly string[]): void => {
    if (path.includes(room)) {
      const circle = path.slice(path.indexOf(room)).toSorted();
      found.add([...circle, circle[0]].join(' -> '));
    } else for (const next of arrows.get(room) ?? []) walk(next, [...path, room]);
  };
  for (const room of arrows.keys()) walk(room, []);
  return [...found];
}
