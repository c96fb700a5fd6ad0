import { readConfig } from '../../platform/config.ts';
import { listDashboards, setDashboards } from '../backoffice/backoffice.dashboard.logic.ts';
import { agingReport, recoveryCurve, rollRates } from './reporting.balance.logic.ts';
import { boardAccounts, liveBoard } from './reporting.board.logic.ts';
import { cashForecast } from './reporting.forecast.logic.ts';
import type { Resolvers } from './reporting.graphql.ts';
import { homepage, homepageTotals } from './reporting.homepage.logic.ts';
import { reportOptions } from './reporting.logic.ts';
import { performance } from './reporting.performance.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getEmbeddedDashboard: async (_, __, { tx }) => [...(await listDashboards(tx))],
    getHomepage: (_, __, { tx, identity }) => homepage(tx, identity.userId),
    getHomepageTotals: (_, __, { tx }) => homepageTotals(tx),
    getLiveBoard: (_, __, { tx }) => liveBoard(tx),
    listLiveBoardAccounts: (_, { of }, { tx }) => boardAccounts(tx, of),
    getReportOptions: (_, __, { tx }) => reportOptions(tx),
    getAgingReport: (_, { filter, asOf }, { tx }) => agingReport(tx, filter, asOf),
    getRollRates: (_, { filter, months, until }, { tx }) => rollRates(tx, filter, months, until),
    getRecoveryCurve: (_, { filter, months, until }, { tx }) => recoveryCurve(tx, filter, months, until),
    getPerformance: (_, { filter, range }, { tx }) => performance(tx, filter, range),
    getCashForecast: (_, { filter, weeks }, { tx }) => cashForecast(tx, filter, weeks),
  },
  Mutation: {
    setEmbeddedDashboards: async (_, { dashboards }, { tx }) => [...(await setDashboards(tx, dashboards, readConfig().embedOrigins))],
  },
};
