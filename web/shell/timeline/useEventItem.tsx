/** Turns events of the log into what people read: what happened, and why. */

import { Fragment, type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { ServerWords } from '../../ui/FaultText.tsx';
import { wordsOf } from '../../ui/fault.ts';
import { useFormat } from '../../ui/format.ts';
import type { TimelineItem } from '../../ui/Timeline.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useOutcomeWords } from '../outcomes.ts';
import { paths } from '../paths.ts';
import { type ReasonLike, useReason } from '../reasons.ts';
import { useRoleName } from '../roleNames.ts';
import { useStaff } from '../staff.ts';
import { useTaskNames } from '../tasks/matters.ts';
import { useWorkspace } from '../workspace.ts';
import { useBundleNames } from './bundleNames.ts';
import type { EventLike } from './event.ts';
import { eventIcon } from './eventIcons.tsx';
import { sendingNote } from './foreseeNote.ts';
import { assigneeOf, textKey } from './textKey.ts';

type Payload = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** @returns whether an event only repeats what another one says better: a payment's booking stands in the ledger, a checkpoint is reached. */
export function isEcho(event: EventLike): boolean {
  const payload = event.payload as Payload | null;
  const { messageType } = event.attributes;
  if (messageType === 'fileAnnounced') return true;
  if (messageType === 'strategyStep') return payload?.stepType === 'checkpoint';
  // The contact's resolution says what came of it.
  if (messageType === 'workCompleted') return payload?.resolved === true;
  return messageType === 'ledgerEntryBooked' && ['payment', 'chargeback', 'principal'].includes(text(payload?.kind));
}

/** @param about strategyNames: names of strategies by id, for events that carry the id only; ofClaim: all are about one claim, which is not repeated. */
export function useEventItem(
  about: { strategyNames?: ReadonlyMap<string, string>; ofClaim?: boolean; openMessage?: ((messageURL: string) => void) | undefined } = {},
): (event: EventLike) => TimelineItem {
  const { t, exists } = useTranslation(['events', 'reasons', 'strategy', 'debtor', 'work']);
  const format = useFormat();
  const reason = useReason();
  const { nameOf } = useStaff();
  const { matterName } = useTaskNames();
  const roleName = useRoleName();
  const { clientId } = useWorkspace();
  const bundleNames = useBundleNames();
  const outcomes = useOutcomeWords();
  const { strategyNames, ofClaim = false, openMessage } = about;

  return useCallback(
    (event) => {
      const { attributes } = event;
      const payload = (event.payload ?? {}) as Payload;
      const claim = attributes.externalClaimRef;
      const money = (amount: unknown) =>
        text(amount) === '' ? '' : format.money(text(amount).replace('-', ''), text(payload.currency) || 'EUR');
      const step = text(payload.stepType);
      const stepName = exists(`strategy:step.${step}.name`) ? t(`strategy:step.${step}.name` as never) : step;
      const checkpoint = attributes.messageType === 'checkpointReached' ? text(payload.displayName) || text(payload.name) : '';
      const strategy =
        text(payload.strategyName) ||
        (checkpoint === '' ? text(payload.displayName) : '') ||
        strategyNames?.get(text(payload.blueprintId)) ||
        '';
      const actorKey = `events:actor.${attributes.actorType}`;
      const actor = nameOf(attributes.userId) ?? (exists(actorKey) ? t(actorKey as never) : attributes.actorType);
      const state = text(payload.state) || text(payload.to);
      const channel = text(payload.channel);
      const channelName = exists(`reasons:channel.${channel}`) ? t(`reasons:channel.${channel}` as never) : channel;
      const code = text(payload.reason);
      // Banks say why they return a payment by a code, and so does what ends an agreement.
      const whyKey = ['returnReason', 'endReason'].map((kind) => `events:${kind}.${code}`).find((key) => exists(key));
      const whyBack = whyKey ? t(whyKey as never) : code;
      const values = {
        claim: MARK,
        user: text(payload.user),
        role: roleName(text(payload.role)),
        actor,
        amount: money(payload.amount),
        asked: text(payload.askedAmount) === '' ? '' : format.money(text(payload.askedAmount), text(payload.askedCurrency) || 'EUR'),
        balance: money(payload.balance),
        dueDate: format.date(text(payload.dueDate)),
        until: format.date(text(payload.until), 'long'),
        to: nameOf(text(payload.to) || text(assigneeOf(payload))) ?? t('events:team'),
        from: nameOf(text(payload.from)) ?? t('events:nobody'),
        value: text(payload.value),
        state: exists(`events:state.${state}`) ? t(`events:state.${state}` as never) : state,
        channel: channelName,
        kind: exists(`events:kind.${text(payload.kind)}`) ? t(`events:kind.${text(payload.kind)}` as never) : text(payload.kind),
        position: text(payload.position),
        approvalKind: text(payload.approvalKind) && t(`events:approvalKind.${text(payload.approvalKind)}` as never),
        strategy: strategy === '' ? '' : strategy,
        step: stepName,
        name: checkpoint || text(payload.name) || text(payload.trigger),
        bundle:
          bundleNames.get(text(payload.bundleName)) ??
          (text(payload.displayName) || text(payload.bundleName) || text(payload.subject) || channelName),
        note: text(payload.note) || (text(payload.matter) && matterName(text(payload.matter), payload.values)),
        outcome: outcomes.resolution(text(payload.resolution)),
        reference: text(payload.reference),
        collectionDate: format.date(text(payload.collectionDate)),
        returnReason: whyBack,
        statementRef: text(payload.statementRef),
        messageId: text(payload.messageId),
        providerName: text(payload.providerName),
        type: attributes.messageType,
      };
      const key = textKey(attributes.messageType, payload);
      const known = exists(`events:type.${key}`) ? key : 'other';
      const sentence = String(t(`events:type.${known}` as never, values as never));

      const parts: ReactNode[] = [];
      if (sendingNote(event)) parts.push(t('events:part.sending'));
      if (channelName && attributes.messageType !== 'contactConsentChanged') parts.push(channelName);
      // A person's message has no step.
      if (stepName && ['contactDeferred', 'contactDenied'].includes(attributes.messageType)) parts.push(stepName);
      if (claim && !ofClaim && !sentence.includes(MARK))
        parts.push(
          withMark(
            t('events:part.claim', { claim: MARK }),
            <Link to={attributes.accountId ? paths.accountClaim(clientId, attributes.accountId, claim) : paths.claim(clientId, claim)}>
              <code>{claim}</code>
            </Link>,
          ),
        );
      // One promise, plan or settlement may be about several claims.
      if (Array.isArray(payload.claimRefs) && payload.claimRefs.length > 1)
        parts.push(t('events:part.claims', { count: payload.claimRefs.length }));
      if (attributes.messageType === 'communicationResolved') {
        parts.push(outcomes.method(text(payload.communicationMethod)), outcomes.category(text(payload.category)));
        if (text(payload.delinquencyReason) !== 'notApplicable') parts.push(outcomes.reason(text(payload.delinquencyReason)));
      }
      if (Array.isArray(payload.rightParty) && payload.rightParty.length > 0) {
        const facts = payload.rightParty.map(text).map((fact) => {
          const key = `events:rightParty.${fact}`;
          return exists(key) ? t(key as never) : fact;
        });
        parts.push(t('events:part.rightParty', { facts: facts.join(', ') }));
      }
      const method = text(payload.method);
      if (method) parts.push(exists(`events:method.${method}`) ? t(`events:method.${method}` as never) : method);
      if (text(payload.interval) && exists(`events:part.interval.${text(payload.interval)}`))
        parts.push(t(`events:part.interval.${text(payload.interval)}` as never));
      if (attributes.messageType === 'ledgerEntryBooked' && text(payload.valueDate))
        parts.push(t('events:part.valueDate', { date: format.date(text(payload.valueDate)) }));
      if (text(payload.description)) parts.push(text(payload.description));
      if (text(payload.expiresAt)) parts.push(t('events:part.expires', { date: format.date(text(payload.expiresAt)) }));
      const blueprintId = text(payload.blueprintId);
      const blueprintName = text(payload.blueprintName);
      // The link below says the same.
      if (blueprintName && !(blueprintId && blueprintName === strategy))
        parts.push(withMark(t('events:part.fromStrategy', { strategy: MARK }), blueprintName));
      if (strategy && blueprintId && !sentence.includes(strategy))
        parts.push(
          withMark(t('events:part.fromStrategy', { strategy: MARK }), <Link to={paths.strategy(clientId, blueprintId)}>{strategy}</Link>),
        );
      const why = reason(payload.why as ReasonLike | null | undefined);
      if (why) parts.push(why);
      // What the uploader was told.
      if (attributes.messageType === 'fileRefused') parts.push(<ServerWords text={code} words={wordsOf(code, payload.values)} />);
      else if (code && !['claimDisputed', 'contactOverridden'].includes(attributes.messageType) && !sentence.includes(whyBack))
        parts.push(
          ['communicationFailed', 'communicationUnknown'].includes(attributes.messageType) && !whyKey ? (
            <ServerWords text={code} words={wordsOf(payload.key, payload.values)} />
          ) : (
            whyBack
          ),
        );
      for (const [field, change] of changesOf(payload)) {
        if (!change || typeof change !== 'object') continue;
        const label = `debtor:field.${field}`;
        const named = attributes.messageType.startsWith('debtor') && exists(label) ? t(label as never) : field;
        const shown = {
          field: named,
          from: text(change.from) || t('events:part.nothing'),
          to: text(change.to) || t('events:part.nothing'),
        };
        parts.push(change.from == null ? t('events:part.added', shown) : t('events:part.changed', shown));
      }
      if (payload.erased) parts.push(t('events:part.erased'));
      if (
        attributes.userId &&
        !['noteAdded', 'taskStarted', 'taskResolved', 'taskSkipped', 'taskUnsnoozed'].includes(attributes.messageType)
      )
        parts.push(t('events:part.by', { name: actor }));

      // A collector chooses a reason; debtors and the account's page give their own words.
      const disputeKey = `work:dispute.${text(payload.reasonKey)}`;
      const disputeReason = text(payload.reason) || (exists(disputeKey) ? t(disputeKey as never) : '');
      const words =
        attributes.messageType === 'noteAdded'
          ? text(payload.text)
          : text(payload.resolutionNote) ||
            text(payload.additionalInformation) ||
            (attributes.messageType === 'claimDisputed' ? disputeReason : '') ||
            text(payload.outcome && attributes.messageType === 'disputeClosed' ? payload.outcome : '') ||
            (attributes.messageType === 'portalHelpRequested' ? text(payload.text) : '') ||
            (attributes.messageType === 'contactOverridden' ? text(payload.reason) : '') ||
            (attributes.messageType.startsWith('approval') ? text(payload.note) : '') ||
            (attributes.messageType === 'communicationRequested' ? text(payload.notes) : '') ||
            (attributes.messageType === 'communicationReceived' ? text(payload.excerpt) : '');
      const [Icon, tone] = eventIcon(attributes.messageType);
      return {
        id: attributes.messageId,
        at: attributes.emitTime,
        icon: <Icon size={15} stroke={1.6} />,
        tone,
        title: withMark(sentence, <code>{claim}</code>),
        ...(parts.length > 0 ? { detail: joined(parts) } : {}),
        ...(words ? { quote: words } : {}),
        ...(openMessage && text(payload.communicationId)
          ? { onOpen: () => openMessage(`communication/${text(payload.communicationId)}`) }
          : {}),
      };
    },
    [t, exists, format, reason, nameOf, matterName, roleName, clientId, strategyNames, bundleNames, outcomes, ofClaim, openMessage],
  );
}

type Change = { field?: unknown; from?: unknown; to?: unknown } | null;

/** Changed fields with what they were and are: a list that names each, or an object of them. */
function changesOf(payload: Payload): [field: string, change: Change][] {
  const changes = payload.changed ?? payload.changes ?? {};
  if (Array.isArray(changes)) return (changes as Change[]).map((change) => [text(change?.field), change]);
  return Object.entries(changes as Record<string, Change>);
}

/** Stands in a sentence where a link or a reference goes; no text holds it. */
const MARK = '\u0001';

function withMark(sentence: string, node: ReactNode): ReactNode {
  const [before, after] = sentence.split(MARK);
  return after === undefined ? sentence : [before, <Fragment key="mark">{node}</Fragment>, after];
}

function joined(parts: readonly ReactNode[]): ReactNode {
  return parts.reduce((line, part) => (
    <>
      {line} · {part}
    </>
  ));
}
