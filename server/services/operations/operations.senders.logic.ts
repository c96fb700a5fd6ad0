/** Who text messages are from, country by country. */
import { isCountry } from '../../../core/country.ts';
import { invalid } from '../../../core/fault.ts';
import { isSmsSender, type SmsSenders } from '../../../core/smsSender.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readContactSetting } from './operations.logic.ts';

export interface SmsSenderContent {
  /** A country's code; or a language of messages, whose country is meant: de_DE is DE. */
  readonly locale: string;
  readonly content: string;
}

/** @returns senders by country, in the order of their codes. */
export async function listSmsSenders(tx: Tx): Promise<{ country: string; sender: string }[]> {
  const { smsSenders } = await readContactSetting(tx);
  return Object.entries(smsSenders)
    .map(([country, sender]) => ({ country, sender }))
    .sort((one, other) => one.country.localeCompare(other.country, 'en'));
}

/** Puts these senders in place of the client's. @throws Fault INVALID_INPUT naming the row and its field */
export async function setSmsSenders(tx: Tx, contents: readonly SmsSenderContent[]): Promise<void> {
  const senders: Record<string, string> = {};
  for (const [place, { locale, content }] of contents.entries()) {
    const at = (field: keyof SmsSenderContent) => `smsSenderContents.${place}.${field}`;
    const country = locale.slice(locale.indexOf('_') + 1).toUpperCase();
    if (!isCountry(country)) throw invalid(at('locale'), 'countryUnknown');
    if (senders[country] !== undefined) throw invalid(at('locale'), 'thereTwice', { name: country });
    const sender = content.trim();
    if (!isSmsSender(sender)) throw invalid(at('content'), 'smsSender');
    senders[country] = sender;
  }
  const { smsSenders: before } = await readContactSetting(tx);
  await tx.sql(
    `insert into contact_setting (client_id, sms_senders, updated_at) values ($1, $2, $3)
     on conflict (client_id) do update set sms_senders = excluded.sms_senders, updated_at = excluded.updated_at`,
    [tx.clientId, JSON.stringify(senders), isoInstant(now())],
  );
  await appendEvents(tx, [
    { messageType: 'clientConfigurationChanged', payload: { setting: 'smsSenders', from: written(before), to: written(senders) } },
  ]);
}

const written = (senders: SmsSenders) =>
  Object.entries(senders)
    .map(([country, sender]) => `${country}: ${sender}`)
    .sort()
    .join(', ') || null;
