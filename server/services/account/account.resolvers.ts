import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import './account.assign.bulk.ts';
import './account.reactions.ts';
import { now } from '../../platform/clock.ts';
import { cancelBulkAction, getBulkAction, listBulkActions, presentBulkAction, scheduleBulkAction } from './account.bulk.logic.ts';
import { countAccounts } from './account.count.logic.ts';
import { detailMutations, detailQueries } from './account.detail.resolvers.ts';
import type { Resolvers } from './account.graphql.ts';
import { listLabels } from './account.label.logic.ts';
import { withinReach } from './account.reach.ts';
import { getAccountAggregators, searchAccounts } from './account.search.logic.ts';
import { taskMutations, taskQueries } from './account.task.resolvers.ts';

export const resolvers: Resolvers = {
  Query: {
    ...detailQueries,
    ...taskQueries,
    searchAccounts: (_, args, { tx, permissions }, info) =>
      searchAccounts(tx, withinReach(args, permissions), now(), asksFor(info, 'totalResults', 'totalResultsRelation')),
    countAccounts: (_, { filter }, { tx, permissions }) => countAccounts(tx, withinReach(filter ?? {}, permissions), now()),
    getAccountAggregators: (_, __, { tx }) => getAccountAggregators(tx),
    getProducts: (_, page, { tx }) => listLabels(tx, 'product', page),
    getPortfolios: (_, page, { tx }) => listLabels(tx, 'portfolio', page),
    getBulkAction: async (_, { bulkActionId }, { tx }) => presentBulkAction(await getBulkAction(tx, bulkActionId)),
    listBulkActions: async (_, { limit }, { tx }) => (await listBulkActions(tx, limit ?? undefined)).map(presentBulkAction),
  },
  Mutation: {
    ...detailMutations,
    ...taskMutations,
    scheduleBulkAction: async (_, { clientId: __, ...wanted }, { tx, identity, permissions }) =>
      presentBulkAction(await scheduleBulkAction(tx, wanted, identity.userId, permissions)),
    cancelBulkAction: async (_, { bulkActionId }, { tx }) => presentBulkAction(await cancelBulkAction(tx, bulkActionId)),
  },
};

/** @returns whether the request selects one of the fields of its result: counting costs time. */
function asksFor(info: GraphQLResolveInfo, ...fields: string[]): boolean {
  const within = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === 'Field') return fields.includes(selection.name.value);
      return within(selection.kind === 'InlineFragment' ? selection.selectionSet : info.fragments[selection.name.value]?.selectionSet);
    }) ?? false;
  return info.fieldNodes.some((node) => within(node.selectionSet));
}
