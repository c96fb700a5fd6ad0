/** How contacts end: what is kept, what is refused beside its field, and that a message has one resolution. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { seedDetail } from '../account/account.detail.cases.ts';

let house: TestHouse;
const world: Record<string, string> = {};
const other: Record<string, string> = {};
beforeAll(async () => {
  house = await openTestHouse();
  await house.inA((tx) => seedDetail(tx, world));
  await house.inB((tx) => seedDetail(tx, other));
});
afterAll(() => house.close());

const FIELDS = `resolutionId accountId externalClaimRef communicationMethod outcomeDirection contactOutcome { category resolution }
  delinquencyReason additionalInformation communicationRequestId userId`;
const SAVE = `mutation ($clientId: ID!, $accountId: ID, $externalClaimRef: String, $communicationResolution: CommunicationResolutionInput!) {
  saveCommunicationResolutionV2(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, communicationResolution: $communicationResolution) { ${FIELDS} } }`;
const LIST = `query ($clientId: ID!, $accountId: ID!) { getAccountResolutions(clientId: $clientId, accountId: $accountId) { ${FIELDS} } }`;
const MARK = `mutation ($clientId: ID!, $phoneNumber: String!, $externalClaimRef: String!) { markPhoneNumberAsInvalid(clientId: $clientId, phoneNumber: $phoneNumber, externalClaimRef: $externalClaimRef) }`;

const call = {
  communicationMethod: 'phoneCall',
  outcomeDirection: 'outbound',
  contactOutcome: { category: 'reached', resolution: 'promiseToPay' },
};
const save = (communicationResolution: object, about: object = { accountId: world.accountId }) =>
  house.raw('operations', SAVE, { clientId: house.clientA, ...about, communicationResolution });
const saved = async (communicationResolution: object, about?: object) => {
  const answer = await save(communicationResolution, about);
  expect(answer.errors).toBeUndefined();
  return answer.data!.saveCommunicationResolutionV2 as Record<string, unknown>;
};
const events = () =>
  house.inA((tx) =>
    tx.sql<{ account_id: string; external_claim_ref: string | null; payload: Record<string, unknown> }>(
      `select account_id, external_claim_ref, payload from event where client_id = $1 and message_type = 'communicationResolved' order by message_id`,
      [tx.clientId],
    ),
  );

describe('saveCommunicationResolutionV2', () => {
  it('keeps how a contact ended, with its defaults, its event and who wrote it', async () => {
    const kept = await saved(call, { externalClaimRef: world.externalClaimRef });
    expect(kept).toMatchObject({
      ...call,
      accountId: world.accountId,
      externalClaimRef: world.externalClaimRef,
      delinquencyReason: 'notApplicable',
      additionalInformation: '',
      communicationRequestId: null,
      userId: house.userA,
    });
    expect((await events()).at(-1)).toMatchObject({
      account_id: world.accountId,
      external_claim_ref: world.externalClaimRef,
      payload: { communicationMethod: 'phoneCall', category: 'reached', resolution: 'promiseToPay' },
    });
    const { getAccountResolutions } = await house.call<{ getAccountResolutions: unknown[] }>('operations', LIST, {
      clientId: house.clientA,
      accountId: world.accountId,
    });
    expect(getAccountResolutions[0]).toEqual(kept);
  });

  it('has one resolution per message: the same answers the same, another is a conflict', async () => {
    const about = { ...call, additionalInformation: ' Pays on Friday ', communicationRequestId: 'call-17' };
    const [first, again] = await Promise.all([saved(about), saved(about)]);
    expect(again).toEqual(first);
    expect(first.additionalInformation).toBe('Pays on Friday');
    expect((await events()).filter(({ payload }) => payload.communicationRequestId === 'call-17')).toHaveLength(1);
    const { errors } = await save({ ...about, delinquencyReason: 'incomeReduction' });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'communicationResolution.communicationRequestId' });
  });

  it.each([
    ['communicationMethod', { communicationMethod: 'pigeon' }],
    ['outcomeDirection', { outcomeDirection: '' }],
    ['contactOutcome.category', { contactOutcome: { category: 'Reached', resolution: 'promiseToPay' } }],
    ['contactOutcome.resolution', { contactOutcome: { category: 'notReached', resolution: 'promiseToPay' } }],
    ['delinquencyReason', { delinquencyReason: 'laziness' }],
    ['additionalInformation', { additionalInformation: 'x'.repeat(5_001) }],
  ])('refuses a wrong %s beside it', async (field, wrong) => {
    const { errors } = await save({ ...call, ...wrong });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: `communicationResolution.${field}` });
  });

  it('takes the outcomes of the client, when it has its own', async () => {
    const own = [{ category: 'Gespräch', resolutions: ['zahlt', 'zahlt nicht'] }];
    const set = (outcomes: readonly object[]) =>
      house.inA((tx) => tx.sql('update client set contact_outcomes = $2 where client_id = $1', [tx.clientId, JSON.stringify(outcomes)]));
    await set(own);
    expect(await saved({ ...call, contactOutcome: { category: 'Gespräch', resolution: 'zahlt' } })).toMatchObject({
      contactOutcome: { category: 'Gespräch', resolution: 'zahlt' },
    });
    expect((await save(call)).errors?.[0]?.extensions?.field).toBe('communicationResolution.contactOutcome.category');
    await set([]);
  });

  it('wants an account or a claim that belong together, of this client', async () => {
    expect((await save(call, {})).errors?.[0]?.extensions?.field).toBe('accountId');
    for (const about of [
      { accountId: other.accountId },
      { externalClaimRef: other.externalClaimRef },
      { accountId: other.accountId, externalClaimRef: world.externalClaimRef },
    ])
      expect((await save(call, about)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});

describe('markPhoneNumberAsInvalid', () => {
  const mark = (phoneNumber: string, externalClaimRef = world.externalClaimRef) =>
    house.raw('operations', MARK, { clientId: house.clientA, phoneNumber, externalClaimRef });

  it('marks the number however it is written, once', async () => {
    expect((await mark('030 12345678')).data).toEqual({ markPhoneNumberAsInvalid: true });
    const [point] = await house.inA((tx) =>
      tx.sql<{ state: string }>(`select state from contact_point where client_id = $1 and kind = 'landline'`, [tx.clientId]),
    );
    expect(point?.state).toBe('wrong');
    expect((await mark('+493012345678')).data).toEqual({ markPhoneNumberAsInvalid: false });
    expect((await mark('+493087654321')).data).toEqual({ markPhoneNumberAsInvalid: false });
  });

  it('refuses what is no number, and claims of others', async () => {
    expect((await mark('12')).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'phoneNumber' });
    expect((await mark('+493012345678', other.externalClaimRef)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
