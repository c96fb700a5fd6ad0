/** Secrets of endpoints: sealed, shown once, and two at a time while a receiver goes from one to the next. */
import { invalid } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { opened, sealed } from '../../platform/seal.ts';
import { defineSealed, placeIn } from '../../platform/sealedColumns.ts';
import type { Reading, Tx } from '../../platform/tenancy.ts';
import { lockEndpoint } from './webhook-subscription.row.logic.ts';
import { newSecret } from './webhook-subscription.sign.ts';

const COLUMN = defineSealed({
  table: 'webhook_secret',
  key: [
    { column: 'endpoint_id', type: 'uuid' },
    { column: 'secret_id', type: 'uuid' },
  ],
  row: 'secret_id',
  column: 'secret',
  before: 'clear',
});

/** Hours that a former secret may go on signing: a week. */
const MOST_FORMER_HOURS = 168;

/** Makes the secret of a new endpoint. @returns it, to be shown once */
export async function addSecret(tx: Tx, endpointId: Uuid): Promise<string> {
  const [secret, secretId] = [newSecret(), uuidv7()];
  await tx.sql('insert into webhook_secret (client_id, endpoint_id, secret_id, secret, created_at) values ($1, $2, $3, $4, $5)', [
    tx.clientId,
    endpointId,
    secretId,
    sealed(secret, placeIn(COLUMN, tx.clientId, secretId)),
    isoInstant(now()),
  ]);
  return secret;
}

/**
 * Makes another one. The one before signs as well for some hours; older ones end. @returns the new one, to be shown once
 * @throws Fault NOT_FOUND, INVALID_INPUT for hours out of range
 */
export async function rotateSecret(tx: Tx, endpointId: string, formerHours: number): Promise<string> {
  const { url, endpointId: id } = await lockEndpoint(tx, endpointId);
  if (!(formerHours >= 0 && formerHours <= MOST_FORMER_HOURS))
    throw invalid('formerHours', 'webhookFormerHours', { most: MOST_FORMER_HOURS });
  const until = (now() + formerHours * HOUR) as Instant;
  await tx.sql('delete from webhook_secret where client_id = $1 and endpoint_id = $2 and (expires_at is not null or $3)', [
    tx.clientId,
    id,
    formerHours === 0,
  ]);
  await tx.sql('update webhook_secret set expires_at = $3 where client_id = $1 and endpoint_id = $2', [tx.clientId, id, isoInstant(until)]);
  const secret = await addSecret(tx, id);
  await appendEvents(tx, [
    {
      messageType: 'webhookSecretRotated',
      payload: { endpointId: id, url, formerUntil: formerHours === 0 ? null : isoInstant(until) },
    },
  ]);
  return secret;
}

/** @returns those that sign now, newest first. */
export async function signingSecrets(tx: Reading, endpointId: Uuid): Promise<string[]> {
  const rows = await tx.sql<{ secret_id: Uuid; secret: string }>(
    `select secret_id, secret from webhook_secret where client_id = $1 and endpoint_id = $2 and (expires_at is null or expires_at > $3)
     order by created_at desc, secret_id desc`,
    [tx.clientId, endpointId, isoInstant(now())],
  );
  return rows.map(({ secret, secret_id }) => opened(secret, placeIn(COLUMN, tx.clientId, secret_id)));
}
