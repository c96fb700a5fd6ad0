import './account.personal.ts';
import './account.assign.bulk.ts';
import './account.bulk.export.ts';
import './account.claims.export.ts';
import './account.export.ts';
import './account.task.export.ts';
import './account.port.ts';
import './account.metaFields.logic.ts';
import './account.reactions.ts';
import './account.search.jobs.ts';
import { missingPermission } from '../../../core/faultTexts.ts';
import { holds } from '../../../core/holds.ts';
import { now } from '../../platform/clock.ts';
import { forecastBulkAction } from './account.bulk.forecast.logic.ts';
import { listItems } from './account.bulk.items.logic.ts';
import { cancelBulkAction, scheduleBulkAction, undoBulkAction } from './account.bulk.logic.ts';
import { getBulkAction, listBulkActions, presentBulkAction } from './account.bulk.row.logic.ts';
import { countClaims, searchClaims } from './account.claims.logic.ts';
import { countAccounts } from './account.count.logic.ts';
import { detailMutations, detailQueries } from './account.detail.resolvers.ts';
import type { Resolvers } from './account.graphql.ts';
import { listLabels } from './account.label.logic.ts';
import { loanQueries } from './account.loan.resolvers.ts';
import { explainHits } from './account.match.logic.ts';
import { sendDebtorMessage } from './account.message.logic.ts';

import { metadataMutations, metadataQueries } from './account.metadata.resolvers.ts';
import { limitSearch } from './account.search.limit.ts';
import { getAccountAggregators, searchAccounts } from './account.search.logic.ts';
import { asksFor, asksForPath } from './account.selection.ts';
import { taskMutations, taskQueries } from './account.task.resolvers.ts';
import { workMutations, workQueries } from './account.work.resolvers.ts';

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
    searchClaims: (_, { clientId: __, filter, ...page }, { tx, permissions }) => {
      const { size, searchAfter, ...within } = limitSearch({ ...filter, size: page.size, searchAfter: page.searchAfter }, permissions);
      return searchClaims(tx, { filter: within, order: page.order, size, searchAfter }, now());
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
