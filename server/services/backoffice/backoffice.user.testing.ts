/** What the tests of users share: the calls, and what the pool makes of them. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { Group } from '../../platform/caller.ts';
import type { TestHouse } from '../../platform/testing.ts';

export interface User {
  id: Uuid;
  email: string;
  displayName: string;
  firstName: string;
  familyName: string;
  phoneNumber: string;
  status: string;
  isEnabled: boolean;
  role: string;
  modifiedAt: string | null;
  authGroups: { roleId: string; clientId: Uuid; partnerIds: string[]; roleType: string }[];
}
const FIELDS =
  'id email displayName firstName familyName phoneNumber status isEnabled role modifiedAt authGroups { roleId clientId partnerIds roleType }';

/** Who asks, and about which client; userA in clientA unless told. */
export interface By {
  token?: string;
  clientId?: Uuid;
}
export const SAVE = `mutation ($clientId: ID!, $backofficeUser: BackofficeUserInput!) { saveUser(clientId: $clientId, backofficeUser: $backofficeUser) { ${FIELDS} } }`;
const ENABLE = `mutation ($clientId: ID!, $userId: ID!, $enabled: Boolean!) { setUserEnabled(clientId: $clientId, userId: $userId, enabled: $enabled) { ${FIELDS} } }`;
const GROUPS = `mutation ($clientId: ID!, $userId: ID!, $authGroups: [AuthGroupInput!]!, $modifiedAt: DateTime) { updateUserGroups(clientId: $clientId, userId: $userId, authGroups: $authGroups, modifiedAt: $modifiedAt) { ${FIELDS} } }`;
export const ANONYMIZE = `mutation ($clientId: ID!, $userId: ID!) { anonymizeUser(clientId: $clientId, userId: $userId) { ${FIELDS} } }`;

/** Somebody to invite. */
export const person = (email: string, more: object = {}) => ({
  email,
  name: 'Noor',
  familyName: 'van Dijk',
  authGroups: [{ roleId: 'AGENT' }],
  ...more,
});

/** @param house asked for at each call: tests open it before the first. */
export function usersOf(house: () => TestHouse) {
  const ask = (document: string, variables: object, { token, clientId = house().clientA }: By = {}) =>
    house().raw('backoffice', document, { clientId, ...variables }, token);
  const run = async (document: string, variables: object, by: By = {}): Promise<User> => {
    const { data, errors } = await ask(document, variables, by);
    if (errors)
      throw new Error(errors.map((error) => `${error.extensions?.code} ${error.extensions?.field ?? ''}: ${error.message}`).join());
    return Object.values(data ?? {})[0] as User;
  };
  const save = (backofficeUser: object, by?: By) => run(SAVE, { backofficeUser }, by);
  const enable = (userId: Uuid, enabled: boolean, by?: By) => run(ENABLE, { userId, enabled }, by);
  const regroup = (userId: Uuid, authGroups: object[], by?: By, more: object = {}) => run(GROUPS, { userId, authGroups, ...more }, by);
  const read = (userId: Uuid, by?: By, showAnonymizeUser = false) =>
    run(
      `query ($clientId: ID!, $userId: ID!, $showAnonymizeUser: Boolean) { getUserV2(clientId: $clientId, userId: $userId, showAnonymizeUser: $showAnonymizeUser) { ${FIELDS} } }`,
      { userId, showAnonymizeUser },
      by,
    );
  const list = async (filters: object, by?: By, showAnonymizeUser = false) =>
    (
      (await run(
        `query ($clientId: ID!, $filters: UserFilters, $showAnonymizeUser: Boolean) { listUsersV2(clientId: $clientId, filters: $filters, showAnonymizeUser: $showAnonymizeUser) { ${FIELDS} } }`,
        { filters, showAnonymizeUser },
        by,
      )) as unknown as User[]
    ).map((user) => user.email);

  const events = async (userId: Uuid) =>
    house().inA((tx) =>
      tx.sql<{ message_type: string; payload: { user?: string; changes?: { field: string; from: unknown; to: unknown }[] } }>(
        `select message_type, payload from event where client_id = $1 and payload->>'userId' = $2 order by message_id`,
        [tx.clientId, userId],
      ),
    );
  const poolOf = async (userId: Uuid) => {
    const { rows } = await house().database.identity.query<{ name: string; family_name: string; groups: string[] | null }>(
      `select u.name, u.family_name, array_agg(g.client_id || ':' || g.role || ':' || g.partner_id || ':' || g.is_enabled order by g.client_id, g.role, g.partner_id) filter (where g.role is not null) as groups
     from pool_user u left join pool_group g using (user_id) where u.user_id = $1 group by u.user_id`,
      [userId],
    );
    return rows[0];
  };
  /** A token of a group in client A. */
  const tokenOf = async (userId: Uuid, role: string, clientId = house().clientA) =>
    (
      await house().tokens.sign({
        userId,
        email: 'x@test.example',
        name: 'X',
        groups: [{ clientId, role, partnerId: null } satisfies Group],
      })
    ).token;
  const inB = async (): Promise<By> => ({ clientId: house().clientB, token: await house().tokenFor(house().clientB) });
  return { ask, run, save, enable, regroup, read, list, events, poolOf, tokenOf, inB };
}

/** Adds two partners to client A, in the order of their ids. */
export async function addPartners(house: TestHouse): Promise<{ north: Uuid; south: Uuid }> {
  const [north, south] = [uuidv7(), uuidv7()];
  await house.inA((tx) =>
    tx.sql(
      `insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, 'North', now(), now()), ($1, $3, 'South', now(), now())`,
      [tx.clientId, north, south],
    ),
  );
  return { north, south };
}
