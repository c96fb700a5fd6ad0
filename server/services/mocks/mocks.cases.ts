import type { Cases } from '../../platform/cases.ts';

const own = (world: Record<string, string>) => ({ clientId: world.clientId });

export const cases: Cases = {
  operations: {
    getHomepageTotals: own,
    getAgingReport: (world) => ({ clientId: world.clientId, asOf: '2026-01-31' }),
    getRollRates: own,
    getRecoveryCurve: own,
    getCashForecast: own,
  },
};
