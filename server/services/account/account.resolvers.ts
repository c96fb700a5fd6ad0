import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { now } from '../../platform/clock.ts';
import type { Resolvers } from './account.graphql.ts';
import { listLabels } from './account.label.logic.ts';
import { countAccounts, getAccountAggregators, searchAccounts } from './account.search.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    searchAccounts: (_, args, { tx }, info) => searchAccounts(tx, args, now(), asks(info, 'totalResults', 'totalResultsRelation')),
    countAccounts: (_, { filter }, { tx }) => countAccounts(tx, filter ?? {}, now()),
    getAccountAggregators: (_, __, { tx }) => getAccountAggregators(tx),
    getProducts: (_, page, { tx }) => listLabels(tx, 'product', page),
    getPortfolios: (_, page, { tx }) => listLabels(tx, 'portfolio', page),
  },
};

/** @returns whether the request selects one of the fields of its result: counting costs time. */
function asks(info: GraphQLResolveInfo, ...fields: string[]): boolean {
  const within = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === 'Field') return fields.includes(selection.name.value);
      return within(selection.kind === 'InlineFragment' ? selection.selectionSet : info.fragments[selection.name.value]?.selectionSet);
    }) ?? false;
  return info.fieldNodes.some((node) => within(node.selectionSet));
}
