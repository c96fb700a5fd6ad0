/** Claims given to partners and taken back. */
import './partner.outsourcing.bulk.ts';
import './partner.outsourcing.effects.ts';
import './partner.outsourcing.jobs.ts';
import './partner.outsourcing.personal.ts';
import './partner.outsourcing.reactions.ts';
import { missingPermission } from '../../../core/fault.ts';
import { holds, type Permission } from '../../../core/holds.ts';
import { outsourceAccount, outsourceSome, recallAccount, recallSome } from './outsourcing/hand.logic.ts';
import { listPartnerNames } from './outsourcing/partner.logic.ts';
import { listAssignments, readOutsourcedAccount, readOutsourcedClaim, sumAssignments } from './outsourcing/read.logic.ts';
import { deleteConfig, previewTimes, readConfig, saveConfig } from './outsourcing/schedule.logic.ts';
import type { MutationResolvers, QueryResolvers } from './partner.graphql.ts';

/** All of a partner's claims are for those who may see partners. @throws Fault FORBIDDEN */
function demandPartners(partnerId: string | null | undefined, permissions: readonly Permission[]): void {
  if (partnerId != null && !holds(permissions, 'partner', 'viewPartners')) throw missingPermission('partner/viewPartners');
}

export const outsourcingQueries: QueryResolvers = {
  listPartnerNames: (_, __, { tx }) => listPartnerNames(tx),
  getOutsourcingConfig: (_, { partnerId }, { tx }) => readConfig(tx, partnerId),
  previewOutsourcingTimes: (_, { frequency, endsAt }, { tx }) => previewTimes(tx, frequency, endsAt),
  getOutsourcedAccount: (_, { accountId }, { tx }) => readOutsourcedAccount(tx, accountId),
  getOutsourcedClaim: (_, { externalClaimRef }, { tx }) => readOutsourcedClaim(tx, externalClaimRef),
  getClaimAssignments: (_, { clientId: __, ...args }, { tx, permissions }) => {
    demandPartners(args.partnerId, permissions);
    return listAssignments(tx, args);
  },
  getClaimAssignmentTotals: (_, { clientId: __, ...about }, { tx, permissions }) => {
    demandPartners(about.partnerId, permissions);
    return sumAssignments(tx, about);
  },
};

export const outsourcingMutations: MutationResolvers = {
  saveOutsourcingConfig: (_, { partnerId, config }, { tx }) => saveConfig(tx, partnerId, config),
  deletePartnerOutsouringConfig: (_, { partnerId }, { tx }) => deleteConfig(tx, partnerId),
  outsourceAccount: (_, { clientId: __, ...input }, { tx }) => outsourceAccount(tx, input),
  outsourceClaims: (_, { clientId: __, ...input }, { tx }) => outsourceSome(tx, input),
  recallAccount: (_, { accountId, note }, { tx }) => recallAccount(tx, accountId, note),
  recallClaims: (_, { externalClaimRefs, note }, { tx }) => recallSome(tx, externalClaimRefs, note),
};
