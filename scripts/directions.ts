/** Checks the arrows between the rooms, and that the checker really saw them (it reports nothing when it cannot parse). */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';

const rooms = ['core', 'engine', 'server', 'web', 'portal'];
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
const { summary } = JSON.parse(text) as {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
};
for (const violation of summary.violations) console.error(`${violation.rule.name}: ${violation.from} -> ${violation.to}`);
console.log(`  ${summary.totalCruised} modules seen, ${files.length} files of ours, ${summary.violations.length} wrong arrows`);
if (summary.totalCruised < files.length) console.error('dependency-cruiser saw fewer modules than there are files');
process.exit(summary.violations.length > 0 || summary.totalCruised < files.length ? 1 : 0);
