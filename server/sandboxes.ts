/** What a production start looks for: sandboxes that somebody switched on. They book nothing in a live database, so whoever relies on them is told. */
import { MESSAGE_CHANNELS } from '../core/messageChannels.ts';
import { isoInstant } from '../core/time.ts';
import { now } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { appendEvents } from './platform/events.ts';
import { StartRefusal } from './platform/installation.ts';
import { allClients, type Database, inClient, type Tx } from './platform/tenancy.ts';
import { readClient } from './services/backoffice/backoffice.logic.ts';
import { STRIPE } from './services/finance/debit/mandate.logic.ts';
import { SANDBOX } from './services/finance/payment/provider.logic.ts';
import { readProviderSettings } from './services/finance/providers/stripe.setting.logic.ts';
import { readContactSetting } from './services/operations/operations.logic.ts';

const FAKE = 'FakeProvider';
const CHANNELS = MESSAGE_CHANNELS;
type Found = typeof STRIPE | (typeof CHANNELS)[number];

const WORDS: Record<Found, string> = {
  stripe: 'test keys of Stripe are switched on, with which no money moves',
  email: `${FAKE} stands for its e-mail provider and sends nothing`,
  sms: `${FAKE} stands for its provider of text messages and sends nothing`,
  whatsapp: `${FAKE} stands for its provider of WhatsApp and sends nothing`,
  letter: `${FAKE} stands for its provider of letters and posts nothing`,
  phone: `${FAKE} stands for its provider of calls and calls nobody`,
};

async function findIn(tx: Tx, config: Config): Promise<Found[]> {
  const setting = await readContactSetting(tx);
  const [stripe] = await readProviderSettings(tx, config);
  return [
    ...(stripe?.isActive && stripe.isTest ? [STRIPE as Found] : []),
    ...CHANNELS.filter((channel) => setting.providers[channel]?.providerName === FAKE),
  ];
}

/** Switches off what pretends. Keys stay saved, so that they can be tried; messages wait until a provider is chosen. */
async function switchOff(tx: Tx, found: readonly Found[]): Promise<void> {
  for (const each of found) {
    if (each === STRIPE) {
      await tx.sql(
        'update payment_provider_setting set is_active = false, revision = revision + 1, updated_at = $3 where client_id = $1 and provider_name = $2',
        [tx.clientId, STRIPE, isoInstant(now())],
      );
      await appendEvents(tx, [{ messageType: 'paymentProviderChanged', payload: { providerName: STRIPE, isActive: false } }]);
      continue;
    }
    await tx.sql(`update contact_setting set ${each}_provider = null where client_id = $1`, [tx.clientId]);
    const payload = { setting: `${each}Provider`, from: FAKE, to: null };
    await appendEvents(tx, [{ messageType: 'clientConfigurationChanged', payload }]);
  }
}

/**
 * @param switchesOff whether the operator asked to have them switched off. @returns lines for the operator to read.
 * @throws StartRefusal naming the clients that have one, and what to do
 */
export async function refuseSandboxes(database: Database, config: Config, switchesOff: boolean): Promise<string[]> {
  const lines: string[] = [];
  const active: string[] = [];
  for (const clientId of await allClients(database)) {
    const { name, found, booked } = await inClient(database, clientId, async (tx) => {
      const found = await findIn(tx, config);
      if (switchesOff) await switchOff(tx, found);
      return { name: (await readClient(tx)).name, found, booked: await bookedBySandbox(tx) };
    });
    for (const each of found) {
      if (switchesOff) lines.push(`${name}: ${WORDS[each]}. It is switched off now.`);
      else active.push(`${name}: ${WORDS[each]}.`);
    }
    if (booked > 0n)
      lines.push(
        `${name}: ${booked} payment(s) booked by the sandbox of an earlier release although no money came: correct them in the accounts.`,
      );
  }
  if (active.length > 0)
    throw new StartRefusal(
      `A production start needs real providers.\n${active.map((line) => `  ${line}`).join('\n')}\n` +
        'Start once with `npm start -- --switch-off-sandboxes`, then enter live keys and providers in the configuration. Until then debtors see the bank account, and messages wait.',
    );
  return lines;
}

/** @returns how many payments stand as settled that nothing but the sandbox has reported. */
async function bookedBySandbox(tx: Tx): Promise<bigint> {
  const [row] = await tx.sql<{ count: bigint }>(
    `select count(*) from payment where client_id = $1 and provider_name = $2 and status = 'settled'`,
    [tx.clientId, SANDBOX.providerName],
  );
  return row?.count ?? 0n;
}
