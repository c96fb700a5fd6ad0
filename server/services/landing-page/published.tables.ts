/** What other services may read of the debtor's page. */
import { publish } from '../../platform/published.tables.ts';
import { clientDomain } from './landing-page.tables.ts';

export const publishedClientDomain = publish(clientDomain, ['clientId', 'domain']);
