/** What providers reached by HTTP share: when a try is certain, and when its answer is lost. */
import type { SendAnswer } from './provider.ts';

export type HttpAnswer = { readonly status: number; readonly body: unknown } | { readonly broken: string; readonly reached: boolean };

/** Calls without following redirects. Never throws. `reached` false: no connection came about, so nothing was said. */
export async function call(
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
  timeout: number,
): Promise<HttpAnswer> {
  try {
    const answer = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
    const text = await answer.text();
    return { status: answer.status, body: parse(text) };
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? '';
    const reason = `${(error as Error).message}${cause ? ` (${cause})` : ''}`;
    return { broken: reason, reached: !['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(cause) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 500);
  }
}

/**
 * Reads the answer to a send. A 4xx is a refusal before anything left, 429 and 401-403 for now only; a 5xx, a 408 or a broken connection
 * says nothing about the message: some providers deliver and then fail.
 * @param badAddress whether the refusal is about the recipient.
 */
export function judge(
  answer: HttpAnswer,
  providerRef: (body: unknown) => string | null,
  badAddress: (body: unknown) => boolean,
): SendAnswer {
  if ('broken' in answer) {
    if (answer.reached) return { outcome: 'lost', reason: answer.broken };
    return { outcome: 'refused', permanent: false, badAddress: false, reason: answer.broken };
  }
  const { status, body } = answer;
  if (status >= 200 && status < 300) return { outcome: 'sent', providerRef: providerRef(body) };
  const reason = `HTTP ${status}: ${(typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300)}`;
  if (status >= 500 || status === 408) return { outcome: 'lost', reason };
  const permanent = ![401, 403, 404, 425, 429].includes(status);
  return { outcome: 'refused', permanent, badAddress: permanent && badAddress(body), reason };
}

/** @returns a text field of a JSON answer, by path; null when it is not there. */
export function textAt(body: unknown, ...path: (string | number)[]): string | null {
  let value: unknown = body;
  for (const key of path) value = (value as Record<string | number, unknown> | null | undefined)?.[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
