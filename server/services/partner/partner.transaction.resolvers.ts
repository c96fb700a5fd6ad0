/** Agreements, commissions and statements. */
import './transaction/invoice.files.ts';
import './transaction/reckon.follow.ts';
import './transaction/transaction.export.ts';
import type { CommissionTerms } from '../../../engine/commission/agreement.ts';
import { type Agreement, deleteAgreement, listAgreements, readAgreement, saveAgreement } from './agreement/agreement.logic.ts';
import type { CommissionTermsInput, MutationResolvers, QueryResolvers } from './partner.graphql.ts';
import { issueInvoice, listInvoices, presentInvoice } from './transaction/invoice.logic.ts';
import { reckonUnagreed } from './transaction/reckon.logic.ts';
import { listTransactions, presentTransaction, sumTransactions } from './transaction/transaction.list.logic.ts';

export const transactionQueries = {
  getPartnerAgreements: async (_, { partnerId }, { tx }) => (await listAgreements(tx, partnerId)).map(presentAgreement),
  getPartnerTransactions: async (_, { filter, after, size }, { tx }) => {
    const { results, next } = await listTransactions(tx, filter ?? {}, after ?? null, size ?? undefined);
    return { results: results.map(presentTransaction), next };
  },
  getPartnerTransactionTotals: (_, { filter }, { tx }) => sumTransactions(tx, filter ?? {}),
  getPartnerInvoices: async (_, { partnerId }, { tx }) => (await listInvoices(tx, partnerId ?? null)).map(presentInvoice),
} satisfies QueryResolvers;

export const transactionMutations = {
  savePartnerAgreement: async (_, { terms, ...input }, { tx }) => {
    const saved = await saveAgreement(tx, { ...input, terms: termsOf(terms) });
    await reckonUnagreed(tx, saved.partnerId, saved.validFrom);
    return presentAgreement(await readAgreement(tx, saved.agreementId));
  },
  deletePartnerAgreement: (_, { agreementId }, { tx }) => deleteAgreement(tx, agreementId),
  issuePartnerInvoice: async (_, input, { tx }) => presentInvoice(await issueInvoice(tx, input)),
} satisfies MutationResolvers;

/** What is left out is nothing. Words of the contract are checked with the rest. */
const termsOf = (input: CommissionTermsInput): CommissionTerms => ({
  ...input,
  rules: input.rules.map((rule) => ({
    ...rule,
    kinds: rule.kinds as CommissionTerms['rules'][number]['kinds'],
    ageAt: rule.ageAt as CommissionTerms['rules'][number]['ageAt'],
    currency: rule.currency ?? null,
    fromDays: rule.fromDays ?? null,
    toDays: rule.toDays ?? null,
  })),
  fixedFee: input.fixedFee ?? null,
  fixedFeeAt: input.fixedFeeAt as CommissionTerms['fixedFeeAt'],
  leastPerClaim: input.leastPerClaim ?? null,
  mostPerClaim: input.mostPerClaim ?? null,
});

const presentAgreement = ({ terms, ...agreement }: Agreement) => ({
  ...agreement,
  terms: { ...terms, rules: terms.rules.map((rule) => ({ ...rule, kinds: [...rule.kinds] })) },
});
