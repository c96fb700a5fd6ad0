import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Builds the staff application from web/ to dist/web; every file but index.html carries its hash under /assets/. */
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react()],
  resolve: {
    // Some packages keep their code for present-day browsers behind this name.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      // The router names its development build for everybody.
      { find: /^react-router$/, replacement: path.join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs') },
      // Whichever schema is made first, in whichever chunk: it is made without code of text.
      { find: /^zod$/, replacement: path.join(import.meta.dirname, 'web/zod.ts') },
      // The canvas checks steps before what reads expressions is there.
      {
        find: /^\.\.\/conditions\/expression\.ts$/,
        replacement: path.join(import.meta.dirname, 'web/screens/strategy/canvas/expressions.ts'),
      },
    ],
  },
  build: {
    target: 'es2023',
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Nothing is put into data: addresses, so that the security policy can name 'self' alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What a screen may load is bounded by a test, compressed (e2e/staff.test.ts); a newcomer's first start need not read of it.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // What every visit needs comes in three files, which compress better than fifty; screens and dialogs keep chunks of their own.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            // What a form needs, the sign-in page's too.
            {
              name: 'controls',
              test: /@mantine\/core\/esm\/components\/(Button|InputBase|TextInput)\/|web\/(ui\/fault|shell\/Mark)\./,
              priority: 2,
            },
            {
              name: 'workspace',
              test: /web\/(shell\/(Workspace|useFreshScreen|paths|staff|list\/(columns|filters|useListAddress))|ui\/(DataTable|PageHeader|ActionBar|Opens|Money|Tag))\.tsx?$|@mantine\/core\/esm\/components\/ActionIcon\//,
              priority: 1,
            },
            // What keeps a draft, with and without the fields of @mantine/form.
            { name: 'kept', test: /web\/ui\/(kept|rebase|saving|KeptNote)\.tsx?$/ },
            { name: 'form', test: /@mantine\/form\/|web\/ui\/(keptForm|screenForm)\.ts$/ },
          ],
        },
      },
    },
  },
});
