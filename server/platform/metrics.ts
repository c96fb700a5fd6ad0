/**
 * What is counted while the product works, in the form Prometheus reads. Labels have few values each: names of services, operations, jobs,
 * providers and rules, never ids or anything of a person.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];

const requests = new Counter({
  name: 'quittance_operations_total',
  help: 'GraphQL operations by how they ended: ok, or the code of the refusal',
  labelNames: ['service', 'operation', 'outcome'] as const,
  registers,
});
const requestSeconds = new Histogram({
  name: 'quittance_request_duration_seconds',
  help: 'HTTP requests by the route that answered',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});
const jobSeconds = new Histogram({
  name: 'quittance_job_duration_seconds',
  help: 'Background jobs by how they ended',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.1, 0.5, 2, 10, 60, 600],
  registers,
});
const gateDecisions = new Counter({
  name: 'quittance_gate_decisions_total',
  help: 'What the gate answered when a message was about to leave',
  labelNames: ['channel', 'answer', 'rule'] as const,
  registers,
});
const deliveries = new Counter({
  name: 'quittance_deliveries_total',
  help: 'Answers of providers to messages: sent, refused, lost, absent',
  labelNames: ['channel', 'provider', 'outcome'] as const,
  registers,
});
const refusedRights = new Counter({
  name: 'quittance_refused_rights_total',
  help: 'Operations asked for without the permission',
  labelNames: ['service', 'operation'] as const,
  registers,
});

export const count = {
  operation: (service: string, operation: string, outcome: string) => requests.inc({ service, operation, outcome }),
  /** @param seconds how long the answer took. */
  request: (route: string, method: string, status: number, seconds: number) =>
    requestSeconds.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds),
  job: (job: string, outcome: 'done' | 'failed', seconds: number) => jobSeconds.observe({ job, outcome }, seconds),
  gate: (channel: string, answer: string, rule: string | null) => gateDecisions.inc({ channel, answer, rule: rule ?? 'none' }),
  delivery: (channel: string, provider: string, outcome: string) => deliveries.inc({ channel, provider, outcome }),
  refusedRight: (service: string, operation: string) => refusedRights.inc({ service, operation }),
};

/** A figure that is asked for whenever somebody reads. @param read gives the value for each set of labels. */
export function defineGauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => readonly { labels: Partial<Record<Label, string>>; value: number }[],
): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers,
    collect() {
      this.reset();
      for (const { labels, value } of read()) this.set(labels as never, value);
    },
  });
}

let isCollecting = false;

/** Adds memory, processor time and delays of the event loop; they cost a timer each, so only who reads them starts them. */
export function collectProcess(): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: registry, prefix: 'quittance_' });
}

/** @returns all figures as Prometheus reads them. */
export const readMetrics = async (): Promise<{ contentType: string; text: string }> => ({
  contentType: registry.contentType,
  text: await registry.metrics(),
});
