/** Answers in the place of `reporting`, by its contract. */
import type { MOCKED } from '../../../core/mocks.ts';
import type { QueryResolvers } from '../reporting/reporting.graphql.ts';
import { sampleAging, sampleForecast, sampleRecovery, sampleRollRates, sampleTotals } from './mocks.logic.ts';

type Mocked = (typeof MOCKED)['operations'][number];

export const resolvers: { readonly Query: Required<Pick<QueryResolvers, Mocked>> } = {
  Query: {
    getHomepageTotals: (_, __, { tx }) => sampleTotals(tx),
    getAgingReport: (_, { filter, asOf }, { tx }) => sampleAging(tx, filter, asOf),
    getRollRates: (_, { filter, months, until }, { tx }) => sampleRollRates(tx, filter, months, until),
    getRecoveryCurve: (_, { filter, months, until }, { tx }) => sampleRecovery(tx, filter, months, until),
    getCashForecast: (_, { filter, weeks }, { tx }) => sampleForecast(tx, filter, weeks),
  },
};
