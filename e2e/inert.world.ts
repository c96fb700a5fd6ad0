/** A client whose debtors, files and templates bring nothing good along: the same texts in every place that takes free text. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { MESSAGE_CHANNELS } from '../core/messageChannels.ts';
import type { CalendarDate } from '../core/time.ts';
import { now } from '../server/platform/clock.ts';
import { queueCommunications } from '../server/platform/delivery/outbox.ts';
import { inClient, SYSTEM, type Tx } from '../server/platform/tenancy.ts';
import { refreshAccounts } from '../server/services/account/ground/projection.logic.ts';
import { createTask } from '../server/services/account/task/task.logic.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { drainClient } from '../server/services/cms/cms.delivery.ts';
import { setGlobalPlaceholders } from '../server/services/cms/cms.globals.logic.ts';
import { book } from '../server/services/finance/ledger/ledger.logic.ts';
import { addLocalFile } from '../server/services/import/import.file.logic.ts';
import { workOn } from '../server/services/import/import.jobs.ts';
import { moveImport } from '../server/services/import/import.logic.ts';
import { checkMapping } from '../server/services/import/import.mapping.ts';
import { createTinyLink } from '../server/services/landing-page/landing-page.logic.ts';
import { addNote } from '../server/services/notes/notes.logic.ts';
import { readContactRules, setContactRules } from '../server/services/operations/operations.logic.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import type { WholeHouse } from './house.ts';
import { seedContent } from './inert.content.ts';

/** Each would call `ran` if it were anything but text. */
export const PAYLOADS = [
  `<script>ran('script')</script>`,
  `<img src=x onerror="ran('onerror')">`,
  `"><svg onload="ran('svg')">`,
  `'><a href="javascript:ran('link')">pay</a>`,
  `javascript:ran('address')`,
  `data:text/html,<script>ran('data')</script>`,
  `<style>*{display:none!important;background:url(/t/stolen)}</style>`,
  `<iframe srcdoc="<script>ran('frame')</script>"></iframe>`,
  `</textarea></title></script><script>ran('closed')</script>`,
  `<mj-raw><script>ran('mjml')</script></mj-raw></mj-text>`,
  `{{ global.secret }}{% for i in (1..3) %}x{% endfor %}{{7*7}}`,
  `\${ran('template')} #{ran('ruby')} <%= ran('erb') %>`,
  `=cmd|' /C calc'!A1`,
  `+49*1`,
  `-1+2`,
  `@SUM(1,2)`,
  `Anna \u202egpj.exe`,
] as const;
export const SECRET = 'a secret of the house';

export interface InertWorld {
  /** One for each payload, in that order; the first has a claim for each. */
  readonly accounts: readonly { readonly accountId: Uuid; readonly refs: readonly string[]; readonly portal: string }[];
  readonly importId: Uuid;
  readonly blueprintId: string;
  readonly content: Awaited<ReturnType<typeof seedContent>>;
}

/** Fills the house's client, and sends its debtors one e-mail and one SMS each. */
export async function seedInert(house: WholeHouse): Promise<InertWorld> {
  const accounts: InertWorld['accounts'][number][] = [];
  let blueprintId = '';
  const work = <Result>(inside: (tx: Tx) => Promise<Result>) =>
    inClient(house.database, house.clientId, inside, { actor: { type: 'user', id: house.userId } });
  // Hours are not the matter here. Set before anything is queued: the worker beside us asks the gate at once, and at night it would defer.
  await work(async (tx) => setContactRules(tx, { ...(await readContactRules(tx)).rules, hoursApplyTo: [] }));
  await work(async (tx) => {
    await setGlobalPlaceholders(tx, { secret: SECRET, slogan: PAYLOADS[1] });
    for (const [index, payload] of PAYLOADS.entries())
      accounts.push(await addAccount(house, tx, index, payload, index === 0 ? PAYLOADS : [payload]));
    await refreshAccounts(
      tx,
      accounts.map((each) => each.accountId),
    );
    await saveBundle(
      tx,
      {
        fileName: 'reminder',
        displayName: PAYLOADS.slice(0, 3).join(' '),
        contentTemplateType: 'email',
        tags: [PAYLOADS[1]],
        contentTemplates: [
          {
            locale: 'en_US',
            subject: '{{ debtor.fullName }} {{ meta.remark }}',
            format: 'mjml',
            content: `<mjml><mj-body><mj-section><mj-column><mj-text>{{ debtor.salutation }} {{ meta.remark }} {{ global.slogan }} {{ product.name }}</mj-text><mj-button href="{{ meta.remark }}">Go</mj-button><mj-button href="{{ link.pay }}">Pay</mj-button></mj-column></mj-section></mj-body></mjml>`,
          },
        ],
      },
      'Ada',
    );
    await saveBundle(
      tx,
      {
        fileName: 'short',
        displayName: 'Short',
        contentTemplateType: 'sms',
        contentTemplates: [{ locale: 'en_US', format: 'text', content: '{{ debtor.fullName }} {{ meta.remark }}' }],
      },
      'Ada',
    );
    const saved = await saveBlueprint(tx, {
      id: 'new',
      displayName: PAYLOADS[1],
      steps: JSON.stringify([
        {
          id: 'mail',
          stepType: 'sendEmail',
          stepState: { bundleName: 'reminder', locale: null, description: PAYLOADS.slice(0, 3).join(' ') },
          down: 'end',
        },
        { id: 'end', stepType: 'expired', stepState: { description: PAYLOADS[2] }, down: null },
      ]),
    });
    blueprintId = saved.blueprint?.id ?? '';
    await queueCommunications(
      tx,
      accounts.flatMap(({ accountId, refs }, index) =>
        (['email', 'sms'] as const).map((channel) => ({
          key: `${channel}${index}`,
          channel,
          accountId,
          externalClaimRef: refs[0] ?? null,
          request: { bundleName: channel === 'email' ? 'reminder' : 'short', strategyName: PAYLOADS[2] },
        })),
      ),
    );
  });
  for (const channel of MESSAGE_CHANNELS) await drainClient(house.database, house.clientId, channel, house.config);
  const importId = await addImport(house);
  const content = await work((tx) => seedContent(tx, PAYLOADS));
  return { accounts, importId, blueprintId, content };
}

/** An account whose every free text is the payload; with a claim, a note and a task for each of the texts. */
async function addAccount(house: WholeHouse, tx: Tx, index: number, payload: string, texts: readonly string[]) {
  const [accountId, debtorId] = [uuidv7(), uuidv7()];
  const at = new Date(now());
  await tx.sql(
    `insert into account (client_id, account_id, external_account_ref, currency, locale, meta, created_at, updated_at) values ($1, $2, $3, 'EUR', 'en_US', $4, $5, $5)`,
    [tx.clientId, accountId, `K-${index} ${payload}`, JSON.stringify({ remark: payload, [payload.slice(0, 40)]: payload }), at],
  );
  await tx.sql(
    `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, title, birthday, address)
     values ($1, $2, $3, $4, 'person', $5, $5, $6, '1988-03-04', $7)`,
    [
      tx.clientId,
      accountId,
      debtorId,
      `D-${index}`,
      payload,
      'Dr.',
      JSON.stringify({ city: payload, addressLine1: payload, postalCode: '10119' }),
    ],
  );
  for (const [kind, value] of [
    ['email', `debtor${index}@post.example`],
    ['mobile', '+4915112345678'],
  ])
    await tx.sql(
      'insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, $4, $5, $5, $6)',
      [tx.clientId, accountId, debtorId, kind, value, at],
    );
  const refs: string[] = [];
  for (const [place, text] of texts.entries()) {
    const ref = `R-${index}-${place}`;
    refs.push(ref);
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, product_name, meta, created_at, updated_at)
       values ($1, $2, $3, 'EUR', 1000, 0, '2026-01-01', $4, $5, $6, $6)`,
      [tx.clientId, ref, accountId, text, JSON.stringify({ remark: text }), at],
    );
    await book(tx, [
      {
        accountId,
        externalClaimRef: ref,
        kind: 'principal',
        amount: 1000n,
        currency: 'EUR',
        valueDate: '2026-01-01' as CalendarDate,
        key: `principal:${ref}`,
        description: text,
      },
    ]);
    await addNote(tx, { accountId, text }, house.userId);
    await createTask(tx, { accountId, externalClaimRef: ref, note: text, description: text }, house.userId);
  }
  const { url } = await createTinyLink(tx, { accountId, externalClaimRef: null, publicUrl: house.url });
  return { accountId, refs, portal: url };
}

/** A file whose name, columns and values are payloads, some of them rejected. */
async function addImport(house: WholeHouse): Promise<Uuid> {
  const file = path.join(house.config.dataFolder, `=cmd <img src=x onerror=ran(1)> \u202evsc.csv`);
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const rows = PAYLOADS.map((payload, index) =>
    [`F-${index}`, quoted(payload), `I-${index}`, index % 2 ? '10.00' : quoted(payload)].join(','),
  );
  await writeFile(file, [`account,${quoted(PAYLOADS[1])},invoice,amount`, ...rows].join('\n'));
  const id = await addLocalFile(house.database, house.clientId, file, SYSTEM);
  const columns = { 'account.ref': 'account', 'debtor.lastName': PAYLOADS[1], 'claim.ref': 'invoice', 'claim.amount': 'amount' };
  const fields = Object.entries(columns).map(([field, column]) => ({ field, column }));
  const mapping = checkMapping({ record: 'claims', hasHeader: true, separator: ',', decimalMark: '.', dateOrder: 'YMD', fields });
  for (const state of ['checking', 'running'] as const) {
    await inClient(house.database, house.clientId, (tx) =>
      moveImport(tx, id, state, state === 'checking' ? { mapping, name: null } : undefined),
    );
    await workOn(house.database, house.clientId, id);
  }
  return id;
}
