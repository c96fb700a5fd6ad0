import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Each run has its own test cluster, so that two runs on one machine do not meet.
process.env.QUITTANCE_TEST_ID ??= `${process.pid}-${Date.now()}`;

/** Tests in a real browser. */
const BROWSERS = ['e2e/**/*.test.ts', '**/*.browser.test.ts'];

/** Files that are short and wait long. Begun last, as their size has it, they would keep the other workers waiting for them. */
const LONG = ['away', 'backup', 'kill', 'together', 'random', 'secrets.start', 'mailHtml', 'embedded', 'consent'].map(
  (name) => new RegExp(`[/.]${name}\\.test\\.ts$`),
);

/** Browsers and rooms after each other, without a wait between them: a worker that goes to and fro would import everything each time. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => name.test(moduleId));
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => [...own.filter(isLong), ...own.filter((file) => !isLong(file))]);
  }
}

export default defineConfig({
  // Node itself loads graphql's CommonJS build; a second copy from the ESM build would not recognise its types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // Browsers come first, in workers of their own; the short files of the rooms keep all workers busy to the end. `npm run one -- --project
    // rooms` runs all that needs no browser.
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['core', 'engine', 'blocks', 'server', 'web', 'portal', 'scripts'].map((room) => `${room}/**/*.test.ts`),
          exclude: ['node_modules', ...BROWSERS],
        },
      },
      {
        extends: true,
        test: { name: 'browsers', include: BROWSERS, setupFiles: ['e2e/onFailure.ts'] },
      },
    ],
    globalSetup: ['server/platform/testing.setup.ts'],
    setupFiles: ['server/platform/testing.files.ts'],
    sequence: { sequencer: LongFirst },
    // What files import stays for the next file of the same worker; testing.files.ts puts the process back between them.
    isolate: false,
    // Most of what a test makes is gone at its end: with more room for the young, less of it is copied before.
    execArgv: ['--max-semi-space-size=64'],
    // The only places that say how long something is waited for (and e2e/browser.ts): far longer than it takes, since other programs may keep
    // the machine busy, and a test that fails by its clock says nothing about the product.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 180_000 } },
    // Twice the processors of a small machine: half of the time a test waits, rooms for the database, browsers for what a page does by the clock.
    maxWorkers: 4,
    // Programs that tests start read the compiled form of what one of them has compiled before: a third less of each start.
    env: {
      NODE_COMPILE_CACHE: path.resolve('node_modules/.compile-cache'),
      NODE_ENV: 'test',
      // Nobody answers there: a test that needs DNS opens a name server of its own (portal/dns.testing.ts).
      DNS_SERVERS: '127.0.0.1:1',
      LOG_LEVEL: 'silent',
      OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  },
});
