/** Examples that run: one call by curl and by fetch. They read the address and the key from the environment, so that nobody pastes a key into a file. */
import type { Compiled } from './compile.ts';
import type { Values } from './endpoint.ts';

export interface Sample {
  readonly lang: 'shell' | 'typescript';
  readonly label: string;
  readonly source: string;
}

interface Parts {
  readonly path: string;
  readonly body: string | null;
  readonly type: string | null;
  readonly file: string | null;
}

function partsOf({ endpoint, parameters }: Compiled): Parts {
  const values: Values = endpoint.example;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams();
  for (const { name, in: where } of parameters) {
    if (where === 'path' || values[name] === undefined) continue;
    for (const each of [values[name]].flat()) query.append(name, String(each));
  }
  const named = new Set(parameters.map(({ name }) => name));
  const rest = Object.entries(values).filter(([name]) => !named.has(name));
  const { exampleBody } = endpoint;
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && (rest.length > 0 || exampleBody !== undefined);
  return {
    path: `${path}${query.size > 0 ? `?${query}` : ''}`,
    body:
      !hasBody || exampleBody
        ? exampleBody && !exampleBody.text.startsWith('@')
          ? exampleBody.text
          : null
        : JSON.stringify(Object.fromEntries(rest), null, 2),
    type: hasBody ? (exampleBody?.type ?? 'application/json') : null,
    file: exampleBody?.text.startsWith('@') ? exampleBody.text.slice(1) : null,
  };
}

/** @returns the examples of an endpoint. */
export function samplesOf(compiled: Compiled): readonly Sample[] {
  const parts = partsOf(compiled);
  return [
    { lang: 'shell', label: 'curl', source: curl(compiled, parts) },
    { lang: 'typescript', label: 'TypeScript', source: typescript(compiled, parts) },
  ];
}

const isOnce = ({ endpoint }: Compiled) => endpoint.method === 'POST';
/** In single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(compiled: Compiled, { path, body, type, file }: Parts): string {
  const { method } = compiled.endpoint;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$QUITTANCE_URL/api/v1${path}"`,
    `-H "Authorization: Bearer $QUITTANCE_KEY"`,
    ...(isOnce(compiled) ? [`-H "Idempotency-Key: document-$(date +%s)"`] : []),
    ...(type ? [`-H 'Content-Type: ${type}'`] : []),
    ...(file ? [`--data-binary @${file}`] : body === null ? [] : [`--data-binary ${quoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** @returns a template of TypeScript with a variable of the environment in it. */
const env = (before: string, name: string, after = '') => `\`${before}\${process.env.${name}}${after}\``;

function typescript(compiled: Compiled, { path, body, type, file }: Parts): string {
  const { method, pages, status } = compiled.endpoint;
  const headers = [
    `    Authorization: ${env('Bearer ', 'QUITTANCE_KEY')},`,
    ...(isOnce(compiled) ? ["    'Idempotency-Key': crypto.randomUUID(),"] : []),
    ...(type ? [`    'Content-Type': '${type}',`] : []),
  ];
  const payload = file
    ? [`  body: await readFile('${file}'),`]
    : body === null
      ? []
      : type === 'application/json'
        ? [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]
        : [`  body: ${JSON.stringify(body)},`];
  return [
    ...(file ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    `const answer = await fetch(${env('', 'QUITTANCE_URL', `/api/v1${path}`)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...payload,
    '});',
    'if (!answer.ok) throw new Error((await answer.json()).detail);',
    ...(status === 204 ? [] : pages ? ['const { items, next } = await answer.json();'] : ['const result = await answer.json();']),
  ].join('\n');
}
