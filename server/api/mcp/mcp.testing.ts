/** A real client of the protocol against the real server, for tests. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestHouse } from '../../platform/testing.ts';

/** @returns the address of the door; the server listens from then on. */
export async function doorOf(house: TestHouse): Promise<URL> {
  if (!house.app.server.listening) await house.app.listen({ host: '127.0.0.1', port: 0 });
  const address = house.app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen');
  return new URL(`http://127.0.0.1:${address.port}/api/v1/mcp`);
}

/** @param legacy speaks the protocol as it was before 2026-07-28. @returns a client with a key. */
export async function assistant(url: URL, key: string, { legacy = false } = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: legacy ? 'legacy' : 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }));
  return client;
}

/** @returns what a tool said: its answer as an object, or the words it was refused with. */
export async function ask(
  client: Client,
  name: string,
  values: object,
): Promise<{ answer: Record<string, unknown> | null; words: string }> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: values as Record<string, unknown> });
  const [first] = content as { type: string; text: string }[];
  return { answer: isError ? null : (structuredContent as Record<string, unknown>), words: first?.text ?? '' };
}
