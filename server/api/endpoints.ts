/** Every endpoint of the REST API, in the order of its description. A new one is declared in a file of its noun. */
import type { Endpoint } from './endpoint.ts';
import { accounts } from './nouns/accounts.ts';
import { claims } from './nouns/claims.ts';
import { debtors } from './nouns/debtors.ts';
import { events } from './nouns/events.ts';
import { files } from './nouns/files.ts';
import { imports } from './nouns/imports.ts';
import { messages } from './nouns/messages.ts';
import { money } from './nouns/money.ts';
import { notes } from './nouns/notes.ts';
import { strategies, triggers } from './nouns/strategies.ts';
import { webhooks } from './nouns/webhooks.ts';

export const ENDPOINTS: readonly Endpoint[] = [
  ...accounts,
  ...debtors,
  ...claims,
  ...money,
  ...notes,
  ...files,
  ...events,
  ...messages,
  ...strategies,
  ...triggers,
  ...imports,
  ...webhooks,
];
