/** Account and claim detail, and the edits staff make there. An edit answers the new state. */

import { invalid, notFound } from '../../../core/fault.ts';
import { now } from '../../platform/clock.ts';
import { listEmails, listPhones, setContactState, updateDebtor } from './account.contact.logic.ts';
import {
  presentEmail,
  presentPhone,
  readAccountClaims,
  readAccountData,
  readAccountLedger,
  readClaimData,
} from './account.detail.logic.ts';
import { closeDispute, disputeClaims } from './account.dispute.logic.ts';
import { assignAccount, setAccountMeta, setCeaseRequest, setClaimMeta, setContactConsent } from './account.edit.logic.ts';
import type { MutationResolvers, QueryResolvers } from './account.graphql.ts';
import { findClaimAccountId } from './account.lookup.logic.ts';

export const detailQueries: QueryResolvers = {
  getAccountData: (_, { accountId }, { tx }) => readAccountData(tx, accountId, null, now()),
  getAccountDataV2: (_, { accountId, fields }, { tx }) => readAccountData(tx, accountId, fields, now()),
  getAccountClaims: (_, { accountId }, { tx }) => readAccountClaims(tx, accountId),
  getClaimData: (_, { externalClaimRef }, { tx }) => readClaimData(tx, externalClaimRef),
  getClaimAccountId: async (_, { externalClaimRef }, { tx }) => {
    const accountId = await findClaimAccountId(tx, externalClaimRef);
    if (!accountId) throw notFound('Claim');
    return accountId;
  },
  getAccountLedgerEntries: (_, { accountId, externalClaimRef }, { tx }) => readAccountLedger(tx, accountId, externalClaimRef ?? null),
  getAccountDebtorContactPhoneNumbers: (_, { accountId }, { tx }) => listPhones(tx, accountId),
  getAccountDebtorEmails: (_, { accountId }, { tx }) => listEmails(tx, accountId),
};

export const detailMutations: MutationResolvers = {
  updateAccountDebtor: async (_, { accountId, externalDebtorRef, debtor, revision }, { tx }) => {
    await updateDebtor(tx, accountId, externalDebtorRef, debtor, revision ?? null);
    return readAccountData(tx, accountId, null, now());
  },
  setAccountMeta: async (_, { accountId, meta, revision }, { tx }) => {
    await setAccountMeta(tx, accountId, meta, revision ?? null);
    return readAccountData(tx, accountId, null, now());
  },
  setClaimMeta: async (_, { externalClaimRef, meta, revision }, { tx }) => {
    await setClaimMeta(tx, externalClaimRef, meta, revision ?? null);
    return readClaimData(tx, externalClaimRef);
  },
  assignAccount: async (_, { accountId, userId, revision }, { tx }) => {
    await assignAccount(tx, accountId, userId ?? null, revision ?? null);
    return readAccountData(tx, accountId, null, now());
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
  setAccountContactConsent: async (_, { accountId, channel, optedOut }, { tx }) => {
    await setContactConsent(tx, accountId, channel, optedOut);
    return readAccountData(tx, accountId, null, now());
  },
  setAccountCeaseRequest: async (_, { accountId, ceaseRequested }, { tx }) => {
    await setCeaseRequest(tx, accountId, ceaseRequested);
    return readAccountData(tx, accountId, null, now());
  },
  openClaimDispute: async (_, { externalClaimRef, reason }, { tx }) => {
    const accountId = await findClaimAccountId(tx, externalClaimRef);
    if (!accountId) throw notFound('Claim');
    await disputeClaims(tx, accountId, [externalClaimRef], reasonOf(reason, 'reason'));
    return readClaimData(tx, externalClaimRef);
  },
  closeClaimDispute: async (_, { externalClaimRef, outcome }, { tx }) => {
    await closeDispute(tx, externalClaimRef, reasonOf(outcome, 'outcome'));
    return readClaimData(tx, externalClaimRef);
  },
};

function reasonOf(text: string, field: string): string {
  if (text.trim() === '') throw invalid(field, 'Say it in a few words: it stays on the timeline');
  if (text.length > 2000) throw invalid(field, 'At most 2000 characters');
  return text;
}
