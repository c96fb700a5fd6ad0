/** A collector of traces for tests: what a process sends to it, as it was sent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from './tracing.ts';

export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

/** Begins to trace. @returns the spans, complete when `stop` has ended. */
export async function collectSpans(role: string): Promise<{ spans: SentSpan[]; stop: () => Promise<void> }> {
  const spans: SentSpan[] = [];
  const collector = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
      spans.push(...body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const stopTracing = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`, role);
  return {
    spans,
    stop: async () => {
      await stopTracing();
      collector.closeAllConnections();
      await new Promise((resolve) => collector.close(resolve));
    },
  };
}
