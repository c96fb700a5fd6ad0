/**
 * The queries that the service `mocks` answers for clients with useMocks (specification 1, section 7.1): the figures that a client without
 * data cannot have. Lists and single accounts are always the client's own, so that nobody ever works on made-up debtors.
 */
export const MOCKED = {
  service: 'reporting',
  operations: ['getHomepage', 'getAgingReport', 'getRollRates', 'getRecoveryCurve', 'getPerformance', 'getCashForecast'],
} as const;
