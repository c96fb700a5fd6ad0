import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the staff application from web/ to dist/web; every file but index.html carries its hash under /assets/. */
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Nothing is put into data: addresses, so that the security policy can name 'self' alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
