/** The client's own triggers: declared once, fired on claims by staff, by steps and by programs. The event is all there is to one. */
import { collectFaults, faultOfFields } from '../../../core/collectFaults.ts';
import { type Fault, fault, invalid, notFound, type WrongField, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { calendarDate, type Instant, instant, isoInstant } from '../../../core/time.ts';
import { executeCustomTrigger, TRIGGER_NAME } from '../../../engine/steps/executeCustomTrigger.ts';
import type { Step } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims, openClaimsOf } from '../account/ground/facts.logic.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';

export const TRIGGER_FIELD_TYPES = ['text', 'number', 'boolean', 'date'] as const;
export interface TriggerField {
  readonly name: string;
  readonly type: (typeof TRIGGER_FIELD_TYPES)[number];
  readonly required: boolean;
}
export interface CustomTrigger {
  readonly name: string;
  readonly description: string;
  readonly fields: TriggerField[];
  readonly updatedAt: Instant;
  /** Counts saves. */
  readonly revision: number;
}
/** What a firing says, by the names of the trigger's fields. */
export type TriggerValues = Readonly<Record<string, string | number | boolean>>;

const MOST_FIELDS = 20;
const MOST_DESCRIPTION = 500;
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;

/** @returns the client's triggers, by name. */
export async function listTriggers(tx: Tx): Promise<CustomTrigger[]> {
  const rows = await tx.sql<Omit<CustomTrigger, 'updatedAt'> & { updatedAt: Date }>(
    `select name, description, fields, updated_at as "updatedAt", revision from custom_trigger where client_id = $1 order by lower(name)`,
    [tx.clientId],
  );
  return rows.map((row) => ({ ...row, updatedAt: instant(row.updatedAt) }));
}

async function readTrigger(tx: Tx, name: string): Promise<CustomTrigger> {
  const found = (await listTriggers(tx)).find((each) => each.name === name);
  if (!found) throw notFound('triggerNotFound');
  return found;
}

/**
 * Declares a trigger, or changes the one of that name.
 * @param trigger with the revision that was read, 0 for a new one; without it whatever is there is overwritten.
 * @throws Fault INVALID_INPUT naming every wrong field, CONFLICT when somebody else saved or deleted it in between
 */
export async function saveTrigger(
  tx: Tx,
  trigger: { name: string; description: string; fields: readonly TriggerField[]; revision?: number | null },
): Promise<CustomTrigger> {
  const { name, description, fields, revision = null } = trigger;
  collectFaults((check) => {
    const need = (isRight: boolean, refusal: () => Fault) =>
      check(() => {
        if (!isRight) throw refusal();
      });
    need(TRIGGER_NAME.test(name), () => invalid('name', 'triggerName'));
    need(description.length <= MOST_DESCRIPTION, () => invalid('description', 'triggerDescription', { number: MOST_DESCRIPTION }));
    need(fields.length <= MOST_FIELDS, () => invalid('fields', 'triggerFields', { number: MOST_FIELDS }));
    for (const [place, field] of fields.entries()) {
      const at = `fields.${place}.name`;
      need(FIELD_NAME.test(field.name), () => invalid(at, 'triggerFieldName'));
      need(fields.findIndex((each) => each.name === field.name) === place, () => invalid(at, 'triggerFieldTwice', { name: field.name }));
    }
  });
  const saved = await tx.sql(
    // Of a revision that was read, the trigger must still be there; a new one must not.
    `insert into custom_trigger as t (client_id, name, description, fields, updated_at)
     select $1, $2, $3, $4::jsonb, $5
     where coalesce($6::int, 0) = 0 or exists (select from custom_trigger where client_id = $1 and name = $2)
     on conflict (client_id, name) do update
       set description = excluded.description, fields = excluded.fields, updated_at = excluded.updated_at, revision = t.revision + 1
       where $6::int is null or t.revision = $6::int
     returning 1`,
    [tx.clientId, name, description, JSON.stringify(fields), isoInstant(now()), revision],
  );
  if (saved.length === 0) throw fault('CONFLICT', 'triggerChanged');
  await appendEvents(tx, [{ messageType: 'customTriggerSaved', payload: { trigger: name } }]);
  return readTrigger(tx, name);
}

/** Takes a trigger away; what names it in strategies and reactions is never fired again. @throws Fault NOT_FOUND */
export async function deleteTrigger(tx: Tx, name: string): Promise<boolean> {
  await readTrigger(tx, name);
  await tx.sql('delete from custom_trigger where client_id = $1 and name = $2', [tx.clientId, name]);
  await appendEvents(tx, [{ messageType: 'customTriggerDeleted', payload: { trigger: name } }]);
  return true;
}

/** @returns the values as they are kept. @throws Fault NOT_FOUND, INVALID_INPUT naming every wrong value */
export async function checkTrigger(
  tx: Tx,
  name: string,
  values: Readonly<Record<string, unknown>>,
  field = 'values',
): Promise<TriggerValues> {
  const wrong = faultOfFields(wrongValues(await readTrigger(tx, name), values, field));
  if (wrong) throw wrong;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null)) as TriggerValues;
}

/** @returns what is wrong with the values of a firing, by the fields of the trigger: `${field}.${name}`. */
export function wrongValues(
  { name, fields }: Pick<CustomTrigger, 'name' | 'fields'>,
  values: Readonly<Record<string, unknown>>,
  field: string,
): WrongField[] {
  const known = new Set(fields.map((each) => each.name));
  const unknown = Object.keys(values).filter((own) => !known.has(own));
  return [
    ...unknown.map((own): WrongField => ({ field: `${field}.${own}`, words: words('triggerNoField', { name, field: own }) })),
    ...fields.flatMap(({ name: own, type, required }): WrongField[] => {
      const value = values[own] ?? '';
      if (value === '') return required ? [{ field: `${field}.${own}`, words: words('needed') }] : [];
      return fits(type, value) ? [] : [{ field: `${field}.${own}`, words: words('triggerValue', { field: own }) }];
    }),
  ];
}

/** Steps that fire a trigger say what its declaration asks for. @returns for each step its wrong values; a trigger that is not declared takes any. */
export async function wrongFirings<Of extends Pick<Step, 'stepType' | 'stepState'>>(
  tx: Tx,
  steps: readonly Of[],
  field: string,
): Promise<{ readonly step: Of; readonly trigger: string; readonly wrong: readonly WrongField[] }[]> {
  const firing = steps.flatMap((step) => {
    const fired = step.stepType === executeCustomTrigger.type ? executeCustomTrigger.fields.safeParse(step.stepState).data : undefined;
    return fired ? [{ step, ...fired }] : [];
  });
  if (firing.length === 0) return [];
  const declared = new Map((await listTriggers(tx)).map((each) => [each.name, each]));
  return firing.flatMap(({ step, trigger, values }) => {
    const known = declared.get(trigger);
    const wrong = known ? wrongValues(known, values, field) : [];
    return wrong.length > 0 ? [{ step, trigger, wrong }] : [];
  });
}

function fits(type: TriggerField['type'], value: unknown): boolean {
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && value.length <= 1000 && (type === 'text' || calendarDate(value) !== null);
}

/** Fires a trigger on open claims. @returns those that it was fired on */
export async function fireOn(tx: Tx, refs: readonly string[], trigger: string, values: TriggerValues): Promise<string[]> {
  const open = (await findClaims(tx, refs)).filter((claim) => claim.status === 'open');
  await appendEvents(
    tx,
    open.map(({ accountId, externalClaimRef }) => ({
      messageType: 'customTriggerFired',
      accountId,
      externalClaimRef,
      payload: { trigger, ...(Object.keys(values).length > 0 && { values: { ...values } }) },
    })),
  );
  return open.map((claim) => claim.externalClaimRef);
}

/** Fires a trigger on claims of an account, or on all its open ones. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function fireOnAccount(
  tx: Tx,
  {
    accountId,
    externalClaimRefs,
    trigger,
    values,
  }: { accountId: Uuid; externalClaimRefs: readonly string[] | null; trigger: string; values: object },
): Promise<number> {
  const kept = await checkTrigger(tx, trigger, values as Record<string, unknown>);
  await requireAccount(tx, accountId);
  const own = (await openClaimsOf(tx, [accountId])).map((claim) => claim.externalClaimRef);
  if (externalClaimRefs?.some((ref) => !own.includes(ref))) throw notFound('claimNotFound');
  return (await fireOn(tx, externalClaimRefs ?? own, trigger, kept)).length;
}
