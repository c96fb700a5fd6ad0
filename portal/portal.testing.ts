/** What tests of the debtor's page share: a house with the page in it, accounts that owe, and a browser without scripts. */
import type { FastifyInstance } from 'fastify';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { type CalendarDate, type Instant, instant } from '../core/time.ts';
import { now, useClock } from '../server/platform/clock.ts';
import { secretsFor } from '../server/platform/keyRing.ts';
import { type HouseOptions, openTestHouse } from '../server/platform/testing.ts';
import { mountLandingFiles } from '../server/services/cms/cms.landing.file.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { mountPaymentCallbacks } from '../server/services/finance/providers/callback.ts';
import { createTinyLink } from '../server/services/landing-page/landing-page.logic.ts';
import { portalServices } from '../server/services/landing-page/landing-page.portal.logic.ts';
import { mountPortal } from './mount.ts';

export const START = instant('2026-11-21T10:00:00Z');

export interface Owed {
  accountId: Uuid;
  refs: string[];
  address: string;
}

export type PortalHouse = Awaited<ReturnType<typeof openPortalHouse>>;

/** Opens the house on a Saturday morning; a test moves `clock.time`. */
export async function openPortalHouse(options?: HouseOptions) {
  const clock: { time: Instant } = { time: START };
  const restore = useClock(() => clock.time);
  const house = await openTestHouse(async (app, { database, config }) => {
    await mountPaymentCallbacks(app, { database, config });
    await mountLandingFiles(app, { database });
    await mountPortal(app, { services: portalServices(database, config), secrets: secretsFor("debtor's page"), isSecure: false, now });
  }, options);
  const services = portalServices(house.database, house.config);
  let serial = 0;

  /** An account of client A with claims, and a link to it. */
  async function owe(
    amounts: readonly bigint[],
    names: { first?: string; product?: string; entry?: string; debtor?: string } = {},
  ): Promise<Owed> {
    const accountId = uuidv7();
    const refs = amounts.map(() => String(++serial).padStart(7, '0'));
    return house.inA(async (tx) => {
      await tx.sql(
        `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $4)`,
        [tx.clientId, accountId, `K-${accountId.slice(-6)}`, '2026-01-01T00:00:00Z'],
      );
      await tx.sql(
        `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, birthday, address) values ($1, $2, $3, $5, 'person', $4, 'Brandt', '1988-03-04', '{"postalCode": "10119"}')`,
        [tx.clientId, accountId, uuidv7(), names.first ?? 'Hannah', names.debtor ?? accountId],
      );
      for (const [index, ref] of refs.entries())
        await tx.sql(
          `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, product_name, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, 0, $5, $6, $7, $7)`,
          [
            tx.clientId,
            ref,
            accountId,
            amounts[index],
            `2026-10-0${index + 1}`,
            names.product ?? `Electricity ${index + 1}`,
            '2026-01-01T00:00:00Z',
          ],
        );
      await book(
        tx,
        refs.map((ref, index) => ({
          accountId,
          externalClaimRef: ref,
          kind: 'principal' as const,
          amount: amounts[index] ?? 0n,
          currency: 'EUR',
          valueDate: '2026-09-01' as CalendarDate,
          key: `principal:${ref}`,
          description: names.entry ?? '',
        })),
      );
      const { url } = await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: house.config.publicUrl });
      return { accountId, refs, address: new URL(url).pathname };
    });
  }

  const linkTo = async (accountId: Uuid) =>
    house.inA(async (tx) => {
      const { url } = await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: house.config.publicUrl });
      return new URL(url).pathname;
    });
  const events = async (accountId: Uuid) =>
    (
      await house.inA((tx) =>
        tx.sql<{ message_type: string; actor_type: string }>(
          'select message_type, actor_type from event where client_id = $1 and account_id = $2 order by message_id',
          [house.clientA, accountId],
        ),
      )
    ).map((row) => row.message_type);
  const balances = async (refs: string[]) =>
    (
      await house.inA((tx) =>
        tx.sql<{ balance: bigint }>(
          'select balance from claim where client_id = $1 and external_claim_ref = any($2) order by external_claim_ref',
          [house.clientA, refs],
        ),
      )
    ).map((row) => row.balance);

  return {
    ...house,
    services,
    clock,
    owe,
    linkTo,
    events,
    balances,
    /** A browser of its own, without a cookie or with somebody else's. */
    browser: (cookie = '') => new Browser(house.app, cookie),
    close: async () => {
      restore();
      await house.close();
    },
  };
}

/** A browser without scripts: keeps the page's cookie, reads forms, posts them. */
class Browser {
  readonly #app: FastifyInstance;
  cookie: string;
  body = '';
  status = 0;
  location = '';
  headers: Record<string, unknown> = {};

  constructor(app: FastifyInstance, cookie: string) {
    this.#app = app;
    this.cookie = cookie;
  }

  async #send(method: 'GET' | 'POST', url: string, payload?: string | Buffer, type = 'application/x-www-form-urlencoded'): Promise<this> {
    const headers = {
      ...(this.cookie ? { cookie: this.cookie } : {}),
      ...(payload === undefined ? {} : { 'content-type': type }),
    };
    const answer = await this.#app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    const set = answer.cookies.find((each) => each.name === 'quittance-portal');
    if (set) this.cookie = `${set.name}=${set.value}`;
    Object.assign(this, {
      body: answer.body,
      status: answer.statusCode,
      location: String(answer.headers.location ?? ''),
      headers: answer.headers,
    });
    return this;
  }
  get = (url: string) => this.#send('GET', url);
  /** The hidden fields and ticked boxes of the page's first form to `action`, with changes; null leaves a field out. */
  fields(action: string, changes: Record<string, string | string[] | null> = {}): URLSearchParams {
    const form = new RegExp(`<form method="post" action="[^"]*${action}"[\\s\\S]*?</form>`).exec(this.body)?.[0] ?? '';
    const id = /^<form[^>]* id="([^"]*)"/.exec(form)?.[1];
    const elsewhere = [...this.body.matchAll(/<input[^>]*>/g)].filter(([tag]) => id && tag.includes(` form="${id}"`));
    const fields = new URLSearchParams();
    for (const [tag] of [...form.matchAll(/<input[^>]*>/g), ...elsewhere]) {
      const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
      if (['checkbox', 'radio'].includes(of('type') ?? '') && !/ checked/.test(tag)) continue;
      const name = of('name');
      if (name) fields.append(name, of('value') ?? '');
    }
    for (const [name, value] of Object.entries(changes)) {
      fields.delete(name);
      for (const each of value === null ? [] : [value].flat()) fields.append(name, each);
    }
    return fields;
  }
  post = (url: string, fields: URLSearchParams) => this.#send('POST', url, fields.toString());
  /** The same as multipart/form-data, with files. */
  async postFiles(
    url: string,
    fields: URLSearchParams,
    files: readonly { name: string; type?: string; bytes: Uint8Array }[],
  ): Promise<this> {
    const form = new FormData();
    for (const [name, value] of fields) if (name !== 'file') form.append(name, value);
    for (const { name, type = '', bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    const encoded = new Response(form);
    return this.#send('POST', url, Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '');
  }
  async follow(): Promise<this> {
    while (this.location) await this.get(this.location);
    return this;
  }
  /** Opens a link and passes the identity check. */
  async enter(address: string): Promise<this> {
    await this.get(address);
    await this.post(`${address}/identity`, this.fields('/identity', { day: '4', month: '3', year: '1988' }));
    return this.follow();
  }
  /** Chooses on the page and confirms on the review. */
  async settle(address: string, changes: Record<string, string | string[] | null>): Promise<this> {
    await this.post(`${address}/settle`, this.fields('/settle', changes));
    if (this.status === 200) await this.post(`${address}/settle`, this.fields('/settle'));
    return this.follow();
  }
}
