/** What tests of messages share: a house with a real SMTP server, staff who write, and debtors who write back through the signed doors. */

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { instant, MINUTE } from '../../../core/time.ts';
import { reportSecret, signReport } from '../../platform/delivery/reports.ts';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';
import { mountInbound } from './cms.inbound.ts';
import { addDebtor, type Person } from './cms.testing.ts';

const SEND = `mutation ($clientId: ID!, $idempotencyKey: ID!, $channel: String!, $locale: String, $accountId: ID, $externalClaimRef: String, $templateReferences: [String!], $customSubject: String,
  $customBody: String, $notes: String, $contactData: MessageContactInput, $attachments: [ID!], $parentRequestId: ID, $sendWhenAllowed: Boolean, $overrideReason: String) {
  sendDebtorMessageV2(clientId: $clientId, idempotencyKey: $idempotencyKey, channel: $channel, locale: $locale, accountId: $accountId, externalClaimRef: $externalClaimRef,
    templateReferences: $templateReferences, customSubject: $customSubject, customBody: $customBody, notes: $notes, contactData: $contactData, attachments: $attachments,
    parentRequestId: $parentRequestId, sendWhenAllowed: $sendWhenAllowed, overrideReason: $overrideReason) { requestContextId answer rule why until liftableRules heldByLaw } }`;
const SEARCH = `query ($clientId: ID!, $filter: CorrespondenceFilter, $size: Int, $searchAfter: String) { searchCorrespondence(clientId: $clientId, filter: $filter, size: $size, searchAfter: $searchAfter) {
  searchAfter results { id kind accountId channel direction waiting sender subject excerpt userId parentId handledBy attachments { name } messageURL resolution { resolution } } } }`;

interface Receipt {
  requestContextId: string | null;
  answer: string;
  rule: string;
  until: string | null;
  liftableRules: string[];
  heldByLaw: { key: string } | null;
}
export interface Item {
  id: string;
  kind: string;
  accountId: string;
  direction: string;
  waiting: boolean;
  handledBy: string | null;
  userId: string | null;
  parentId: string | null;
  subject: string | null;
  attachments: { name: string }[];
  messageURL: string | null;
  resolution: { resolution: string } | null;
}

/** What a message is made of, to the byte. */
export const CONTENT = `query ($clientId: ID!, $messageURL: String!) { getCommunicationContent(clientId: $clientId, messageURL: $messageURL) { subject textContent htmlContent channel attachmentsContent { fileId name mimeType size url } } }`;
/** A mail in staff's own words. */
export const own = {
  channel: 'email',
  customSubject: 'Ihre Frage zu {{ claim.reference }}',
  customBody: 'Guten Tag {{ debtor.fullName }},\nes sind {{ claim.balance }}.',
};

/** @returns a mail as it comes over the wire. */
export const mail = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'));
let serial = 0;
/** @returns a mail of a debtor's, each with an id of its own. */
export const letter = (from: string, body: string, headers: readonly string[] = []) =>
  mail([`Message-ID: <in-${++serial}@debtor.example>`, `From: ${from}`, 'To: antwort@nordlicht.example', ...headers, '', body]);
/** @returns a text message as a gateway reports it. */
export const text = (from: string, said: string, reference = uuidv7()) =>
  Buffer.from(JSON.stringify({ messages: [{ reference, from, to: '+49301', text: said }] }));

/** Opens a house for a test file whose mails go to a server of its own, sets its clock back before each test, and closes it after the last one. */
export function messageFixture() {
  let house: DeliveryHouse;
  let smtp: SMTPServer;
  const received: Buffer[] = [];
  beforeAll(async () => {
    house = await openDeliveryHouse((app, parts) => mountInbound(app, parts));
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    await house.chooseEmail([
      {
        providerName: 'SMTP',
        credentials: { host: '127.0.0.1', port: (smtp.server.address() as AddressInfo).port },
        extras: { sender: 'Nordlicht <post@nordlicht.example>', replyTo: 'antwort@nordlicht.example' },
      },
    ]);
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    await house.close();
  });
  beforeEach(() => house.rewind());

  const debtor = (person: Person = {}) => house.inA((tx) => addDebtor(tx, person));
  const press = async (message: object, idempotencyKey = uuidv7(), role?: string) =>
    house.raw(
      'account',
      SEND,
      { clientId: house.clientA, idempotencyKey, ...message },
      role && (await house.tokenFor(house.clientA, role)),
    );
  const sent = async (message: object, key?: string): Promise<Receipt> => {
    const answer = await press(message, key);
    expect(answer.errors).toBeUndefined();
    return answer.data!.sendDebtorMessageV2 as Receipt;
  };
  /** Messages of one moment have no order. */
  const later = () => {
    house.clock.time = instant(house.clock.time + MINUTE);
  };
  const refused = async (message: object, key?: string, role?: string) => (await press(message, key, role)).errors?.[0]?.extensions;
  const search = async (filter: object, page: object = {}) =>
    (
      await house.call<{ searchCorrespondence: { searchAfter: string | null; results: Item[] } }>('cms', SEARCH, {
        clientId: house.clientA,
        filter,
        ...page,
      })
    ).searchCorrespondence;
  const lastEvent = async (accountId: string, type: string) =>
    (
      await house.inA((tx) =>
        tx.sql<{ actor_type: string; actor_id: string | null; payload: Record<string, unknown> }>(
          'select actor_type, actor_id, payload from event where client_id = $1 and account_id = $2 and message_type = $3 order by message_id desc limit 1',
          [tx.clientId, accountId, type],
        ),
      )
    )[0];
  /** A mail or text message of a debtor comes in. */
  const knock = (kind: MessageChannel, body: Buffer, signature?: string) => {
    const header = signature ?? signReport(body, Math.floor(Date.now() / 1000), reportSecret(house.clientA));
    return house.app.inject({
      method: 'POST',
      url: `/hooks/inbound/${kind}/${house.clientA}`,
      headers: { 'content-type': kind === 'email' ? 'message/rfc822' : 'application/json', 'x-quittance-signature': header },
      payload: body,
    });
  };

  return {
    /** Opened before the file's first test. */
    get house() {
      return house;
    },
    /** Mails that the server took, as they came. */
    received,
    debtor,
    press,
    sent,
    later,
    refused,
    search,
    lastEvent,
    knock,
  };
}
