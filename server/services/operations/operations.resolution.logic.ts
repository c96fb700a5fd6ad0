/** How contacts with debtors ended (specification 3, sections 3 and 5; docs/decisions/messages.md). */
import { and, desc, eq, sql } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { COMMUNICATION_METHODS, DELINQUENCY_REASONS, OUTCOME_DIRECTIONS, outcomesOf } from '../../../core/contactOutcomes.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { communicationResolution } from './operations.tables.ts';

/** What this service asks of accounts; the account service, which stands above it, hands itself in. */
export interface AccountPort {
  /** @returns the account that is meant; null when there is none, or claim and account do not belong together. */
  readonly find: (tx: Tx, asked: { accountId: string | null; externalClaimRef: string | null }) => Promise<Uuid | null>;
  /** Marks a number as wrong wherever the account has it. @returns how many entries changed. @throws Fault INVALID_INPUT for no number */
  readonly markPhoneWrong: (tx: Tx, accountId: Uuid, phoneNumber: string) => Promise<number>;
}

let book: AccountPort | null = null;

/** Hands in the accounts; once per process. */
export function defineAccountPort(accounts: AccountPort): void {
  book = accounts;
}

function accounts(): AccountPort {
  if (!book) throw new Error('nobody has handed in the accounts');
  return book;
}

type Row = typeof communicationResolution.$inferSelect;

export interface NewResolution {
  readonly communicationMethod: string;
  readonly outcomeDirection: string;
  readonly contactOutcome: { readonly category: string; readonly resolution: string };
  readonly delinquencyReason?: string | null;
  readonly additionalInformation?: string | null;
  readonly communicationRequestId?: string | null;
}

const PATH = 'communicationResolution';
/** Characters of what is said beside a resolution. */
export const MOST_INFORMATION = 5_000;
const MOST_REFERENCE = 200;
const MOST_LISTED = 200;

/** @returns the resolution as the contract gives it. */
function present({ category, resolution, ...row }: Row) {
  return { ...row, contactOutcome: { category, resolution } };
}

function oneOf<Value extends string>(field: string, value: string, values: readonly Value[]): Value {
  const found = values.find((each) => each === value);
  if (!found) throw invalid(`${PATH}.${field}`, 'oneOf', { choices: values.join(', ') });
  return found;
}

/**
 * Keeps how a contact ended, with its event on account and claim. The same about the same message once more answers what is kept.
 * @param tellsInformation whether its event carries the additional information; not when a note on the account tells the same.
 * @param rightParty what the debtor told to be known by on the telephone, by name (core/rightParty.ts): its event carries it.
 * @throws Fault INVALID_INPUT beside the field, NOT_FOUND for the account or claim, CONFLICT when the message has another resolution
 */
export async function saveResolution(
  tx: Tx,
  asked: { readonly accountId?: string | null; readonly externalClaimRef?: string | null },
  given: NewResolution,
  userId: Uuid,
  { tellsInformation, rightParty = [] }: { tellsInformation: boolean; rightParty?: readonly string[] } = { tellsInformation: true },
) {
  const externalClaimRef = asked.externalClaimRef?.trim() || null;
  if (!asked.accountId && !externalClaimRef) throw invalid('accountId', 'accountOrClaim');
  const accountId = await accounts().find(tx, { accountId: asked.accountId ?? null, externalClaimRef });
  if (!accountId) throw notFound(externalClaimRef ? 'claimNotFound' : 'accountNotFound');
  const values = { accountId, externalClaimRef, ...(await check(tx, given)) };
  const { communicationRequestId } = values;
  if (communicationRequestId) {
    // Two presses at once come one after the other; the second finds what the first kept.
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:resolution:${communicationRequestId}`]);
    const [kept] = await tx.db
      .select()
      .from(communicationResolution)
      .where(
        and(eq(communicationResolution.clientId, tx.clientId), eq(communicationResolution.communicationRequestId, communicationRequestId)),
      );
    if (kept) {
      const other = (Object.keys(values) as (keyof typeof values)[]).find((field) => kept[field] !== values[field]);
      if (other) throw fault('CONFLICT', 'resolutionOther', {}, `${PATH}.communicationRequestId`);
      return present(kept);
    }
  }
  const [row] = await tx.db
    .insert(communicationResolution)
    .values({ clientId: tx.clientId, resolutionId: uuidv7(), ...values, userId, createdAt: now() })
    .returning();
  const { clientId: _, accountId: __, externalClaimRef: ___, userId: ____, createdAt: _____, ...kept } = row!;
  const { additionalInformation: ______, ...untold } = kept;
  const payload = { ...(tellsInformation ? kept : untold), ...(rightParty.length > 0 ? { rightParty } : {}) };
  await appendEvents(tx, [{ messageType: 'communicationResolved', accountId, externalClaimRef, payload }]);
  return present(row!);
}

async function check(tx: Tx, given: NewResolution) {
  const outcomes = outcomesOf((await readClient(tx)).contactOutcomes);
  const { category, resolution } = given.contactOutcome;
  return collectFaults((check) => {
    const communicationMethod = check(() => oneOf('communicationMethod', given.communicationMethod, COMMUNICATION_METHODS))!;
    const outcomeDirection = check(() => oneOf('outcomeDirection', given.outcomeDirection, OUTCOME_DIRECTIONS))!;
    const delinquencyReason = check(() => oneOf('delinquencyReason', given.delinquencyReason || 'notApplicable', DELINQUENCY_REASONS))!;
    const categories = outcomes.map((each) => each.category);
    if (check(() => oneOf('contactOutcome.category', category, categories)) !== undefined)
      check(() => oneOf('contactOutcome.resolution', resolution, outcomes.find((each) => each.category === category)!.resolutions));
    const additionalInformation = check(() => textOf('additionalInformation', given.additionalInformation, MOST_INFORMATION)) ?? '';
    const communicationRequestId = check(() => textOf('communicationRequestId', given.communicationRequestId, MOST_REFERENCE)) || null;
    return {
      communicationMethod,
      outcomeDirection,
      category,
      resolution,
      delinquencyReason,
      additionalInformation,
      communicationRequestId,
    };
  });
}

function textOf(field: string, given: string | null | undefined, most: number): string {
  const text = given?.trim() ?? '';
  if (text.length > most) throw invalid(`${PATH}.${field}`, 'atMostCharacters', { number: most.toLocaleString('en') });
  return text;
}

/** The reference of the contact that a piece of work ended with. */
export const workContact = (workItemId: Uuid) => `work:${workItemId}`;

/**
 * SQL: a resolution has not been undone with its work. A resolution itself is never changed: what was said stays, but it is a contact no more,
 * neither for the caps nor in lists. @param r the name of communication_resolution in the statement.
 */
export const stillAContact = (
  r: string,
) => `not exists (select from published.work_item w where w.client_id = ${r}.client_id and w.account_id = ${r}.account_id
  and w.status = 'undone' and ${r}.communication_request_id = 'work:' || w.work_item_id)`;

/** @returns the account's resolutions, newest first; none for an unknown account. @throws Fault INVALID_INPUT for the limit */
export async function listResolutions(
  tx: Tx,
  { accountId, externalClaimRef, limit }: { accountId: string; externalClaimRef?: string | null; limit?: number | null },
) {
  const most = limit ?? 50;
  if (most < 1 || most > MOST_LISTED) throw invalid('limit', 'between', { least: 1, most: MOST_LISTED });
  if (!isUuid(accountId)) return [];
  const rows = await tx.db
    .select()
    .from(communicationResolution)
    .where(
      and(
        eq(communicationResolution.clientId, tx.clientId),
        eq(communicationResolution.accountId, accountId),
        sql.raw(stillAContact('communication_resolution')),
        ...(externalClaimRef ? [eq(communicationResolution.externalClaimRef, externalClaimRef)] : []),
      ),
    )
    .orderBy(desc(communicationResolution.createdAt), desc(communicationResolution.resolutionId))
    .limit(most);
  return rows.map(present);
}

/**
 * Calls to debtors that were noted, whether or not anybody answered, as the gate counts contacts: account_id, channel, at. For a statement
 * whose $1 is the client, $2 the accounts and $3 the moment after which they count.
 */
export const NOTED_CALLS = `select account_id, 'phone' as channel, created_at as at, null as bundle, null as purpose from communication_resolution r
  where client_id = $1 and account_id = any($2::uuid[]) and created_at > $3 and communication_method = 'phoneCall' and outcome_direction = 'outbound' and ${stillAContact('r')}`;

/** @returns whether the number was there and is wrong from now on. @throws Fault NOT_FOUND for the claim, INVALID_INPUT for no number */
export async function markPhoneNumberAsInvalid(tx: Tx, phoneNumber: string, externalClaimRef: string): Promise<boolean> {
  const accountId = await accounts().find(tx, { accountId: null, externalClaimRef });
  if (!accountId) throw notFound('claimNotFound');
  return (await accounts().markPhoneWrong(tx, accountId, phoneNumber)) > 0;
}
