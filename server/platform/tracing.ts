/**
 * OpenTelemetry traces, when OTEL_EXPORTER_OTLP_ENDPOINT says where to send them; without it nothing of it is loaded and a span costs one
 * comparison. Attributes name operations, jobs and statements' texts, never their values.
 */
import type { Context, Span, Tracer } from '@opentelemetry/api';

type Attributes = Readonly<Record<string, string | number | boolean>>;

interface Tracing {
  readonly tracer: Tracer;
  readonly api: typeof import('@opentelemetry/api');
}
let tracing: Tracing | null = null;

/** @returns whether traces are sent. */
export const isTracing = (): boolean => tracing !== null;

/**
 * Runs work inside a span. Errors are noted by their kind and go on.
 * @param headers of a request that may belong to a trace of somebody else (W3C traceparent).
 */
export async function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  headers?: Readonly<Record<string, unknown>>,
): Promise<Result> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  const parent: Context = headers ? api.propagation.extract(api.context.active(), headers) : api.context.active();
  return tracer.startActiveSpan(name, { attributes, ...(headers ? { kind: api.SpanKind.SERVER } : {}) }, parent, async (span: Span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.setAttribute('error.type', (error as { code?: string } | null)?.code ?? (error as Error)?.name ?? 'Error');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** @returns the headers that carry the running trace to whoever is called; none without one. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  tracing?.api.propagation.inject(tracing.api.context.active(), carrier);
  return carrier;
}

/**
 * Begins to send traces. @param endpoint OTLP over HTTP, without /v1/traces. @param role what the process does.
 * @returns how to send what is left and stop.
 */
export async function startTracing(endpoint: string, role: string): Promise<() => Promise<void>> {
  const api = await import('@opentelemetry/api');
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'quittance', 'quittance.role': role }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  api.context.setGlobalContextManager(manager);
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  tracing = { api, tracer: provider.getTracer('quittance') };
  return async () => {
    tracing = null;
    await provider.shutdown();
    manager.disable();
    api.context.disable();
    api.propagation.disable();
  };
}
