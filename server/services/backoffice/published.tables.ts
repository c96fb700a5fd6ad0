/** What other services may read of clients and of their staff. */
import { publish } from '../../platform/published.tables.ts';
import { client, clientUser } from './backoffice.tables.ts';

export const publishedClient = publish(client, [
  'clientId',
  'name',
  'timezone',
  'countryCode',
  'defaultLocale',
  'excludeHolidays',
  'featureFlags',
  'createdAt',
]);
/** Which clients there are: background work may see no more of them (platform/database.sql). */
export const publishedClientKey = publish(client, ['clientId'], 'client_key');
/** What sign-in may see of clients. */
export const publishedClientName = publish(client, ['clientId', 'name'], 'client_name');
export const publishedClientUser = publish(clientUser, [
  'clientId',
  'userId',
  'email',
  'phoneNumber',
  'name',
  'role',
  'groups',
  'status',
  'isEnabled',
  'availability',
  'firstName',
  'middleName',
  'familyName',
]);
