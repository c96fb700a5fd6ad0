/** What other services may read of keys: the audit names them. */
import { publish } from '../../platform/published.tables.ts';
import { apiKey } from './api.tables.ts';

export const publishedApiKey = publish(apiKey, ['clientId', 'keyId', 'name']);
