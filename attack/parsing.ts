/** What staff, debtors and banks write, made to take long: each is refused or read, and another client is answered meanwhile. */
import { reportSecret, signReport } from '../server/platform/delivery/reports.ts';
import { type Attack, tally } from './tally.ts';
import type { Answer, Target } from './target.ts';

/** Milliseconds that somebody of another client may wait on a busy machine; what is tried here took 18 s and more. */
const PATIENCE = 5_000;
const WRONG: readonly number[] = [400, 401, 413, 422, 429];

/** Does something while somebody of another client asks for a page of theirs. @returns what came of it, and how long they waited at most; Infinity when they got nothing. */
async function beside<Result>(target: Target, work: () => Promise<Result>): Promise<{ result: Result | null; longest: number }> {
  let [longest, going] = [0, true];
  const { clientId, token } = target.b;
  const watching = (async () => {
    do {
      const began = performance.now();
      const answer = await target
        .query('backoffice', 'query ($clientId: ID!) { getClientConfiguration(clientId: $clientId) { name } }', { clientId }, token)
        .catch(() => null);
      const served = (answer?.json.data as { getClientConfiguration?: { name?: string } } | undefined)?.getClientConfiguration?.name;
      longest = Math.max(longest, served ? performance.now() - began : Number.POSITIVE_INFINITY);
      await new Promise((resolve) => setTimeout(resolve, 200));
    } while (going);
  })();
  const result = await work().catch(() => null);
  going = false;
  await watching;
  return { result, longest };
}

/** Tries each, and counts it when it was answered as it should be and nobody waited for it. */
async function each(
  target: Target,
  tries: Readonly<Record<string, () => Promise<Answer>>>,
  isAnswer: (answer: Answer) => boolean,
): Promise<ReturnType<ReturnType<typeof tally>['result']>> {
  const { check, result } = tally();
  for (const [name, work] of Object.entries(tries)) {
    const { result: answer, longest } = await beside(target, work);
    check(answer !== null && isAnswer(answer), `${name}: ${answer ? `${answer.status} ${answer.text.slice(0, 200)}` : 'no answer'}`);
    check(longest < PATIENCE, `${name}: somebody else waited ${Math.round(longest)} ms`);
  }
  return result();
}

/** A fault of the input, or too much of it. */
const isRefused = ({ json }: Answer) =>
  json.errors?.some(({ extensions }) => /^(INVALID_INPUT|RATE_LIMITED)$/.test(extensions?.code ?? '')) ?? false;

const PREVIEW =
  'previewBundle(previewContent: { clientId: $clientId, contentTemplateType: email, locale: "en_US", subject: "x", format: $format, content: $content }) { html text problems { message } }';
const mjml = (inner: string) =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${inner}</mj-text></mj-column></mj-section></mj-body></mjml>`;
const LOOPS = '{% for i in (1..1400) %}{% for j in (1..1400) %}{{ i | times: j }}{% endfor %}{% endfor %}';
const filled = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

/** PUTs a file that begins so and goes on with the same piece. */
const statement = (target: Target, begin: string, piece: string, megabytes: number) => () =>
  target.request(`/api/finance/statements?clientId=${target.a.clientId}&fileName=x.xml`, {
    method: 'PUT',
    headers: { authorization: target.a.token, 'content-type': 'application/xml' },
    body: begin + filled(piece, megabytes * 2 ** 20),
  });
const CAMT =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE1</IBAN></Id></Acct>';
const PAIN = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>';

export const attacks: readonly Attack[] = [
  {
    name: 'templates: unfinished tags, loops in loops, thirty at once',
    run: (target) => {
      const { clientId } = target.a;
      const preview =
        (format: string, content: string, times = 1) =>
        () =>
          target.query(
            'cms',
            `query ($clientId: ID!, $format: String!, $content: String!) { ${Array.from({ length: times }, (_, index) => `p${index}: ${PREVIEW}`).join(' ')} }`,
            { clientId, format, content },
          );
      return each(
        target,
        {
          ...Object.fromEntries(['<a "', '<!--', '{%'].map((piece) => [piece, preview('mjml', mjml(filled(piece, 160_000)))] as const)),
          loops: preview('text', LOOPS),
          'thirty loops': preview('text', LOOPS, 30),
        },
        // A preview, its problems, or that this is too much at once.
        ({ text, json }) =>
          /"problems":\[|"html":"/.test(text) || json.errors?.every((one) => one.extensions?.code === 'RATE_LIMITED') === true,
      );
    },
  },
  {
    name: 'mails of debtors, rightly signed: pages of unfinished tags, parts in parts, headers without end; and those of nobody',
    run: (target) => {
      const { clientId } = target.a;
      const at = `/hooks/inbound/email/${clientId}`;
      const post = (body: string, signature?: string) => () =>
        target.request(at, {
          method: 'POST',
          headers: {
            'content-type': 'message/rfc822',
            'x-quittance-signature': signature ?? signReport(body, Math.floor(Date.now() / 1000), reportSecret(clientId)),
          },
          body,
        });
      const head = 'From: <x@debtor.example>\r\nTo: <y@z.example>\r\nMIME-Version: 1.0\r\n';
      const page = (piece: string, length: number) => `${head}Content-Type: text/html\r\n\r\n${filled(piece, length)}`;
      const nested = Array.from(
        { length: 2_000 },
        (_, index) => `--b${index}\r\nContent-Type: multipart/mixed; boundary=b${index + 1}\r\n\r\n`,
      ).join('');
      return each(
        target,
        {
          'unfinished tags': post(page('<a "', 250_000)),
          'tags in tags': post(page('<b><i>', 250_000)),
          'styles without end': post(page('<style><!--', 250_000)),
          'a page of 10 MB': post(page('<a href="x" ', 10 * 2 ** 20)),
          'parts in parts': post(`${head}Content-Type: multipart/mixed; boundary=b0\r\n\r\n${nested}`),
          'addresses without end': post(`${head}Cc: ${filled('"<,(', 200_000)}\r\n\r\nx`),
          'words in code': post(`${head}Subject: ${filled('=?utf-8?Q?=', 200_000)}\r\n\r\nx`),
          'signed by nobody': post(page('<a "', 10 * 2 ** 20), `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`),
          'not signed': post(page('<a "', 2 ** 20), ''),
        },
        ({ status, text }) => /"outcome":/.test(text) || WRONG.includes(status),
      );
    },
  },
  {
    name: 'files of banks: 12 MB of unfinished entries, deep nesting, entities',
    run: (target) =>
      each(
        target,
        {
          entries: statement(target, CAMT, '<Ntry ', 12),
          'nested entries': statement(target, CAMT, '<Ntry>', 3),
          sections: statement(target, CAMT, '<![CDATA[', 3),
          'nested reports': statement(target, PAIN, '<TxInfAndSts>', 3),
          'a long report': statement(
            target,
            PAIN,
            '<TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts>',
            40,
          ),
          entities: statement(target, `<!DOCTYPE x [<!ENTITY a "ha">]>${CAMT}`, '&a;', 1),
        },
        ({ status }) => WRONG.includes(status),
      ),
  },
  {
    name: 'schemas of metadata: references that double, patterns that go back, endless lists of values',
    run: (target) => {
      const { clientId } = target.a;
      const SET =
        'mutation ($clientId: ID!, $in: ClientConfigurationInput!) { setClientConfiguration(clientId: $clientId, clientConfiguration: $in) { revision } }';
      const set = (metaFields: unknown, defaultMeta?: unknown) => () =>
        target.query('backoffice', SET, {
          clientId,
          in: {
            metaFields: typeof metaFields === 'string' ? metaFields : JSON.stringify(metaFields),
            ...(defaultMeta ? { defaultMeta } : {}),
          },
        });
      const twice = Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`d${index}`, { allOf: [1, 2].map(() => ({ $ref: `#/definitions/d${index + 1}` })) }]),
      );
      const doubling = { $id: 'https://a.example/d', definitions: { ...twice, d40: {} }, allOf: [{ $ref: '#/definitions/d0' }] };
      const values = { account: { a: `${'a'.repeat(100_000)}!` } };
      return each(
        target,
        {
          doubling: set({ account: { a: doubling } }, { account: { a: 'x' } }),
          nested: set(`{"account":{"a":${'{"not":'.repeat(5_000)}{}${'}'.repeat(5_000)}}}`),
          'a long list of values': set({ account: { a: { enum: [filled('x', 300_000)] } } }),
          'a pattern that goes back': set({ account: { a: { type: 'string', pattern: '^(a+)+$' } } }, values),
          'a pattern of alternatives': set({ account: { a: { type: 'string', pattern: '^((a|a)*)*$' } } }, values),
        },
        isRefused,
      );
    },
  },
  {
    name: 'lists of users: columns, quotes and lines without end',
    run: (target) => {
      const load = (csv: string) => () =>
        target.query('backoffice', 'mutation ($clientId: ID!, $csv: String!) { importUsers(clientId: $clientId, csv: $csv) { created } }', {
          clientId: target.a.clientId,
          csv,
        });
      return each(
        target,
        {
          columns: load(filled('email,', 900_000)),
          quotes: load(`email,role\n${filled('"', 400_001)}`),
          'lines of nothing': load(`email,role\n${filled('\n', 400_000)}x`),
          'lines of addresses': load(`email,role\n${filled('a@b.example,AGENT\n', 900_000)}`),
          'one address': load(`email,role\n${filled('a@', 400_000)},AGENT\n${filled('\n,\n', 3_000)}"`),
        },
        isRefused,
      );
    },
  },
];
