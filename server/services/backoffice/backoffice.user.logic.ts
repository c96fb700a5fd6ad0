/**
 * Changing members of staff. client_user is what is decided here; the pool follows it by a job that is asked for in the same transaction
 * (backoffice.user.pool.ts), so that a crash in between loses nothing and gives nobody anything that is not written down.
 */
import { and, eq } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { displayName } from '../../../core/displayName.ts';
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { Person } from '../identity/identity.users.logic.ts';
import type { AuthGroupInput, BackofficeUserInput } from './backoffice.graphql.ts';
import { clientUser } from './backoffice.tables.ts';
import { checkGroups, emailOf, nameOf, phoneOf } from './backoffice.user.check.ts';
import { askForInvitation } from './backoffice.user.jobs.ts';
import { findUserByEmail, groupsOf, namesOf, readUser, type UserRow } from './backoffice.user.list.logic.ts';
import type { PoolIds } from './backoffice.user.newcomers.ts';
import { queuePoolSync } from './backoffice.user.pool.ts';
import {
  type Author,
  holdUsers,
  type Rules,
  refuseAbove,
  refuseGranting,
  refuseLastAdministrator,
  refuseOutdated,
  refuseSelf,
  requireGroup,
} from './backoffice.user.rules.logic.ts';

export type UserInput = Omit<BackofficeUserInput, 'id'>;
export type Outcome = 'created' | 'updated' | 'unchanged';
/** What came of one user, its events not appended yet. */
export interface Changed {
  readonly row: UserRow;
  readonly outcome: Outcome;
  readonly events: readonly NewEvent[];
}

interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Adds a user and invites them, or changes one. @throws Fault NOT_FOUND, INVALID_INPUT naming the field, FORBIDDEN, CONFLICT */
export async function saveUser(tx: Tx, ids: PoolIds, input: BackofficeUserInput, author: Author): Promise<UserRow> {
  const rules = await holdUsers(tx, author);
  if (input.id == null) await refusePresent(tx, input, rules);
  const changed =
    input.id == null
      ? await addUser(tx, ids, input, rules)
      : await editUser(tx, await readUser(tx, input.id, { lock: true }), input, rules);
  await appendEvents(tx, changed.events);
  return changed.row;
}

/** @returns whom saveUser would add. @throws Fault as saveUser does for them */
export async function newcomersOf(tx: Tx, input: BackofficeUserInput, author: Author): Promise<Person[]> {
  if (input.id != null) return [];
  const rules = await holdUsers(tx, author);
  await refusePresent(tx, input, rules);
  return [newcomer(input, rules).person];
}

/** @throws Fault CONFLICT when the client has the user already */
async function refusePresent(tx: Tx, input: UserInput, rules: Rules): Promise<void> {
  const { email } = readPerson(input, rules);
  const present = await findUserByEmail(tx, email);
  if (present && present.status !== 'removed') throw fault('CONFLICT', 'userThere', { email: present.email }, 'email');
}

/** @returns who they are, and what they may do. @throws Fault INVALID_INPUT naming every wrong field, FORBIDDEN */
export function newcomer(input: UserInput, rules: Rules) {
  const { groups, ...person } = readPerson(input, rules);
  refuseGranting(rules, groups);
  return { groups, person };
}

/** @throws Fault INVALID_INPUT naming every wrong field of a person who is new here */
function readPerson(input: UserInput, rules: Rules) {
  return collectFaults((check) => ({
    email: check(() => emailOf(input.email)) ?? '',
    name: check(() => nameOf('name', input.name ?? '')) ?? '',
    middleName: check(() => nameOf('middleName', input.middleName ?? '')) ?? '',
    familyName: check(() => nameOf('familyName', input.familyName ?? '')) ?? '',
    phoneNumber: check(() => phoneOf(input.phoneNumber ?? '', rules.country)) ?? '',
    groups:
      check(() => {
        const checked = checkGroups(input.authGroups ?? [], rules);
        requireGroup(checked);
        return checked;
      }) ?? [],
  }));
}

/** Makes a person known to the client, or brings back one who was removed, and asks for their invitation. */
export async function addUser(tx: Tx, ids: PoolIds, input: UserInput, rules: Rules): Promise<Changed> {
  const { groups, person } = newcomer(input, rules);
  const { email } = person;
  const userId = ids(email);
  const values = {
    email,
    name: displayName(person),
    firstName: person.name,
    middleName: person.middleName,
    familyName: person.familyName,
    phoneNumber: person.phoneNumber,
    role: groups[0]!.roleId,
    groups,
    isEnabled: true,
    status: 'invited',
    modifiedAt: now(),
  };
  const [row] = await tx.db
    .insert(clientUser)
    .values({ clientId: tx.clientId, userId, ...values, createdAt: now() })
    .onConflictDoUpdate({ target: [clientUser.clientId, clientUser.userId], set: values })
    .returning();
  await queuePoolSync(tx, userId);
  await askForInvitation(tx, userId, rules.author.userId);
  const said = Object.entries({ ...person, groups }).filter(([, value]) => value !== '');
  const changes = said.map(([field, to]): Change => ({ field, from: null, to }));
  return { row: row!, outcome: 'created', events: [about(row!, 'userSaved', changes), about(row!, 'userInvited')] };
}

/** Changes what the input names; what is left out stays. */
export async function editUser(tx: Tx, row: UserRow, input: UserInput, rules: Rules): Promise<Changed> {
  refuseOutdated(row, input.modifiedAt);
  const unchanged: { values: Values; changes: Change[] } = { values: {}, changes: [] };
  const { attributes, groups } = collectFaults((check) => {
    check(() => {
      if (input.email != null && emailOf(input.email) !== row.email.toLowerCase()) throw invalid('email', 'emailStays');
    });
    return {
      attributes: check(() => attributesOf(row, input, rules)) ?? unchanged,
      groups: (input.authGroups != null && check(() => newGroups(row, input.authGroups!, rules))) || unchanged,
    };
  });
  const changes = [...attributes.changes, ...groups.changes];
  const after = await write(tx, row, { ...attributes.values, ...groups.values }, changes.length > 0, rules);
  const events = [
    ...(attributes.changes.length > 0 ? [about(after, 'userSaved', attributes.changes)] : []),
    ...(groups.changes.length > 0 ? [about(after, 'userGroupsChanged', groups.changes)] : []),
  ];
  return { row: after, outcome: changes.length > 0 ? 'updated' : 'unchanged', events };
}

type Values = Partial<UserRow>;

function attributesOf(row: UserRow, input: UserInput, rules: Rules): { values: Values; changes: Change[] } {
  const before = { ...namesOf(row), phoneNumber: row.phoneNumber };
  const after = collectFaults((check) => {
    const name = (field: 'name' | 'middleName' | 'familyName') => {
      const given = input[field];
      return given == null || given === before[field] ? before[field] : (check(() => nameOf(field, given)) ?? '');
    };
    const { phoneNumber } = input;
    return {
      name: name('name'),
      middleName: name('middleName'),
      familyName: name('familyName'),
      phoneNumber: phoneNumber == null ? before.phoneNumber : (check(() => phoneOf(phoneNumber, rules.country)) ?? ''),
    };
  });
  const fields = Object.keys(after) as (keyof typeof after)[];
  const changes = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }));
  if (changes.length === 0) return { values: {}, changes };
  const { name: firstName, middleName, familyName, phoneNumber } = after;
  return { values: { firstName, middleName, familyName, phoneNumber, name: displayName({ ...after, email: row.email }) }, changes };
}

function newGroups(row: UserRow, wanted: readonly AuthGroupInput[], rules: Rules): { values: Values; changes: Change[] } {
  const before = groupsOf(row);
  const groups = checkGroups(wanted, rules);
  if (JSON.stringify(before) === JSON.stringify(groups)) return { values: {}, changes: [] };
  refuseGranting(rules, groups);
  if (groups.length === 0) refuseSelf(rules, row, 'selfRemove');
  // Whoever was removed comes back as they were before they came first.
  const returns = row.status === 'removed' && groups.length > 0;
  const values = {
    groups,
    role: groups[0]?.roleId ?? '',
    ...(groups.length === 0 ? { status: 'removed', isEnabled: false } : {}),
    ...(returns ? { status: row.lastOnline === null ? 'invited' : 'active', isEnabled: true } : {}),
  };
  return { values, changes: [{ field: 'groups', from: before, to: groups }] };
}

/** Names and telephone number only. @throws Fault NOT_FOUND, INVALID_INPUT, CONFLICT */
export async function updateUserAttributes(tx: Tx, userId: Uuid, input: UserInput, author: Author): Promise<UserRow> {
  if (input.authGroups != null) throw invalid('attributes.authGroups', 'groupsElsewhere');
  const rules = await holdUsers(tx, author);
  const changed = await editUser(tx, await readUser(tx, userId, { lock: true }), input, rules);
  await appendEvents(tx, changed.events);
  return changed.row;
}

/** Replaces the groups; none removes the user from the client. @throws Fault NOT_FOUND, INVALID_INPUT, FORBIDDEN, CONFLICT */
export async function updateUserGroups(
  tx: Tx,
  userId: Uuid,
  authGroups: readonly AuthGroupInput[],
  modifiedAt: Instant | null | undefined,
  author: Author,
): Promise<UserRow> {
  const rules = await holdUsers(tx, author);
  const row = await readUser(tx, userId, { lock: true });
  const changed = await editUser(tx, row, { authGroups: [...authGroups], ...(modifiedAt === undefined ? {} : { modifiedAt }) }, rules);
  await appendEvents(tx, changed.events);
  return changed.row;
}

/** Lets a user in or keeps them out; what they are stays. @throws Fault NOT_FOUND, FORBIDDEN, CONFLICT */
export async function setUserEnabled(tx: Tx, userId: Uuid, isEnabled: boolean, author: Author): Promise<UserRow> {
  const rules = await holdUsers(tx, author);
  const row = await readUser(tx, userId, { lock: true });
  if (!isEnabled) refuseSelf(rules, row, 'selfDisable');
  if (isEnabled && groupsOf(row).length === 0) throw fault('CONFLICT', 'noRoleLeft');
  const after = await write(tx, row, { isEnabled }, row.isEnabled !== isEnabled, rules);
  if (row.isEnabled !== isEnabled) {
    const change = { field: 'isEnabled', from: row.isEnabled, to: isEnabled };
    await appendEvents(tx, [about(after, isEnabled ? 'userEnabled' : 'userDisabled', [change])]);
  }
  return after;
}

/** Sends the invitation again; the link of the one before ends. @throws Fault NOT_FOUND, CONFLICT when there is nothing to invite to */
export async function reinviteUser(tx: Tx, userId: Uuid, author: Author): Promise<UserRow> {
  const rules = await holdUsers(tx, author);
  const row = await readUser(tx, userId, { lock: true });
  refuseAbove(rules, row);
  if (row.status !== 'invited') throw fault('CONFLICT', 'userCame', { name: row.name || row.email });
  if (!row.isEnabled) throw fault('CONFLICT', 'userDisabled', { name: row.name || row.email });
  await askForInvitation(tx, userId, author.userId);
  await appendEvents(tx, [about(row, 'userInvited')]);
  return row;
}

/** Takes the person out of the client's record; their id stays, because history names it. @throws Fault NOT_FOUND, FORBIDDEN, CONFLICT */
export async function anonymizeUser(tx: Tx, userId: Uuid, author: Author): Promise<UserRow> {
  const rules = await holdUsers(tx, author);
  const row = await readUser(tx, userId, { lock: true });
  refuseSelf(rules, row, 'selfAnonymize');
  const values = {
    email: `anonymized-${userId.slice(-8)}`,
    name: '',
    firstName: '',
    middleName: '',
    familyName: '',
    phoneNumber: '',
    role: '',
    groups: [],
    isEnabled: false,
    isEmailVerified: false,
    mfaEnabled: false,
    status: 'anonymized',
  };
  const after = await write(tx, row, values, true, rules);
  await appendEvents(tx, [{ messageType: 'userAnonymized', payload: { userId } }]);
  return after;
}

/**
 * The one way a known user is changed, so that the rules about those above and the last administrator
 * are here. Asks for the pool to follow also when nothing changed: a
 * second try repairs what a first one left. @throws Fault FORBIDDEN
 */
async function write(tx: Tx, row: UserRow, values: Values, changes: boolean, rules: Rules): Promise<UserRow> {
  if (changes) {
    refuseAbove(rules, row);
    await refuseLastAdministrator(tx, row, values);
  }
  await queuePoolSync(tx, row.userId);
  if (!changes) return row;
  const modifiedAt = instant(Math.max(now(), (row.modifiedAt ?? 0) + 1));
  const [after] = await tx.db
    .update(clientUser)
    .set({ ...values, modifiedAt })
    .where(and(eq(clientUser.clientId, tx.clientId), eq(clientUser.userId, row.userId)))
    .returning();
  return after!;
}

/** @returns an event about a user, as their client names them; not appended yet. */
export function about(
  row: UserRow,
  messageType: 'userSaved' | 'userInvited' | 'userEnabled' | 'userDisabled' | 'userGroupsChanged',
  changes: readonly Change[] = [],
): NewEvent {
  return { messageType, payload: { user: row.name || row.email, userId: row.userId, ...(changes.length > 0 ? { changes } : {}) } };
}
