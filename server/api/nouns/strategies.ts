import { z } from 'zod';
import { ACCOUNT_ID, CLAIM_REF, SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { COMMAND, TRIGGER } from '../shapes.ts';

const about = { noun: 'strategies', service: 'strategy' } as const;
const externalClaimRefs = z.array(z.string()).min(1).max(1000).describe('References of claims, up to 1,000.');
const SKIPPED = 'Claims that it does not fit (none running, already resolved, not found) are counted as skipped.';

/** A command over claims in their strategies. */
const command = (name: string, path: string, operation: string, summary: string, description: string) =>
  defineEndpoint({
    ...about,
    name,
    method: 'POST',
    path,
    scope: 'strategies:write',
    status: 200,
    summary,
    description: `${description} ${SKIPPED}`,
    document: `mutation ($clientId: ID!, $externalClaimRefs: [String!]!) {
      ${operation}(clientId: $clientId, externalClaimRefs: $externalClaimRefs) { ...StrategyCommandResult }
    } ${COMMAND}`,
    values: { externalClaimRefs },
    example: { externalClaimRefs: [CLAIM_REF] },
  });

export const strategies = [
  defineEndpoint({
    ...about,
    name: 'listStrategies',
    method: 'GET',
    path: '/strategies',
    scope: 'strategies:read',
    summary: 'List strategies',
    document: `query ($clientId: ID!) { getStrategies(clientId: $clientId) { id displayName categories } }`,
    pages: { by: 'whole' },
    example: {},
  }),
  defineEndpoint({
    ...about,
    name: 'getClaimStrategy',
    method: 'GET',
    path: '/claims/{externalClaimRef}/strategy',
    scope: 'strategies:read',
    summary: 'See where a claim stands in its strategy',
    description: 'The last run that ended when none is alive; 404 for a claim that never ran in one.',
    document: `query ($clientId: ID!, $externalClaimRef: String!) {
      getCurrentStrategy(clientId: $clientId, externalClaimRef: $externalClaimRef) {
        externalClaimRef runId blueprintId displayName version currentVersion status resumable startedAt endedAt
        currentStep { stepId stepType enteredAt wakeAt }
        nextSteps { stepId stepType at outcome }
      }
    }`,
    absent: 'claimNotFound',
    example: { externalClaimRef: CLAIM_REF },
  }),
  defineEndpoint({
    ...about,
    name: 'previewStrategy',
    method: 'GET',
    path: '/claims/{externalClaimRef}/strategy-preview',
    scope: 'strategies:read',
    summary: 'See what a claim would go through in a strategy',
    description:
      'Its first steps, if it were put into the strategy now and nothing changed; nothing is. `version`: one of before, to compare it with the newest one.',
    document: `query ($clientId: ID!, $externalClaimRef: String!, $blueprintId: ID!, $version: Int) {
      previewStrategy(clientId: $clientId, blueprintId: $blueprintId, externalClaimRef: $externalClaimRef, version: $version) {
        stepId stepType at outcome why { key values }
      }
    }`,
    pages: { by: 'whole' },
    example: { externalClaimRef: CLAIM_REF, blueprintId: SOME_ID },
  }),
  defineEndpoint({
    ...about,
    name: 'assignStrategy',
    method: 'POST',
    path: '/strategies/{blueprintId}/assignments',
    scope: 'strategies:write',
    status: 200,
    summary: 'Put claims into a strategy',
    description: `At its first step; whatever they ran in is stopped. ${SKIPPED}`,
    document: `mutation ($clientId: ID!, $blueprintId: ID!, $externalClaimRefs: [String!]!) {
      assignStrategy(clientId: $clientId, blueprintId: $blueprintId, externalClaimRefs: $externalClaimRefs) { ...StrategyCommandResult }
    } ${COMMAND}`,
    values: { externalClaimRefs },
    example: { blueprintId: SOME_ID, externalClaimRefs: [CLAIM_REF] },
  }),
  command(
    'pauseStrategies',
    '/strategy-pauses',
    'pauseStrategy',
    'Pause claims’ strategies',
    'They stand where they are until they are resumed.',
  ),
  command('resumeStrategies', '/strategy-resumptions', 'resumeStrategy', 'Resume claims’ strategies', 'They go on where they stood.'),
];

export const triggers = [
  defineEndpoint({
    ...about,
    noun: 'triggers',
    name: 'listTriggers',
    method: 'GET',
    path: '/triggers',
    scope: 'triggers:read',
    summary: 'List custom triggers',
    description: 'Those that the client has declared, with the values that they take.',
    document: `query ($clientId: ID!) { getCustomTriggers(clientId: $clientId) { ...Trigger } } ${TRIGGER}`,
    pages: { by: 'whole' },
    example: {},
  }),
  defineEndpoint({
    ...about,
    noun: 'triggers',
    name: 'fireTrigger',
    method: 'POST',
    path: '/triggers/{trigger}/firings',
    scope: 'triggers:write',
    status: 200,
    summary: 'Fire a custom trigger',
    description: 'On claims of an account, or on all its open ones. Answers on how many.',
    document: `mutation ($clientId: ID!, $trigger: String!, $accountId: ID!, $externalClaimRefs: [String!], $values: JSON) {
      fireCustomTrigger(clientId: $clientId, trigger: $trigger, accountId: $accountId, externalClaimRefs: $externalClaimRefs, values: $values)
    }`,
    values: { values: z.record(z.string(), z.unknown()).describe('What the trigger’s declaration asks for.') },
    example: { trigger: 'goodsReturned', accountId: ACCOUNT_ID, values: { items: 2 } },
  }),
];
