/** What every request of the API has to be, whatever it asks for: of a key, for JSON, and a body that can be read. */
import type { FastifyRequest } from 'fastify';
import { fault } from '../../core/fault.ts';
import type { Identity } from '../platform/caller.ts';
import { parseJson, readBytes } from '../platform/edge/body.ts';
import { Refusal } from '../platform/http.ts';

/** Bytes of a JSON body. */
const MOST_BYTES = 256 * 1024;

type KeyedCaller = Identity & { readonly key: NonNullable<Identity['key']> };

/** @returns whoever asks, with what their key may do. @throws Fault UNAUTHENTICATED without a key that is good */
export function keyedCaller({ caller, headers }: FastifyRequest): KeyedCaller {
  if (!caller?.key) throw fault('UNAUTHENTICATED', headers.authorization === undefined ? 'apiKeyMissing' : 'apiKeyNoGood');
  return caller as KeyedCaller;
}

/** @throws Refusal 406 for who takes no JSON */
export function requireJsonTaken({ headers: { accept } }: FastifyRequest): void {
  if (accept === undefined || accept.trim() === '') return;
  const takes = accept
    .split(',')
    .some((each) => /^\s*(\*\/\*|application\/(\*|json|problem\+json))\s*(;|$)/i.test(each) && !/;\s*q=0(\.0*)?\s*(;|$)/.test(each));
  if (!takes) throw new Refusal(406, fault('INVALID_INPUT', 'apiAccept'));
}

/** @returns the kind of the body, without its parameters. */
export const contentTypeOf = ({ headers }: FastifyRequest): string => (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

/** @returns a JSON body as it came and what it says. @throws Refusal 415, 413, 408; 400 for what is no JSON or no UTF-8 */
export async function readJson(request: FastifyRequest): Promise<{ text: string; body: unknown }> {
  if (!/^application\/([\w.-]+\+)?json$/.test(contentTypeOf(request)))
    throw new Refusal(415, fault('INVALID_INPUT', 'apiContentType', { types: 'application/json' }));
  const text = textOf(await readBytes(request.raw, MOST_BYTES));
  return { text, body: parseJson(text) };
}

/** @throws Refusal 400 for bytes that are no UTF-8: what they were taken for would be kept for good. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, fault('INVALID_INPUT', 'apiNotUtf8'));
  }
}
