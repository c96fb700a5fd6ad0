/** What tests, the attack and the bench of the REST API share: keys, requests made of declarations, and answers held to their schemas. */
import type { ValidateFunction } from 'ajv';
import { API_SCOPES } from '../../core/apiScopes.ts';
import type { Uuid } from '../../core/id.ts';
import { DAY, type Instant } from '../../core/time.ts';
import type { World } from '../platform/cases.ts';
import { type Database, inClient } from '../platform/tenancy.ts';
import { createApiKey } from '../services/api/api.key.logic.ts';
import { CASES } from '../testing.operations.ts';
import type { Compiled } from './compile.ts';
import { compileAll, describeApi } from './description.ts';
import type { Values } from './endpoint.ts';
import { schemasWith, validatorOf } from './read.ts';
import type { JsonSchema } from './schemas.ts';

/** Everything that a scope may stand for. */
const EVERYTHING = ['account', 'strategy', 'operations', 'configuration', 'cms'].map((domain) => ({ domain, actions: ['*'] }));

/** Makes a key of a client. @param days until it ends. @returns it, and its id. */
export async function keyFor(
  database: Database,
  clientId: Uuid,
  { scopes = API_SCOPES as readonly string[], userId, days = 30 }: { scopes?: readonly string[]; userId: Uuid; days?: number },
): Promise<{ key: string; keyId: Uuid }> {
  const { row, secret } = await inClient(
    database,
    clientId,
    (tx) =>
      createApiKey(
        tx,
        { name: 'Test', scopes, expiresAt: (Date.now() + days * DAY) as Instant },
        { userId, groups: [], permissions: EVERYTHING },
      ),
    { actor: { type: 'user', id: userId } },
  );
  return { key: secret, keyId: row.keyId };
}

export interface ApiRequest {
  readonly method: Compiled['endpoint']['method'];
  /** From /api/v1 on. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** @returns a request that calls an endpoint with values of its path, query and body. */
export function requestOf({ endpoint, parameters, body }: Compiled, values: Values, headers: Record<string, string> = {}): ApiRequest {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams();
  const named = new Set(parameters.map(({ name }) => name));
  for (const { name, in: where } of parameters)
    if (where === 'query' && values[name] !== undefined && values[name] !== null)
      for (const each of [values[name]].flat()) query.append(name, String(each));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !named.has(name)));
  const type = endpoint.exampleBody?.type ?? (body ? 'application/json' : undefined);
  const payload = endpoint.exampleBody ? endpoint.exampleBody.text : body ? JSON.stringify(rest) : undefined;
  return {
    method: endpoint.method,
    url: `/api/v1${path}${query.size > 0 ? `?${query}` : ''}`,
    headers: { ...(type ? { 'content-type': type } : {}), ...headers },
    ...(payload === undefined ? {} : { payload }),
  };
}

export interface ApiAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** @returns a check of answers: what is wrong with one by the description, null if nothing is. */
export function answersByDescription(): (name: string, answer: ApiAnswer) => string | null {
  const { components } = compileAll();
  const description = describeApi();
  const ajv = schemasWith(new Map([...components, ['Problem', description.components.schemas.Problem]]));
  const known = new Map<string, ValidateFunction>();
  const operations = new Map(
    Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map(
        (each) => [(each as { operationId: string }).operationId, each as { responses: Record<string, Described> }] as const,
      ),
    ),
  );
  const responses = description.components.responses as unknown as Readonly<Record<string, Described>>;
  return (name, { status, contentType, body }) => {
    const listed = operations.get(name)?.responses[String(status)];
    if (!listed) return `${status} is not described: ${body.slice(0, 300)}`;
    const response = listed.$ref ? responses[listed.$ref.split('/').at(-1)!]! : listed;
    const [type, media] = Object.entries(response.content ?? {})[0] ?? [];
    if (type === undefined || !media) return body === '' ? null : `${status} has a body that is not described`;
    if (contentType.split(';')[0] !== type) return `${status} is ${contentType}, described as ${type}`;
    const key = `${name} ${status}`;
    if (!known.has(key)) known.set(key, validatorOf(ajv, media.schema));
    const isRight = known.get(key)!;
    return isRight(JSON.parse(body)) ? null : `${status} ${ajv.errorsText(isRight.errors)}: ${body.slice(0, 300)}`;
  };
}

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

const HOOK = 'https://hooks.example.com/changed';

/** What calls an endpoint where the case of its operation doesn't fit. */
const OWN: Readonly<Record<string, (world: World) => Values>> = {
  listAccounts: () => ({ queryText: 'brandt', limit: 5 }),
  findAccountByReference: ({ clientId }) => ({ externalAccountRef: `ACCOUNT-${clientId!.slice(-6)}` }),
  listDebtors: ({ accountId }) => ({ accountId }),
  listClaims: ({ accountId }) => ({ accountIds: [accountId], statuses: ['open'] }),
  updateDebtor: ({ accountId, externalDebtorRef }) => ({ accountId, externalDebtorRef, city: 'Hamburg', title: null }),
  assignAccount: ({ accountId }) => ({ accountId, userId: null }),
  announceFile: ({ accountId }) => ({ accountId, name: 'letter.txt' }),
  updateFile: ({ fileId }) => ({ fileId, documentType: 'invoice' }),
  putFileContent: ({ announcedId }) => ({ fileId: announcedId }),
  readEvents: () => ({}),
  listMessages: ({ accountId }) => ({ accountId }),
  explainBalance: ({ accountId, externalClaimRef }) => ({ accountId, externalClaimRef }),
  previewMessage: ({ accountId }) => ({ accountId, channel: 'email', customSubject: 'Hi', customBody: 'Hello {{ debtor.firstName }}' }),
  explainContact: ({ accountId }) => ({ accountId, channel: 'email' }),
  createImport: () => ({ record: 'claims' }),
  refundPayment: ({ accountId, recordPayment }) => ({ accountId, paymentId: recordPayment, description: 'Paid twice' }),
  cancelPromise: ({ createPromise }) => ({ promiseToPayId: createPromise }),
  createPlan: ({ accountId, externalClaimRef }) => ({
    accountId,
    externalClaimRefs: [externalClaimRef],
    interval: 'monthly',
    parts: 2,
    endsAgreements: true,
  }),
  cancelPlan: ({ createPlan }) => ({ instalmentsPlanId: createPlan }),
  createWebhook: () => ({ url: 'https://hooks.example.com/made', messageTypes: ['claimResolved.v1'] }),
  updateWebhook: ({ webhookEndpointId }) => ({ endpointId: webhookEndpointId, url: HOOK, messageTypes: ['claimResolved.v1'] }),
  listWebhookDeliveries: ({ webhookEndpointId }) => ({ endpointId: webhookEndpointId }),
  redeliverToWebhook: ({ webhookEndpointId }) => ({ endpointId: webhookEndpointId }),
};
/** @returns values that call an endpoint on a client's rows. */
export function valuesFor({ endpoint, rootField }: Compiled, world: World): Values {
  const own = OWN[endpoint.name]?.(world);
  if (own) return own;
  const given = CASES.get(endpoint.service)!.operations[rootField]!(world);
  const { clientId: _, revision: __, idempotencyKey: ___, ...values } = given;
  return values;
}
