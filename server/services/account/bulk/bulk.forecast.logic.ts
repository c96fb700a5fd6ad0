/** What an action over many would send in its first hour, before anybody confirms it. */
import type { Permission } from '../../../../core/holds.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { definitionOf, demand } from './bulk.definition.logic.ts';
import { checkTarget, type NewBulkAction } from './bulk.logic.ts';
import { countOf, nextIds } from './bulk.run.logic.ts';

/** Accounts or claims that are looked at one by one; more are estimated from these. */
const MOST_LOOKED_AT = 500;

/**
 * @returns the messages by channel; of a selection larger than what is looked at, an estimate in proportion. null where the action sends nothing
 * of its own. @throws Fault as scheduling it would
 */
export async function forecastBulkAction(tx: Tx, wanted: NewBulkAction, permissions: readonly Permission[]) {
  const definition = definitionOf(wanted.action);
  demand(definition, permissions);
  const { unit, request } = await checkTarget(tx, wanted, definition, permissions);
  await definition.check?.(tx, request.params);
  if (!definition.forecast) return null;
  const at = now();
  const ids = await nextIds(tx, request, null, at, MOST_LOOKED_AT);
  const total = request.ids?.length ?? (await countOf(tx, request, at));
  const { email, sms, whatsapp, letter, phone } = await definition.forecast(tx, unit, ids, request.params);
  const isEstimate = total > ids.length;
  const scaled = (count: number) => (isEstimate ? Math.round((count * total) / ids.length) : count);
  return {
    emails: scaled(email),
    textMessages: scaled(sms),
    whatsapp: scaled(whatsapp),
    letters: scaled(letter),
    calls: scaled(phone),
    isEstimate,
  };
}
