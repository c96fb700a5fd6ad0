/** What tests of outsourcing begin with: a house with strategies, partners, and claims that the ledger knows. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import { book } from '../finance/ledger/ledger.logic.ts';
import { openStrategyHouse, type TestClaim } from '../strategy/strategy.testing.ts';

export type OutsourcingHouse = Awaited<ReturnType<typeof openOutsourcingHouse>>;

export async function openOutsourcingHouse() {
  const house = await openStrategyHouse();

  /** Adds a partner of client A. */
  async function newPartner(name: string): Promise<Uuid> {
    const partnerId = uuidv7();
    await house.inA((tx) =>
      tx.sql(
        `insert into partner (client_id, partner_id, name, email, phone, address_line1, postal_code, city, country, created_at, updated_at)
         values ($1, $2, $3, 'service@nordstern.example', '+49 40 1234567', 'Hafenstraße 7', '20459', 'Hamburg', 'DE', $4, $4)`,
        [tx.clientId, partnerId, name, new Date(house.clock.time)],
      ),
    );
    return partnerId;
  }

  /** Adds a claim of 100.00 that is owed by the ledger, to a new account or one that is there. */
  async function owed(account?: Uuid): Promise<TestClaim> {
    const claim = await house.newClaim(account);
    await house.inA(async (tx) => {
      await tx.sql('update claim set balance = 0 where client_id = $1 and external_claim_ref = $2', [tx.clientId, claim.externalClaimRef]);
      await book(tx, [
        {
          ...claim,
          kind: 'principal',
          amount: 10_000n,
          currency: 'EUR',
          valueDate: '2026-02-01' as CalendarDate,
          key: `principal:${claim.externalClaimRef}`,
        },
      ]);
    });
    return claim;
  }

  const partnerCall = <Data>(document: string, variables: object, token?: string) =>
    house.call<Data>('partner', document, { clientId: house.clientA, ...variables }, token);

  interface Result {
    given: string[];
    kept: string[];
    refused: { externalClaimRef: string; reason: string }[];
  }
  const RESULT = '{ given kept refused { externalClaimRef reason } }';
  const give = async (partnerId: Uuid, claims: readonly TestClaim[]) =>
    (
      await partnerCall<{ outsourceClaims: Result }>(
        `mutation ($clientId: ID!, $partnerId: ID!, $refs: [String!]!) { outsourceClaims(clientId: $clientId, partnerId: $partnerId, externalClaimRefs: $refs) ${RESULT} }`,
        { partnerId, refs: claims.map((claim) => claim.externalClaimRef) },
      )
    ).outsourceClaims;
  const giveAccount = async (partnerId: Uuid, accountId: Uuid, note?: string) =>
    (
      await partnerCall<{ outsourceAccount: Result }>(
        `mutation ($clientId: ID!, $partnerId: ID!, $accountId: ID!, $note: String) { outsourceAccount(clientId: $clientId, partnerId: $partnerId, accountId: $accountId, note: $note) ${RESULT} }`,
        { partnerId, accountId, note },
      )
    ).outsourceAccount;
  const recall = async (accountId: Uuid, note?: string) =>
    (
      await partnerCall<{ recallAccount: string[] }>(
        'mutation ($clientId: ID!, $accountId: ID!, $note: String) { recallAccount(clientId: $clientId, accountId: $accountId, note: $note) }',
        { accountId, note },
      )
    ).recallAccount;

  interface Assignment {
    externalClaimRef: string;
    partnerName: string;
    status: string;
    outsourceMethod: string;
    amount: string;
    collected: string;
    endedAt: string | null;
    endNote: string | null;
    note: string | null;
  }
  const assignments = async (about: { partnerId?: Uuid; accountId?: Uuid; externalClaimRef?: string; statuses?: string[] }) =>
    (
      await partnerCall<{ getClaimAssignments: { results: Assignment[]; searchAfter: string | null } }>(
        `query ($clientId: ID!, $partnerId: ID, $accountId: ID, $externalClaimRef: String, $statuses: [String!]) {
           getClaimAssignments(clientId: $clientId, partnerId: $partnerId, accountId: $accountId, externalClaimRef: $externalClaimRef, statuses: $statuses) {
             results { externalClaimRef partnerName status outsourceMethod amount collected endedAt endNote note } searchAfter } }`,
        about,
      )
    ).getClaimAssignments.results;
  const statusOf = async ({ externalClaimRef }: TestClaim) => (await assignments({ externalClaimRef }))[0]?.status;

  const record = async ({ accountId, externalClaimRef }: TestClaim, amount: string) =>
    (
      await house.call<{ recordPayment: { id: Uuid } }>(
        'finance',
        `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $amount: Money!) {
          recordPayment(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, amount: $amount) { id } }`,
        { clientId: house.clientA, accountId, refs: [externalClaimRef], amount },
      )
    ).recordPayment.id;

  const eventsOf = ({ accountId }: Pick<TestClaim, 'accountId'>, types: readonly string[]) =>
    house.inA((tx) =>
      tx.sql<{ type: string; payload: Record<string, unknown> }>(
        'select message_type as type, payload from event where client_id = $1 and account_id = $2 and message_type = any($3) order by message_id',
        [tx.clientId, accountId, types],
      ),
    );

  return { ...house, newPartner, owed, partnerCall, give, giveAccount, recall, assignments, statusOf, record, eventsOf };
}
