import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { ServerWords } from '../../ui/FaultText.tsx';
import { wordsOf } from '../../ui/fault.ts';
import { later } from '../../ui/later.ts';
import { paths } from '../paths.ts';
import type { ReasonLike } from '../reasons.ts';
import type { EventLike } from './event.ts';
import { codeName, type EventValues } from './eventValues.ts';
import { sendingNote } from './foreseeNote.ts';
import { MARK, withMark } from './mark.tsx';
import { changesOf, type Payload, text } from './payload.ts';
import type { EventWords } from './useEventWords.ts';

const OperationName = later(() => import('../proposals/OperationName.tsx'));

/** An event while it is told. */
interface Told {
  readonly event: EventLike;
  readonly payload: Payload;
  readonly values: EventValues;
  /** What is said already. */
  readonly sentence: string;
  readonly words: EventWords;
}

/** Whoever wrote these stands in their sentence. */
const SAYS_WHO = ['noteAdded', 'taskStarted', 'taskResolved', 'taskSkipped', 'taskUnsnoozed'];

/** @param ofClaim all are about one claim, which is not repeated. @returns what is said below the sentence of an event, one part each. */
export function eventParts(told: Omit<Told, 'payload'>, ofClaim: boolean): ReactNode[] {
  const { event, values, words } = told;
  const all: Told = { ...told, payload: (event.payload ?? {}) as Payload };
  const { t } = words;
  return [
    ...howParts(all),
    ...aboutParts(all, ofClaim),
    ...proposalParts(all),
    ...outcomeParts(all),
    ...moneyParts(all),
    ...strategyParts(all),
    ...reasonParts(all),
    ...reactionParts(all),
    ...changeParts(all),
    all.payload.erased ? t('events:part.erased') : null,
    event.attributes.userId && !SAYS_WHO.includes(event.attributes.messageType) ? t('events:part.by', { name: values.actor }) : null,
  ].filter((part) => part != null && part !== '');
}

function howParts({ event, values, words: { t } }: Told): ReactNode[] {
  const { messageType } = event.attributes;
  return [
    sendingNote(event) ? t('events:part.sending') : null,
    messageType === 'contactConsentChanged' ? null : values.channel,
    // A person's message has no step.
    ['contactDeferred', 'contactDenied'].includes(messageType) ? values.step : null,
  ];
}

function aboutParts({ event, payload, sentence, words: { t, clientId } }: Told, ofClaim: boolean): ReactNode[] {
  const { accountId, externalClaimRef: claim } = event.attributes;
  const refs = payload.claimRefs;
  return [
    claim && !ofClaim && !sentence.includes(MARK)
      ? withMark(
          t('events:part.claim', { claim: MARK }),
          <Link to={accountId ? paths.accountClaim(clientId, accountId, claim) : paths.claim(clientId, claim)}>
            <code>{claim}</code>
          </Link>,
        )
      : null,
    // One promise, plan or settlement may be about several claims.
    Array.isArray(refs) && refs.length > 1 ? t('events:part.claims', { count: refs.length }) : null,
  ];
}

/** What a proposal would do. */
function proposalParts({ payload }: Told): ReactNode[] {
  if (!payload.proposalId) return [];
  return [
    <Suspense key="operation">
      <OperationName operation={text(payload.operation)} />
    </Suspense>,
  ];
}

function outcomeParts({ event, payload, words: { t, find, outcomes } }: Told): ReactNode[] {
  const parts: ReactNode[] = [];
  if (event.attributes.messageType === 'communicationResolved') {
    parts.push(outcomes.method(text(payload.communicationMethod)), outcomes.category(text(payload.category)));
    if (text(payload.delinquencyReason) !== 'notApplicable') parts.push(outcomes.reason(text(payload.delinquencyReason)));
  }
  if (Array.isArray(payload.rightParty) && payload.rightParty.length > 0) {
    const facts = payload.rightParty.map(text).map((fact) => find(`events:rightParty.${fact}`) ?? fact);
    parts.push(t('events:part.rightParty', { facts: facts.join(', ') }));
  }
  return parts;
}

function moneyParts({ event, payload, words: { t, find, format } }: Told): ReactNode[] {
  const method = text(payload.method);
  const valueDate = event.attributes.messageType === 'ledgerEntryBooked' ? text(payload.valueDate) : '';
  const expiresAt = text(payload.expiresAt);
  return [
    method && (find(`events:method.${method}`) ?? method),
    text(payload.interval) && find(`events:part.interval.${text(payload.interval)}`),
    valueDate && t('events:part.valueDate', { date: format.date(valueDate) }),
    text(payload.description),
    expiresAt && t('events:part.expires', { date: format.date(expiresAt) }),
  ];
}

function strategyParts({ event, payload, values: { strategy }, sentence, words: { t, clientId, seesStrategies } }: Told): ReactNode[] {
  const blueprintId = text(payload.blueprintId);
  const blueprintName = text(payload.blueprintName);
  // A reaction's step says its name where a strategy's says the strategy's.
  const of = event.attributes.actorType === 'reaction' ? 'events:part.fromReaction' : 'events:part.fromStrategy';
  const from = (node: ReactNode) => withMark(t(of, { strategy: MARK }), node);
  return [
    // The link below says the same.
    blueprintName && !(blueprintId && blueprintName === strategy) ? from(blueprintName) : null,
    strategy && blueprintId && !sentence.includes(strategy)
      ? from(seesStrategies ? <Link to={paths.strategy(clientId, blueprintId)}>{strategy}</Link> : strategy)
      : null,
  ];
}

function reasonParts({ event, payload, values: { returnReason }, sentence, words }: Told): ReactNode[] {
  const { messageType } = event.attributes;
  const code = text(payload.reason);
  const parts: ReactNode[] = [words.reason(payload.why as ReasonLike | null | undefined)];
  // What the uploader was told.
  if (messageType === 'fileRefused') parts.push(<ServerWords text={code} words={wordsOf(code, payload.values)} />);
  else if (code && !['claimDisputed', 'contactOverridden', 'changeProposed'].includes(messageType) && !sentence.includes(returnReason))
    parts.push(
      ['communicationFailed', 'communicationUnknown'].includes(messageType) && codeName(words, code) === null ? (
        <ServerWords text={code} words={wordsOf(payload.key, payload.values)} />
      ) : (
        returnReason
      ),
    );
  return parts;
}

/** How a step of a reaction comes out that ends it. */
const ENDS = ['no', 'noLeaf', 'failed'];

/** Where a reaction ended and why, and the way to it. */
function reactionParts({ event, payload, words: { t, find, reason, clientId } }: Told): ReactNode[] {
  const { messageType, accountId } = event.attributes;
  if (!['reactionFired', 'reactionChainStopped'].includes(messageType)) return [];
  const steps = (Array.isArray(payload.steps) ? payload.steps : []) as Payload[];
  const ended = steps
    .filter(({ outcome }) => ENDS.includes(text(outcome)))
    .map(({ stepType, why, claimRef }) => {
      const step = find(`strategy:step.${text(stepType)}.name`) ?? text(stepType);
      const shown = { step, reason: reason(why as ReasonLike | null) ?? '', claim: text(claimRef) };
      return t(shown.claim ? 'events:part.endedClaim' : 'events:part.ended', shown);
    });
  const reactionId = text(payload.reactionId);
  const of = { reactionId, accountId: payload.ofAccount === true ? accountId : null };
  const link = (
    <Link key="reaction" to={paths.reactions(clientId, of)}>
      {t('events:part.openReaction')}
    </Link>
  );
  return [...ended, link];
}

function changeParts({ event, payload, words: { t, find } }: Told): ReactNode[] {
  return changesOf(payload).flatMap(([field, change]) => {
    if (!change || typeof change !== 'object') return [];
    const named = event.attributes.messageType.startsWith('debtor') ? find(`debtor:field.${field}`) : null;
    const nothing = t('events:part.nothing');
    const shown = { field: named ?? field, from: text(change.from) || nothing, to: text(change.to) || nothing };
    return [change.from == null ? t('events:part.added', shown) : t('events:part.changed', shown)];
  });
}
