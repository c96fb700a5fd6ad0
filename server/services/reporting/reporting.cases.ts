import type { Cases } from '../../platform/cases.ts';

const own = (world: Record<string, string>) => ({ clientId: world.clientId });

export const cases: Cases = {
  operations: {
    getEmbeddedDashboard: own,
    getHomepage: own,
    getHomepageTotals: own,
    getLiveBoard: own,
    listLiveBoardAccounts: (world) => ({ clientId: world.clientId, of: 'due' }),
    getReportOptions: own,
    getAgingReport: (world) => ({ clientId: world.clientId, asOf: '2026-01-31' }),
    getRollRates: own,
    getRecoveryCurve: own,
    getPerformance: (world) => ({ clientId: world.clientId, range: { from: '2026-01-01', to: '2026-01-31' } }),
    getCashForecast: own,
    setEmbeddedDashboards: (world) => ({ clientId: world.clientId, dashboards: [] }),
  },
};
