import type { RequestContext } from '../../platform/guard.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { poolFactsOf } from '../identity/identity.users.logic.ts';
import type { BackofficeUser, MutationResolvers, QueryResolvers } from './backoffice.graphql.ts';
import { roleTypes } from './backoffice.role.logic.ts';
import { readOwnAvailability, setOwnAvailability } from './backoffice.user.availability.logic.ts';
import { mailFactorReset, resetUserSecondFactor } from './backoffice.user.factor.logic.ts';
import { importUsers, newcomersIn } from './backoffice.user.import.logic.ts';
import {
  countUsers,
  findUserByEmail,
  listUserPartners,
  listUsers,
  presentUser,
  readUser,
  type UserRow,
} from './backoffice.user.list.logic.ts';
import {
  anonymizeUser,
  newcomersOf,
  reinviteUser,
  saveUser,
  setUserEnabled,
  updateUserAttributes,
  updateUserGroups,
} from './backoffice.user.logic.ts';
import { withNewcomers } from './backoffice.user.newcomers.ts';
import { readPoolHealth, syncPoolNow } from './backoffice.user.pool.ts';

export const userQueries = {
  getOwnAvailability: (_, __, { tx, identity }) => readOwnAvailability(tx, identity.userId),
  getUserV2: async (_, { userId, showAnonymizeUser }, { tx, database }) =>
    one(tx, database, await readUser(tx, userId, { anonymized: showAnonymizeUser === true })),
  getUserByEmailV2: async (_, { email }, { tx, database }) => {
    const row = await findUserByEmail(tx, email);
    return row && one(tx, database, row);
  },
  listUsersV2: async (_, { filters, showAnonymizeUser }, { tx, database }) =>
    present(tx, database, await listUsers(tx, filters, showAnonymizeUser === true)),
  countUsers: (_, { filters }, { tx }) => countUsers(tx, filters),
  getUserPartners: (_, __, { tx }) => listUserPartners(tx),
  getUserPoolHealth: (_, __, { tx }) => readPoolHealth(tx),
} satisfies QueryResolvers;

export const userMutations = {
  setOwnAvailability: (_, said, { tx, identity }) => setOwnAvailability(tx, identity.userId, said),
  saveUser: (_, { backofficeUser }, context) =>
    withNewcomers(
      context,
      (tx) => newcomersOf(tx, backofficeUser, authorOf(context)),
      (own, ids) => changing(own, (tx) => saveUser(tx, ids, backofficeUser, authorOf(context))),
    ),
  setUserEnabled: (_, { userId, enabled }, context) => changing(context, (tx) => setUserEnabled(tx, userId, enabled, authorOf(context))),
  resetUserSecondFactor: async (_, { userId }, context) => {
    const { tx, database, identity, afterCommit } = context;
    const reset = await resetUserSecondFactor(tx, database, userId, authorOf(context), identity);
    afterCommit(() => mailFactorReset(database, reset, identity.userId));
    return one(tx, database, reset.row);
  },
  updateUserAttributes: (_, { userId, attributes }, context) =>
    changing(context, (tx) => updateUserAttributes(tx, userId, attributes, authorOf(context))),
  updateUserGroups: (_, { userId, authGroups, modifiedAt }, context) =>
    changing(context, (tx) => updateUserGroups(tx, userId, authGroups, modifiedAt, authorOf(context))),
  reinviteUser: async (_, { userId }, context) => {
    await reinviteUser(context.tx, userId, authorOf(context));
    return true;
  },
  anonymizeUser: (_, { userId }, context) => changing(context, (tx) => anonymizeUser(tx, userId, authorOf(context))),
  importUsers: (_, { csv }, context) =>
    withNewcomers(
      context,
      (tx) => newcomersIn(tx, csv, authorOf(context)),
      async ({ tx, database, clientId, afterCommit }, ids) => {
        const { result, userIds } = await importUsers(tx, ids, csv, authorOf(context));
        afterCommit(() => syncPoolNow(database, clientId, userIds));
        return result;
      },
    ),
} satisfies MutationResolvers;

const authorOf = ({ identity, permissions }: RequestContext) => ({ userId: identity.userId, permissions });

/** Changes one user, and lets the pool follow before the answer goes out. */
async function changing(context: RequestContext, work: (tx: Tx) => Promise<UserRow>): Promise<BackofficeUser> {
  const { tx, database, clientId, afterCommit } = context;
  const row = await work(tx);
  afterCommit(() => syncPoolNow(database, clientId, [row.userId]));
  return one(tx, database, row);
}

async function present(tx: Tx, database: RequestContext['database'], rows: readonly UserRow[]): Promise<BackofficeUser[]> {
  const types = await roleTypes(tx);
  const ids = rows.map((row) => row.userId);
  const facts = await poolFactsOf(database, ids);
  return rows.map((row) => presentUser(row, types, facts.get(row.userId)));
}

async function one(tx: Tx, database: RequestContext['database'], row: UserRow): Promise<BackofficeUser> {
  return (await present(tx, database, [row]))[0]!;
}
