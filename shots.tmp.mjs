import sp from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const path = await sp.executablePath();
const browser = await chromium.launch({ executablePath: path, args: [...sp.args, '--no-sandbox'], headless: true });
const base = 'http://localhost:7401';
const scheme = process.argv[2] ?? 'light';
const ctx = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: scheme, locale: 'en-US' });
const page = await ctx.newPage();
await page.goto(base);
await page.getByLabel('Email').fill('admin@demo.quittance.example');
await page.getByLabel('Password', { exact: true }).fill('quittance demo');
await page.keyboard.press('Enter');
await page.waitForURL(/[0-9a-f-]{36}/);
globalThis.page = page;
const { default: steps } = await import(process.argv[3]);
await steps(page, scheme, base);
await browser.close();
