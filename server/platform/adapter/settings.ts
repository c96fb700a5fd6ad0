/** A provider's settings on their way in and out: read, checked, hidden, and described for the form that asks for them. */
import type { z } from 'zod';
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { invalid } from '../../../core/fault.ts';
import { type Outbound, RefusedAddress } from '../outbound.ts';
import type { Adapter } from './adapter.ts';
import { knownOf } from './fields.ts';

/** What stands for a secret that is filled. */
export const HIDDEN = '********';

type Values = Record<string, unknown>;

const namesOf = (object: z.ZodObject) => Object.keys(object.shape);
const secretsOf = ({ credentials }: Adapter) => namesOf(credentials).filter((name) => knownOf(credentials, name).secret);

/** @returns credentials as people may see them. Of an adapter that this release lacks nothing is shown. */
export function hideSecrets(adapter: Adapter | undefined, credentials: Values): Values {
  const secrets = adapter ? secretsOf(adapter) : Object.keys(credentials);
  return Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, secrets.includes(name) ? HIDDEN : value]));
}

/** @returns given credentials, where a secret that comes back as asterisks is the one we have. */
export const keepSecrets = (given: Values, kept: Values): Values =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === HIDDEN ? kept[name] : value]));

/** @param at what the fields are under in the input, e.g. "providerConfigurations." @throws Fault INVALID_INPUT naming the fields */
export function readSettings(adapter: Adapter, chosen: { readonly credentials: unknown; readonly extras: unknown }, at = '') {
  const read = (part: 'credentials' | 'extras'): Values => {
    const parsed = adapter[part].safeParse(chosen[part]);
    if (parsed.success) return parsed.data;
    throw faultOfIssues(`${at}${part}`, parsed.error.issues);
  };
  return { credentials: read('credentials'), extras: read('extras') };
}

/** Checks whom a client wants us to speak to. @throws Fault INVALID_INPUT naming the field */
export async function checkAddresses(
  adapter: Adapter,
  settings: { readonly credentials: Values; readonly extras: Values },
  outbound: Outbound,
  at = '',
): Promise<void> {
  for (const part of ['credentials', 'extras'] as const)
    for (const name of namesOf(adapter[part])) {
      const { leadsTo } = knownOf(adapter[part], name);
      const value = settings[part][name];
      if (!leadsTo || value === undefined) continue;
      const port = Number(settings[part].port);
      const checking =
        leadsTo === 'url'
          ? outbound.checkUrl(String(value))
          : outbound[leadsTo === 'mailServer' ? 'checkMailServer' : 'checkFileServer'](String(value), port);
      await checking.catch((error: unknown) => {
        if (error instanceof RefusedAddress) throw invalid(`${at}${part}.${name}`, error.reason);
        throw error;
      });
    }
}

/** @returns what a form needs to ask for its settings. */
export const describe = (adapter: Adapter) => ({
  providerName: adapter.name,
  deliveryClass: adapter.deliveryClass,
  credentialFields: namesOf(adapter.credentials),
  secretFields: secretsOf(adapter),
  extraFields: namesOf(adapter.extras),
});
