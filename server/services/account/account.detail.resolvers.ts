/** Account and claim detail, and the edits staff make there. An edit answers the new state. */

import type { GraphQLResolveInfo } from 'graphql';
import { invalid, notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { MutationResolvers, QueryResolvers } from './account.graphql.ts';
import { closeDispute, disputeClaims } from './claim/dispute.logic.ts';
import { listEmails, listPhones, setContactState } from './contact/contact.logic.ts';
import {
  addDebtor,
  removeDebtor,
  revealDebtorField,
  setFinancialInformation,
  setMainDebtor,
  updateDebtor,
} from './debtor/debtor.edit.logic.ts';
import { assignAccount, setAccountMeta, setCeaseRequest, setClaimMeta, setContactConsent } from './debtor/edit.logic.ts';
import { PARTS, readAccountClaims, readAccountData, readAccountLedger, readClaimData } from './detail/detail.logic.ts';
import { readWidgetGrid, setWidgetGrid } from './detail/widget.logic.ts';
import { presentEmail, presentPhone } from './ground/debtor.present.ts';
import { usualRecipients } from './ground/facts.logic.ts';
import { findAccountIdByReference, findClaimAccountId } from './ground/lookup.logic.ts';
import { asksFor } from './ground/selection.ts';

export const detailQueries: QueryResolvers = {
  getAccountData: (_, { accountId }, { tx }) => readAccountData(tx, accountId, null, now()),
  getAccountDataV2: (_, { accountId, fields }, { tx }) => readAccountData(tx, accountId, fields, now()),
  getAccountClaims: (_, { accountId }, { tx }) => readAccountClaims(tx, accountId),
  getClaimData: (_, { externalClaimRef }, { tx }) => readClaimData(tx, externalClaimRef),
  getAccountIdByReference: (_, { externalAccountRef }, { tx }) => findAccountIdByReference(tx, externalAccountRef),
  getClaimAccountId: async (_, { externalClaimRef }, { tx }) => {
    const accountId = await findClaimAccountId(tx, externalClaimRef);
    if (!accountId) throw notFound('claimNotFound');
    return accountId;
  },
  getAccountLedgerEntries: (_, { accountId, externalClaimRef }, { tx }) => readAccountLedger(tx, accountId, externalClaimRef ?? null),
  getAccountDebtorContactPhoneNumbers: (_, { accountId }, { tx }) => listPhones(tx, accountId),
  getUsualRecipients: (_, { accountId }, { tx }) => usualRecipients(tx, accountId),
  getAccountDebtorEmails: (_, { accountId }, { tx }) => listEmails(tx, accountId),
  getAccountWidgetGrid: (_, __, { tx }) => readWidgetGrid(tx),
};

/** The account after an edit. */
const answer = (tx: Tx, accountId: Uuid, info: GraphQLResolveInfo) =>
  readAccountData(tx, accountId, asksFor(info, 'contactSafety') ? null : PARTS.filter((part) => part !== 'contactSafety'), now());

export const detailMutations: MutationResolvers = {
  updateAccountDebtor: async (_, { accountId, externalDebtorRef, debtor, clear, revision }, { tx }, info) => {
    await updateDebtor(tx, accountId, externalDebtorRef, debtor, clear ?? [], revision ?? null);
    return answer(tx, accountId, info);
  },
  addAccountDebtor: async (_, { accountId, externalDebtorRef, type, debtor, revision }, { tx }, info) => {
    await addDebtor(tx, accountId, { externalDebtorRef: externalDebtorRef ?? null, type, debtor }, revision ?? null);
    return answer(tx, accountId, info);
  },
  setAccountMainDebtor: async (_, { accountId, externalDebtorRef, revision }, { tx }, info) => {
    await setMainDebtor(tx, accountId, externalDebtorRef, revision ?? null);
    return answer(tx, accountId, info);
  },
  removeAccountDebtor: async (_, { accountId, externalDebtorRef, revision }, { tx }, info) => {
    await removeDebtor(tx, accountId, externalDebtorRef, revision ?? null);
    return answer(tx, accountId, info);
  },
  setAccountDebtorFinancialInformation: async (_, { accountId, externalDebtorRef, debtorFinancialInformation, revision }, { tx }, info) => {
    await setFinancialInformation(tx, accountId, externalDebtorRef, debtorFinancialInformation, revision ?? null);
    return answer(tx, accountId, info);
  },
  revealAccountDebtorField: (_, { accountId, externalDebtorRef, field }, { tx }) =>
    revealDebtorField(tx, accountId, externalDebtorRef, field),
  setAccountWidgetGrid: async (_, { widgets, revision }, { tx, identity }) => {
    await setWidgetGrid(tx, widgets, revision ?? null, identity.userId);
    return readWidgetGrid(tx);
  },
  setAccountMeta: async (_, { accountId, meta, revision }, { tx }, info) => {
    await setAccountMeta(tx, accountId, meta, revision ?? null);
    return answer(tx, accountId, info);
  },
  setClaimMeta: async (_, { externalClaimRef, meta, revision }, { tx }) => {
    await setClaimMeta(tx, externalClaimRef, meta, revision ?? null);
    return readClaimData(tx, externalClaimRef);
  },
  assignAccount: async (_, { accountId, userId, revision }, { tx }, info) => {
    await assignAccount(tx, accountId, userId ?? null, revision ?? null);
    return answer(tx, accountId, info);
  },
  setAccountDebtorContactPhoneNumberState: async (
    _,
    { accountId, externalDebtorRef, contactPhoneNumber, contactPhoneNumberState },
    { tx },
  ) =>
    presentPhone(
      await setContactState(tx, { accountId, externalDebtorRef, value: contactPhoneNumber, state: contactPhoneNumberState }, false),
      externalDebtorRef,
    ),
  setAccountDebtorEmailState: async (_, { accountId, externalDebtorRef, email, emailState }, { tx }) =>
    presentEmail(await setContactState(tx, { accountId, externalDebtorRef, value: email, state: emailState }, true), externalDebtorRef),
  setAccountContactConsent: async (_, { accountId, channel, optedOut }, { tx }, info) => {
    await setContactConsent(tx, accountId, channel, optedOut);
    return answer(tx, accountId, info);
  },
  setAccountCeaseRequest: async (_, { accountId, ceaseRequested }, { tx }, info) => {
    await setCeaseRequest(tx, accountId, ceaseRequested);
    return answer(tx, accountId, info);
  },
  openClaimDispute: async (_, { externalClaimRef, reason }, { tx }) => {
    const accountId = await findClaimAccountId(tx, externalClaimRef);
    if (!accountId) throw notFound('claimNotFound');
    await disputeClaims(tx, accountId, [externalClaimRef], { reason: reasonOf(reason, 'reason') });
    return readClaimData(tx, externalClaimRef);
  },
  closeClaimDispute: async (_, { externalClaimRef, outcome }, { tx }) => {
    await closeDispute(tx, externalClaimRef, reasonOf(outcome, 'outcome'));
    return readClaimData(tx, externalClaimRef);
  },
};

function reasonOf(text: string, field: string): string {
  if (text.trim() === '') throw invalid(field, 'sayShort');
  if (text.length > 2000) throw invalid(field, 'atMostCharacters', { number: 2000 });
  return text;
}
