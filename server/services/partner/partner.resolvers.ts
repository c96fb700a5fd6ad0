import { exchangeMutations, exchangeQueries } from './partner.exchange.resolvers.ts';
import './partner/partner.export.ts';
import { missingPermission } from '../../../core/fault.ts';
import { holds } from '../../../core/holds.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { getPartner } from './ground/partner.logic.ts';
import { deleteAllocation, listAllocations, presentAllocations, saveAllocation } from './outsourcing/allocation.logic.ts';
import { deletePartner } from './partner/partner.delete.logic.ts';
import { createPartner, updatePartner } from './partner/partner.edit.logic.ts';
import { listPartners, type PartnerRow, presentPartners, searchPartners } from './partner/partner.list.logic.ts';
import type { Resolvers } from './partner.graphql.ts';
import { outsourcingMutations, outsourcingQueries } from './partner.outsourcing.resolvers.ts';
import { transactionMutations, transactionQueries } from './partner.transaction.resolvers.ts';

export const resolvers: Resolvers = {
  Query: {
    ...transactionQueries,
    ...outsourcingQueries,
    ...exchangeQueries,
    getPartner: async (_, { partnerId }, { tx }) => presentOne(tx, await getPartner(tx, partnerId)),
    getPartnerList: async (_, __, { tx }) => presentPartners(tx, await listPartners(tx)),
    searchPartners: async (_, wanted, { tx }) => {
      const { totalResults, rows } = await searchPartners(tx, wanted);
      return { totalResults, results: await presentPartners(tx, rows) };
    },
    getPartnerAllocations: async (_, __, { tx }) => presentAllocations(tx, await listAllocations(tx)),
  },
  Mutation: {
    ...transactionMutations,
    ...outsourcingMutations,
    ...exchangeMutations,
    createPartner: async (_, { partner }, { tx }) => presentOne(tx, await createPartner(tx, partner)),
    updatePartner: async (_, { partnerId, partner }, { tx }) => presentOne(tx, await updatePartner(tx, partnerId ?? null, partner)),
    deletePartner: (_, { partnerId, recallClaims }, { tx, permissions }) => {
      const recalls = recallClaims ?? false;
      if (recalls && !holds(permissions, 'partner', 'outsource')) throw missingPermission('partner/outsource');
      return deletePartner(tx, partnerId, recalls);
    },
    savePartnerAllocation: async (_, input, { tx }) => (await presentAllocations(tx, [await saveAllocation(tx, input)]))[0]!,
    deletePartnerAllocation: (_, { allocationId }, { tx }) => deleteAllocation(tx, allocationId),
  },
};

const presentOne = async (tx: Tx, row: PartnerRow) => (await presentPartners(tx, [row]))[0]!;
