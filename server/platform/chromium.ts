/** A Chromium from npm, so that a bare machine needs no system package: it prints PDFs, and the tests' browser is the same. */
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';

/**
 * Starts a headless Chromium with a temporary profile. Works as root and as an ordinary user, and any number of times at once.
 * The package's own launch arguments are left out on purpose: they switch web security off, and a test of the
 * Content-Security-Policy would then prove nothing.
 * @param args more Chromium switches, e.g. fake media devices.
 * @returns a Playwright browser; close() ends the process and removes what it wrote.
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  // Loaded by whoever needs a browser: every start of a process would take a third of a second longer.
  const { chromium: playwright } = await import('playwright-core');
  const home = await unpacked();
  const profile = await mkdtemp(path.join(tmpdir(), 'quittance-profile-'));
  const start = () =>
    playwright.launch({
      executablePath: path.join(home, 'chromium'),
      args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--font-render-hinting=none', ...args],
      env: {
        ...process.env,
        HOME: profile,
        XDG_CACHE_HOME: profile,
        LD_LIBRARY_PATH: path.join(home, 'al2023', 'lib'),
        FONTCONFIG_FILE: path.join(home, 'fonts.conf'),
      },
    });
  // On a machine with much to do, Chromium sometimes crashes (SIGSEGV) before it answers; started again it runs.
  const browser = await start().catch(start);
  browser.on('disconnected', () => void rm(profile, { recursive: true, force: true }));
  return browser;
}

/**
 * Unpacks Chromium, its libraries and a font once per user, beside the place and then by one rename: the package's own
 * fixed path in the system's temporary folder belongs to whoever came first, and is seen half-written by whoever comes second.
 */
async function unpacked(): Promise<string> {
  const home = path.join(tmpdir(), `quittance-chromium-147-${process.getuid?.() ?? 'user'}`);
  if (existsSync(home)) return home;
  const temporary = process.env.TMPDIR;
  const partial = await mkdtemp(`${home}-`);
  process.env.TMPDIR = partial;
  // The package unpacks the shared libraries that a bare system lacks only when it believes to be inside this runtime.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
  await writeFile(path.join(partial, 'fonts.conf'), fontsConfiguration(home));
  await rename(partial, home).catch(() => rm(partial, { recursive: true, force: true }));
  return home;
}

function fontsConfiguration(home: string): string {
  const cache = path.join(home, 'fonts-cache');
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${path.join(home, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${cache}</cachedir><config></config></fontconfig>`;
}
