/** What providers reached by HTTP share: when a try is certain, and when its answer is lost. */
import { englishOf, type SaidWords, words } from '../../../core/fault.ts';
import { type Outbound, type OutboundRequest, RefusedAddress } from '../outbound.ts';
import type { Away, SendAnswer } from '../outbox/answer.ts';

export type HttpAnswer = { readonly status: number; readonly body: unknown } | { readonly broken: SaidWords; readonly reached: boolean };

/** Before a connection stands nothing is said. Anything else may have been taken. */
const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Calls without following redirects. Never throws. `reached` false: no connection came about, so nothing was said. */
export async function call(outbound: Outbound, url: string, request: OutboundRequest, timeout: number): Promise<HttpAnswer> {
  try {
    const answer = await outbound.request(url, request, timeout);
    return { status: answer.status, body: parse(answer.text) };
  } catch (error) {
    return { broken: whyBroken(error), reached: !(error instanceof RefusedAddress) && !isBeforeConnection(error) };
  }
}

function isBeforeConnection(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return NOT_REACHED.has(code) || isCertificate(code);
}

/** Node's codes of a certificate that does not hold. */
const isCertificate = (code: string) => /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|^ERR_TLS_CERT/.test(code);

/** @returns why nothing came back, in our words: the error's own may name addresses inside the network. */
export function whyBroken(error: unknown): SaidWords {
  if (error instanceof RefusedAddress) return words(error.reason);
  const { code = '', name = '' } = error as { code?: string; name?: string };
  if (code === 'ECONNREFUSED') return words('serverRefuses');
  if (code === 'ENOTFOUND') return words('serverUnknown');
  if (code === 'EAI_AGAIN') return words('nameServiceAway');
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return words('serverUnreachable');
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(code)) return words('serverSlow');
  if (isCertificate(code)) return words('certificateInvalid');
  return words('connectionBroken');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads the answer to a send. A 4xx is a refusal before anything left, 429 and 401-404 for now only, a redirect too (none is followed); a
 * 5xx, a 408 or a broken connection says nothing about the message: some providers deliver and then fail.
 * @param badAddress whether the refusal is about the recipient.
 */
export function judge(
  answer: HttpAnswer,
  providerRef: (body: unknown) => string | null,
  badAddress: (body: unknown) => boolean,
): SendAnswer {
  if ('broken' in answer) {
    const said = { reason: englishOf(answer.broken), words: answer.broken, isAway: true };
    return answer.reached ? { outcome: 'lost', ...said } : { outcome: 'refused', permanent: false, badAddress: false, ...said };
  }
  const { status, body } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent', providerRef: providerRef(body)?.slice(0, 200) ?? null };
  const reason = reasonOf(status, body);
  if (status >= 500 || status === 408) return { outcome: 'lost', reason, isAway: true };
  const isAway = status < 400 || [401, 403, 404, 407, 425, 429].includes(status);
  const permanent = !isAway;
  return { outcome: 'refused', permanent, badAddress: permanent && badAddress(body), reason, isAway };
}

/**
 * What staff are shown of an answer: its status, and at most a code that the provider gives in JSON. Never its text: whoever enters an address
 * would read there what the server behind it says.
 */
function reasonOf(status: number, body: unknown): string {
  const codes = [
    textAt(body, 'code'),
    textAt(body, 'error'),
    textAt(body, 'error', 'code'),
    textAt(body, 'errors', 0, 'code'),
    textAt(body, 'errorCode'),
    textAt(body, 'requestError', 'serviceException', 'messageId'),
    // Amazon puts a name space before it.
    textAt(body, '__type')?.split('#').pop() ?? null,
  ];
  const code = codes.find((each) => each !== null && /^[A-Za-z0-9][\w.-]{0,59}$/.test(each));
  return code ? `HTTP ${status} (${code})` : `HTTP ${status}`;
}

/** @returns a text field of a JSON answer, by path; null when it is not there. */
export function textAt(body: unknown, ...path: (string | number)[]): string | null {
  let value: unknown = body;
  for (const key of path) value = (value as Record<string | number, unknown> | null | undefined)?.[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Asks an address that moves nothing. @returns null when the provider answers as one that works, else why it does not. */
export async function probeAt(outbound: Outbound, url: string, headers: Record<string, string>, timeout: number): Promise<Away | null> {
  const answer = await call(outbound, url, { method: 'GET', headers }, timeout);
  if ('broken' in answer) return { reason: englishOf(answer.broken), words: answer.broken };
  const { status, body } = answer;
  // Not there is an answer too: the address of a message that nobody sent.
  return (status >= 500 && status !== 501) || status === 408 ? { reason: reasonOf(status, body), words: undefined } : null;
}
