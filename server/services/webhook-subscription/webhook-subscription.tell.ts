/** Mails whoever looks after an endpoint that it fails or was paused; the notification on their screen comes of the event. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isLocale } from '../../../core/locale.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { mailMoment, sendToStaff } from '../../platform/delivery/staffMail.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { ownerOrHolders } from '../backoffice/backoffice.holders.logic.ts';
import { type WebhookMail, webhookMail } from './webhook-subscription.mail.texts.ts';
import { readEndpoints } from './webhook-subscription.row.logic.ts';

interface Telling {
  readonly endpointId: Uuid;
  readonly kind: WebhookMail;
}

const mailJob = defineJob<Telling & { clientId: Uuid }>({
  name: 'webhooks.mail',
  run: async ({ clientId, ...telling }, database) => mailOwner(database, clientId, telling, readConfig()),
});

/** Asks for the mail in the transaction that says why. */
export const askToMail = (tx: Tx, telling: Telling) => enqueue(tx, mailJob, { clientId: tx.clientId, ...telling });

async function mailOwner(database: Database, clientId: Uuid, { endpointId, kind }: Telling, config: Config): Promise<void> {
  const found = await inClient(database, clientId, async (tx) => {
    const endpoint = (await readEndpoints(tx)).find((each) => each.endpointId === endpointId);
    // Meanwhile it may be back, or gone.
    if (!endpoint || (kind === 'webhookPaused' ? endpoint.pausedAt : endpoint.failingSince) === null) return null;
    const [client] = await tx.sql<{ name: string; locale: string | null }>(
      'select name, default_locale as locale from published.client where client_id = $1',
      [clientId],
    );
    return { endpoint, client, people: await ownerOrHolders(tx, endpoint.ownerId, 'configuration', 'editWebhooks') };
  });
  if (!found) return;
  const { endpoint, client, people } = found;
  const locale = isLocale(client?.locale) ? client.locale : 'en_US';
  const link = `${config.publicUrl}/${clientId}/configuration/webhooks`;
  for (const { email, name } of people) {
    const values = {
      name,
      client: client?.name ?? '',
      url: endpoint.url,
      since: mailMoment(endpoint.failingSince ?? endpoint.pausedAt!, locale),
    };
    await sendToStaff(config, email, webhookMail(kind, locale, values), link).catch((error: unknown) => {
      // The notification is there in any case; a mail that cannot leave is nothing to try for days.
      if (!(error instanceof Fault)) throw error;
      logger.warn({ kind, endpointId, error: error.message }, 'the owner of a webhook could not be mailed');
    });
  }
}
