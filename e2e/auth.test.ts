/** Getting in and out, by keyboard alone and with real mail: invited, first password, second factor, recovery code, forgotten, out. */
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useClock } from '../server/platform/clock.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addClientUser } from '../server/services/backoffice/backoffice.logic.ts';
import { totp } from '../server/services/identity/identity.testing.ts';
import { invite, putPoolUser, setPoolGroups } from '../server/services/identity/identity.users.logic.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

const EMAIL = 'noor@nordlicht.example';
const FIRST = 'the first long password';
const SECOND = 'the second long password';

let house: WholeHouse;
let browser: Browser;
let page: Page;
let smtp: SMTPServer;
const mails: { to: string; subject: string; text: string }[] = [];
/** What a browser complains of. */
const wrong: string[] = [];
let ahead = 0;
let restore = () => {};
let secret = '';
let recoveryCodes: string[] = [];

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', subject, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  process.env.SMTP_URL = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  house = await openWholeHouse();
  browser = await launchBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })).newPage();
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (entry) => void (entry.type() === 'error' && wrong.push(entry.text())));
});
afterAll(async () => {
  restore();
  delete process.env.SMTP_URL;
  await browser.close();
  await house.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

/** A code of the authenticator is good once: the server's clock goes on two steps before the next. */
async function nextCode(): Promise<string> {
  restore();
  ahead += 60_000;
  const by = ahead;
  restore = useClock(() => Date.now() + by);
  return totp(secret);
}

/** Waits for the next mail and reads it. */
async function mail(work: () => Promise<unknown>): Promise<{ to: string; subject: string; text: string }> {
  const before = mails.length;
  await work();
  await expect.poll(() => mails.length).toBeGreaterThan(before);
  return mails.at(-1)!;
}

/** The name of the field that has the focus. */
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));

/** Types into the field that has the focus. */
async function type(name: string, text: string): Promise<void> {
  await expect.poll(focused).toBe(name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes by Tab to the control with this text. */
async function tabTo(text: string): Promise<void> {
  for (let count = 0; count < 15; count++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent)) === text) return;
  }
  throw new Error(`"${text}" is not reached by Tab`);
}

const title = (text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor();
const arrived = () => page.waitForURL((address) => address.pathname.startsWith(`/${house.clientId}/`));

async function signIn(password: string): Promise<void> {
  await title('Sign in');
  // The field that is wanted next has the focus: the first one, or the password after a wrong one.
  await expect.poll(focused).toMatch(/^(email|password)$/);
  if ((await focused()) === 'password') await page.keyboard.press('Shift+Tab');
  await type('email', EMAIL);
  await page.keyboard.press('Tab');
  await type('password', password);
  await page.keyboard.press('Enter');
}

async function signOut(): Promise<void> {
  await page.goto(`${house.url}/logout`);
  await page.waitForURL('**/auth');
}

it('an invitation comes by mail, and its link sets the first password and signs in', async () => {
  const { userId } = await putPoolUser(house.database, { email: EMAIL, name: 'Noor', familyName: 'van Dijk' });
  await setPoolGroups(house.database, userId, house.clientId, [{ roleId: 'SUPERVISOR', partnerIds: [] }]);
  await inClient(house.database, house.clientId, (tx) =>
    addClientUser(tx, { userId, email: EMAIL, name: 'Noor van Dijk', role: 'SUPERVISOR' }),
  );
  const invitation = { userId, clientName: 'Nordlicht Energie', inviter: 'Ada Petersen', locale: 'en_US' } as const;
  const { to, subject, text } = await mail(() => invite(house.database, house.config, invitation));
  expect([to, subject]).toEqual([EMAIL, 'Nordlicht Energie: your access to Quittance']);
  await page.goto(/http\S+/.exec(text)![0]);
  await title('Choose your password');
  // The code does not stay in the address.
  await page.waitForURL((address) => address.search === '');
  await type('new-password', 'too short');
  await page.keyboard.press('Enter');
  await page.getByText('Use at least 10 characters').waitFor();
  await type('new-password', FIRST);
  await page.keyboard.press('Enter');
  await arrived();
});

it('the same link does not work again', async () => {
  const invitation = /http\S+/.exec(mails[0]!.text)![0];
  await signOut();
  await page.goto(invitation);
  await title('Choose your password');
  await type('new-password', FIRST);
  await page.keyboard.press('Enter');
  await page.getByText('This link has expired or was already used', { exact: false }).waitFor();
});

it('a client that asks for a second factor has it set up at sign-in', async () => {
  await inClient(house.database, house.clientId, (tx) =>
    tx.sql(`update client set feature_flags = feature_flags || '{"MFA": true}' where client_id = $1`, [house.clientId]),
  );
  await page.goto(`${house.url}/auth`);
  await signIn('not the password');
  await page.getByRole('alert').getByText('Incorrect email or password').waitFor();
  await signIn(FIRST);
  await page.waitForURL('**/auth/mfa');
  await title('Set up two-factor authentication');
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
  secret = (await page.locator('code').innerText()).replace(/\s/g, '');
  await type('code', '000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is incorrect or has already been used').waitFor();
  await type('code', await nextCode());
  await page.keyboard.press('Enter');
  await title('Your recovery codes');
  recoveryCodes = await page.locator('main li').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await tabTo('I’ve saved them');
  await page.keyboard.press('Enter');
  await arrived();
});

it('a recovery code lets in without the authenticator', async () => {
  await signOut();
  await signIn(FIRST);
  await title('Two-factor authentication');
  await tabTo('Use a recovery code');
  await page.keyboard.press('Enter');
  await type('code', recoveryCodes[0]!);
  await page.keyboard.press('Enter');
  await arrived();
});

it('a page of the second step that is loaded anew begins anew', async () => {
  await signOut();
  await page.goto(`${house.url}/auth/mfa`);
  await title('Sign in');
});

it('a forgotten password is set anew by a code that comes by mail, and the second factor is still asked for', async () => {
  await tabTo('Forgot your password?');
  await page.keyboard.press('Enter');
  await title('Reset password');
  await type('email', EMAIL);
  const { subject, text } = await mail(() => page.keyboard.press('Enter'));
  expect(subject).toBe('Your password reset code');
  await type('code', /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(text)![0]);
  await page.keyboard.press('Tab');
  await type('new-password', SECOND);
  const told = await mail(() => page.keyboard.press('Enter'));
  expect(told.subject).toBe('Your password was changed');
  await page.getByText('Your password is set. Sign in with it.').waitFor();
  await expect.poll(() => page.inputValue('input[name=email]')).toBe(EMAIL);
  await type('password', SECOND);
  await page.keyboard.press('Enter');
  await title('Two-factor authentication');
  await type('code', await nextCode());
  await page.keyboard.press('Enter');
  await arrived();
});

it('signing out ends it: the way back leads to the sign-in page', async () => {
  await signOut();
  await page.getByText('Please sign in to continue.').waitFor();
  await page.goto(`${house.url}/${house.clientId}/account/tasks`);
  await page.waitForURL('**/auth');
});

it('a lock-out says how long it lasts, for nobody as for somebody', async () => {
  await type('email', 'nobody@nordlicht.example');
  await page.keyboard.press('Tab');
  for (let tries = 0; tries < 6; tries++) {
    await type('password', `wrong wrong wrong ${tries}`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/identity'));
    await page.keyboard.press('Enter');
    await answered;
    await expect.poll(() => page.inputValue('input[name=password]')).toBe('');
  }
  await page.getByRole('alert').getByText('Too many attempts from here. Try again in 1 minute', { exact: false }).waitFor();
});

it('nothing went wrong in the browser besides what was refused on purpose', () => {
  expect(wrong.filter((text) => !/status of 401/.test(text))).toEqual([]);
});
