/** Administration of people in a Cognito pool: with the installation's AWS credentials. Groups are named client:role[:partner]. */
import { randomBytes } from 'node:crypto';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CreateGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Cognito, mapPoolErrors, nameOf } from './identity.cognito.client.ts';

interface Attributes {
  readonly name?: string | undefined;
  readonly middleName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

/** The pool takes telephone numbers in international form only; an empty attribute takes a value away. */
function attributesOf({ name, middleName, familyName, phoneNumber }: Attributes): AttributeType[] {
  const phone = phoneNumber === undefined || phoneNumber === '' || /^\+\d+$/.test(phoneNumber) ? phoneNumber : undefined;
  return Object.entries({ given_name: name, middle_name: middleName, family_name: familyName, phone_number: phone }).flatMap(
    ([Name, Value]) => (Value === undefined ? [] : [{ Name, Value }]),
  );
}

/** A password that one uses once, good by every pool's rules. */
const temporary = () => `${randomBytes(24).toString('base64url')}aA1!`;

/** Makes the person, without a mail of the pool's own, or finds them. @returns their id in the pool. */
export async function putCognitoUser({ client, settings }: Cognito, email: string, attributes: Attributes): Promise<Uuid> {
  const at = { UserPoolId: settings.userPoolId, Username: email };
  try {
    const { User } = await client.send(
      new AdminCreateUserCommand({
        ...at,
        MessageAction: 'SUPPRESS',
        TemporaryPassword: temporary(),
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          ...attributesOf(attributes).filter(({ Value }) => Value !== ''),
        ],
      }),
    );
    return subOf(User?.Attributes);
  } catch (error) {
    if (nameOf(error) !== 'UsernameExistsException') return mapPoolErrors(Promise.reject(error));
    return subOf((await mapPoolErrors(client.send(new AdminGetUserCommand(at)))).UserAttributes);
  }
}

function subOf(attributes: readonly AttributeType[] | undefined): Uuid {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw notFound('userNotFound');
  return sub;
}

/** Changes what is given. */
export async function updateCognitoUser({ client, settings }: Cognito, email: string, attributes: Attributes): Promise<void> {
  const UserAttributes = attributesOf(attributes);
  if (UserAttributes.length === 0) return;
  await mapPoolErrors(
    client.send(new AdminUpdateUserAttributesCommand({ UserPoolId: settings.userPoolId, Username: email, UserAttributes })),
    notFound('userNotFound'),
  );
}

/** Makes the person a member of exactly these groups of one client; groups the pool lacks are made. */
export async function setCognitoGroups(
  { client, settings }: Cognito,
  email: string,
  clientId: Uuid,
  wanted: readonly string[],
): Promise<void> {
  const at = { UserPoolId: settings.userPoolId, Username: email };
  const present: string[] = [];
  for (let NextToken: string | undefined; ; ) {
    const page = await mapPoolErrors(
      client.send(new AdminListGroupsForUserCommand({ ...at, ...(NextToken ? { NextToken } : {}) })),
      notFound('userNotFound'),
    );
    present.push(...(page.Groups ?? []).flatMap(({ GroupName }) => (GroupName?.startsWith(`${clientId}:`) ? [GroupName] : [])));
    NextToken = page.NextToken;
    if (!NextToken) break;
  }
  for (const GroupName of wanted.filter((group) => !present.includes(group))) {
    const add = new AdminAddUserToGroupCommand({ ...at, GroupName });
    try {
      await client.send(add);
    } catch (error) {
      if (nameOf(error) !== 'ResourceNotFoundException') await mapPoolErrors(Promise.reject(error), notFound('userNotFound'));
      await mapPoolErrors(client.send(new CreateGroupCommand({ UserPoolId: settings.userPoolId, GroupName })).catch(unlessThere));
      await mapPoolErrors(client.send(add), notFound('userNotFound'));
    }
  }
  for (const GroupName of present.filter((group) => !wanted.includes(group)))
    await mapPoolErrors(client.send(new AdminRemoveUserFromGroupCommand({ ...at, GroupName })), notFound('userNotFound'));
}

/** Somebody else may have made the group meanwhile. */
function unlessThere(error: unknown): void {
  if (nameOf(error) !== 'GroupExistsException') throw error;
}

/** Lets a person sign in at all, or not. */
export async function setCognitoEnabled({ client, settings }: Cognito, email: string, isEnabled: boolean): Promise<void> {
  const at = { UserPoolId: settings.userPoolId, Username: email };
  await mapPoolErrors(
    isEnabled ? client.send(new AdminEnableUserCommand(at)) : client.send(new AdminDisableUserCommand(at)),
    notFound('userNotFound'),
  );
}

/** Takes the person's authenticator away, and ends what the pool itself has handed out. */
export async function dropCognitoFactor(cognito: Cognito, email: string): Promise<void> {
  const at = { UserPoolId: cognito.settings.userPoolId, Username: email };
  const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
  await mapPoolErrors(
    cognito.client.send(new AdminSetUserMFAPreferenceCommand({ ...at, SoftwareTokenMfaSettings })),
    notFound('userNotFound'),
  );
  await signOutOfCognito(cognito, email);
}

/** Ends what the pool itself has handed out. */
export async function signOutOfCognito({ client, settings }: Cognito, email: string): Promise<void> {
  await mapPoolErrors(
    client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: settings.userPoolId, Username: email })),
    notFound('userNotFound'),
  );
}

/** Takes the person out of the pool; one who is not there is gone already. */
export async function deleteCognitoUser({ client, settings }: Cognito, email: string): Promise<void> {
  await client.send(new AdminDeleteUserCommand({ UserPoolId: settings.userPoolId, Username: email })).catch((error: unknown) => {
    if (nameOf(error) !== 'UserNotFoundException') return mapPoolErrors(Promise.reject(error));
  });
}

/** @returns a password to be replaced at the next sign-in; null for somebody who has chosen one already. */
export async function inviteToCognito({ client, settings }: Cognito, email: string): Promise<string | null> {
  const at = { UserPoolId: settings.userPoolId, Username: email };
  const { UserStatus } = await mapPoolErrors(client.send(new AdminGetUserCommand(at)), notFound('userNotFound'));
  if (UserStatus !== 'FORCE_CHANGE_PASSWORD') return null;
  const Password = temporary();
  await mapPoolErrors(client.send(new AdminSetUserPasswordCommand({ ...at, Password, Permanent: false })), notFound('userNotFound'));
  return Password;
}

/** Sets a password that need not be replaced. */
export async function setCognitoPassword({ client, settings }: Cognito, email: string, Password: string): Promise<void> {
  const at = { UserPoolId: settings.userPoolId, Username: email };
  await mapPoolErrors(client.send(new AdminSetUserPasswordCommand({ ...at, Password, Permanent: true })), notFound('userNotFound'));
}
