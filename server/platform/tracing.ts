/**
 * OpenTelemetry traces, when OTEL_EXPORTER_OTLP_ENDPOINT says where to send them; without it nothing of it is loaded and a span costs one
 * comparison. Attributes name operations, jobs and statements' texts, never their values.
 */
import type { Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

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
 * @param learned what the result adds to the attributes.
 */
export async function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
  learned?: (result: Result) => Attributes,
): Promise<Result> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  return tracer.startActiveSpan(name, { attributes }, async (span: Span) => {
    try {
      const result = await work();
      if (learned) span.setAttributes(learned(result));
      return result;
    } catch (error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.setAttribute('error.type', (error as { code?: string } | null)?.code ?? (error as Error)?.name ?? 'Error');
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Gives each HTTP request a span, named by its route, in which everything done for it stands; a proxy's trace (W3C traceparent) goes on. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!tracing) return done();
    const { api, tracer } = tracing;
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const parent = api.propagation.extract(api.ROOT_CONTEXT, headers);
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = tracer.startSpan(`${method} ${route}`, { kind: api.SpanKind.SERVER, attributes }, parent);
    spans.set(request, span);
    api.context.with(api.trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    spans.get(request)?.setAttribute('http.response.status_code', statusCode).end();
    done();
  });
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
