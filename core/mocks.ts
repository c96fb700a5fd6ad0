/**
 * The queries that the service `mocks` answers for clients with useMocks (specification 1, section 7.1): sums that a client without data
 * cannot have. Lists, single accounts and what people did are always the client's own: nobody works on made-up debtors.
 */
export const MOCKED = {
  service: 'reporting',
  operations: ['getHomepageTotals', 'getAgingReport', 'getRollRates', 'getRecoveryCurve', 'getCashForecast'],
} as const;
