/** What is built from the sources, and where it is. */
import path from 'node:path';
import { outputOf, type Target } from './fresh.ts';

export const WEB: Target = {
  name: 'web',
  sources: [
    'web/**/*',
    'core/**/*.ts',
    'engine/**/*.ts',
    'blocks/**/*.ts',
    'server/services/*/*.graphql',
    'server/platform/base.graphql',
    'vite.config.ts',
  ],
  file: 'index.html',
};
export const SERVER: Target = { name: 'server', sources: ['{core,engine,blocks,portal,server,scripts}/**/*.ts'], file: 'main.mjs' };

/** The server again, with programs that only tests and measurements start. */
export const SERVER_FOR_TESTS: Target = { ...SERVER, name: 'server-for-tests' };
export const FOR_TESTS = 'server/**/*.kill.{worker,provider}.ts';

export const WEB_OUTPUT = outputOf(WEB);

/** @param file of the server, from the repository's root @returns its bundle's name in the folder of bundles. */
export const bundleName = (file: string): string => `${path.relative('server', file).replaceAll(path.sep, '.').replace(/\.ts$/, '')}.mjs`;

/** @param file of a program, e.g. "server/main.ts" @returns where its bundle is put. */
export const bundleOf = (file: string, target = SERVER): string => path.join(outputOf(target), bundleName(file));
