import './account.personal.ts';
import './bulk/assign.bulk.ts';
import './bulk/bulk.export.ts';
import './claim/claims.export.ts';
import './search/export.ts';
import './task/task.export.ts';
import './account.port.ts';
import './metadata/metaFields.logic.ts';
import './account.effects.ts';
import './account.reactions.ts';
import './account.search.jobs.ts';
import { missingPermission } from '../../../core/fault.ts';
import { holds } from '../../../core/holds.ts';
import { now } from '../../platform/clock.ts';
import { detailMutations, detailQueries } from './account.detail.resolvers.ts';
import type { Resolvers } from './account.graphql.ts';
import { loanQueries } from './account.loan.resolvers.ts';
import { metadataMutations, metadataQueries } from './account.metadata.resolvers.ts';
import { taskMutations, taskQueries } from './account.task.resolvers.ts';
import { workMutations, workQueries } from './account.work.resolvers.ts';
import { forecastBulkAction } from './bulk/bulk.forecast.logic.ts';
import { listItems } from './bulk/bulk.items.logic.ts';
import { cancelBulkAction, scheduleBulkAction, undoBulkAction } from './bulk/bulk.logic.ts';
import { getBulkAction, listBulkActions, presentBulkAction } from './bulk/bulk.row.logic.ts';
import { countClaims, searchClaims } from './claim/claims.logic.ts';
import { sendDebtorMessage } from './contact/message.logic.ts';
import { listLabels } from './ground/label.logic.ts';
import { limitSearch } from './ground/search.limit.ts';
import { asksFor, asksForPath } from './ground/selection.ts';
import { countAccounts } from './search/count.logic.ts';
import { explainHits } from './search/match.logic.ts';
import { getAccountAggregators, searchAccounts } from './search/search.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    ...detailQueries,
    ...loanQueries,
    ...taskQueries,
    ...workQueries,
    ...metadataQueries,
    searchAccounts: async (_, args, { tx, permissions }, info) => {
      const page = await searchAccounts(tx, limitSearch(args, permissions), now(), asksFor(info, 'totalResults', 'totalResultsRelation'));
      const explains = asksForPath(info, ['results', 'matchedBy']) && holds(permissions, 'account', 'viewAccount');
      return explains ? { ...page, results: await explainHits(tx, page.results, args.queryText) } : page;
    },
    countAccounts: (_, { filter }, { tx, permissions }) => countAccounts(tx, limitSearch(filter ?? {}, permissions), now()),
    searchClaims: (_, { clientId: __, filter, ...page }, { tx, permissions }, info) => {
      const { size, searchAfter, ...within } = limitSearch({ ...filter, size: page.size, searchAfter: page.searchAfter }, permissions);
      const withPartners = asksForPath(info, ['results', 'partnerName']);
      return searchClaims(tx, { filter: within, order: page.order, size, searchAfter }, now(), withPartners);
    },
    countClaims: (_, { filter }, { tx, permissions }) => countClaims(tx, limitSearch({ ...filter, size: null }, permissions), now()),
    getAccountAggregators: (_, __, { tx }) => getAccountAggregators(tx),
    getProducts: (_, page, { tx }) => listLabels(tx, 'product', page),
    getPortfolios: (_, page, { tx }) => listLabels(tx, 'portfolio', page),
    getBulkAction: async (_, { bulkActionId }, { tx }) => presentBulkAction(await getBulkAction(tx, bulkActionId)),
    getBulkActionItems: async (_, { bulkActionId, ...page }, { tx }) =>
      listItems(tx, (await getBulkAction(tx, bulkActionId)).bulkActionId, page),
    forecastBulkAction: (_, { clientId: __, ...wanted }, { tx, permissions }) => forecastBulkAction(tx, wanted, permissions),
    listBulkActions: async (_, { limit }, { tx }) => (await listBulkActions(tx, limit ?? undefined)).map(presentBulkAction),
  },
  Mutation: {
    ...detailMutations,
    ...taskMutations,
    ...workMutations,
    ...metadataMutations,
    sendDebtorMessageV2: (_, { clientId: __, ...asked }, { tx, identity, permissions }) => {
      if (asked.overrideReason != null && !holds(permissions, 'operations', 'overrideDeferral'))
        throw missingPermission('operations/overrideDeferral', 'overrideReason');
      return sendDebtorMessage(tx, asked, identity.userId);
    },
    scheduleBulkAction: async (_, { clientId: __, ...wanted }, { tx, identity, permissions }) =>
      presentBulkAction(await scheduleBulkAction(tx, wanted, identity.userId, permissions)),
    undoBulkAction: async (_, { bulkActionId }, { tx, identity, permissions }) =>
      presentBulkAction(await undoBulkAction(tx, bulkActionId, identity.userId, permissions)),
    cancelBulkAction: async (_, { bulkActionId }, { tx }) => presentBulkAction(await cancelBulkAction(tx, bulkActionId)),
  },
};
