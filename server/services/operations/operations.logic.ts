/** How a client contacts people: the gate's rules and the providers. */
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../core/messageChannels.ts';
import type { SmsSenders } from '../../../core/smsSender.ts';
import { isoInstant } from '../../../core/time.ts';
import { gateRulesFor, gateRulesSchema } from '../../../engine/gate/defaults.ts';
import type { GateRules } from '../../../engine/gate/types.ts';
import { now } from '../../platform/clock.ts';
import type { StoredProvider } from '../../platform/delivery/providers.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';

export interface ContactSetting {
  readonly gateRules: GateRules;
  /** By channel; null: of e-mails SMTP_URL when the installation has one, else the sandbox inbox. */
  readonly providers: Readonly<Record<MessageChannel, StoredProvider | null>>;
  /** Who text messages to a country's numbers are from; the provider's sender where none is named. */
  readonly smsSenders: SmsSenders;
  /** Whether the rules are the client's own rather than its country's. */
  readonly ownRules: boolean;
  /** Rises with every save of the rules; 0 where nothing was ever saved. */
  readonly rulesRevision: number;
}

const NO_PROVIDERS = Object.fromEntries(MESSAGE_CHANNELS.map((channel) => [channel, null])) as Record<MessageChannel, null>;

/** @returns the running client's setting; rules it never saved are its country's defaults. */
export async function readContactSetting(tx: Pick<Tx, 'sql' | 'clientId'>): Promise<ContactSetting> {
  const [row] = await tx.sql<{
    country_code: string;
    gate_rules: GateRules | null;
    rules_revision: number | null;
    providers: Record<MessageChannel, StoredProvider | null>;
    sms_senders: SmsSenders | null;
  }>(
    `select c.country_code, s.gate_rules, s.rules_revision, s.sms_senders,
       jsonb_build_object(${MESSAGE_CHANNELS.map((channel) => `'${channel}', s.${channel}_provider`).join(', ')}) as providers
     from published.client c left join contact_setting s on s.client_id = c.client_id where c.client_id = $1`,
    [tx.clientId satisfies Uuid],
  );
  const defaults = gateRulesFor(row?.country_code ?? null);
  return {
    gateRules: { ...defaults, ...row?.gate_rules },
    providers: row?.providers ?? NO_PROVIDERS,
    smsSenders: row?.sms_senders ?? {},
    ownRules: row?.gate_rules != null,
    rulesRevision: row?.rules_revision ?? 0,
  };
}

/** What the gate needs of a client besides its accounts: where and when it is, and its rules. */
export interface KnownContactSetting {
  readonly timezone: string;
  readonly countryCode: string;
  /** The client's own rules; null or absent ones are its country's. */
  readonly gateRules: GateRules | null;
}

/** An expression for a statement over tables of the running client: gives a KnownContactSetting without a statement of its own. $1 is the client. */
export const CONTACT_SETTING = `(select jsonb_build_object('timezone', c.timezone, 'countryCode', c.country_code, 'gateRules', s.gate_rules)
  from published.client c left join contact_setting s on s.client_id = c.client_id where c.client_id = $1)`;

/** @returns the rules as the screen shows them, with those of the client's country beside them. */
export async function readContactRules(tx: Tx) {
  const client = await readClient(tx);
  const setting = await readContactSetting(tx);
  return {
    rules: setting.gateRules,
    defaults: gateRulesFor(client.countryCode),
    ownRules: setting.ownRules,
    revision: setting.rulesRevision,
    timezone: client.timezone,
    countryCode: client.countryCode,
  };
}

/**
 * Saves the client's own rules; null brings its country's back.
 * @param revision the one that the editor read; without one the save overwrites whatever is there.
 * @throws Fault INVALID_INPUT naming the rule, CONFLICT when somebody saved since `revision`.
 */
export async function setContactRules(tx: Tx, rules: unknown, revision?: number | null): Promise<void> {
  const before = (await readContactSetting(tx)).gateRules;
  let after: GateRules | null = null;
  if (rules !== null && rules !== undefined) {
    const parsed = gateRulesSchema.safeParse(rules);
    if (!parsed.success) throw faultOfIssues('rules', parsed.error.issues);
    after = parsed.data;
  }
  const saved = await tx.sql(
    `insert into contact_setting as s (client_id, gate_rules, updated_at) values ($1, $2, $3)
     on conflict (client_id) do update
       set gate_rules = excluded.gate_rules, updated_at = excluded.updated_at,
         rules_revision = s.rules_revision + (s.gate_rules is distinct from excluded.gate_rules)::int
       where $4::int is null or s.rules_revision = $4::int
     returning rules_revision`,
    [tx.clientId, after ? JSON.stringify(after) : null, isoInstant(now()), revision ?? null],
  );
  if (saved.length === 0) throw fault('CONFLICT', 'settingsChanged', {}, 'revision');
  await appendEvents(tx, [{ messageType: 'contactRulesChanged', payload: { before, after: (await readContactSetting(tx)).gateRules } }]);
}
