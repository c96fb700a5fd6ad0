import type { EventLike } from './event.ts';
import { MARK } from './mark.tsx';
import { type Payload, text } from './payload.ts';
import { assigneeOf } from './textKey.ts';
import type { EventWords } from './useEventWords.ts';

/** @param strategyNames names of strategies by id, for events that carry the id only. @returns what fills the sentence of an event. */
export function eventValues(event: EventLike, words: EventWords, strategyNames: ReadonlyMap<string, string> | undefined) {
  const { t, find, format, nameOf, matterName, roleName, typeName, bundleNames, outcomes } = words;
  const { attributes } = event;
  const payload = (event.payload ?? {}) as Payload;
  const money = (amount: unknown) =>
    text(amount) === '' ? '' : format.money(text(amount).replace('-', ''), text(payload.currency) || 'EUR');
  const checkpoint = attributes.messageType === 'checkpointReached' ? text(payload.displayName) || text(payload.name) : '';
  const step = text(payload.stepType);
  const channel = find(`reasons:channel.${text(payload.channel)}`) ?? text(payload.channel);
  const state = text(payload.state) || text(payload.to);
  const kind = text(payload.kind);
  const approvalKind = text(payload.approvalKind);
  const code = text(payload.reason);
  const ended = text(payload.result) || (attributes.messageType === 'templateDecided' ? text(payload.state) : '');
  const result = find(`events:result.${ended}`, { seconds: String(payload.seconds ?? '') }) ?? ended;
  return {
    claim: MARK,
    user: text(payload.user),
    role: roleName(text(payload.role)),
    actor: nameOf(attributes.userId) ?? find(`events:actor.${attributes.actorType}`) ?? attributes.actorType,
    amount: money(payload.amount),
    disposable: text(payload.disposable) === '' ? '' : format.money(text(payload.disposable), text(payload.currency) || 'EUR'),
    asked: text(payload.askedAmount) === '' ? '' : format.money(text(payload.askedAmount), text(payload.askedCurrency) || 'EUR'),
    balance: money(payload.balance),
    dueDate: format.date(text(payload.dueDate)),
    domain: text(payload.domain),
    day: format.date(text(payload.day)),
    time: text(payload.time),
    until: format.date(text(payload.until), 'long'),
    to: nameOf(text(payload.to) || text(assigneeOf(payload))) ?? (roleName(text(payload.userRole)) || t('events:team')),
    from: nameOf(text(payload.from)) ?? t('events:nobody'),
    value: text(payload.value),
    state: find(`events:state.${state}`) ?? state,
    channel,
    kind: find(`events:kind.${kind}`) ?? kind,
    position: text(payload.position),
    approvalKind: find(`events:approvalKind.${approvalKind}`) ?? approvalKind,
    strategy:
      text(payload.strategyName) ||
      (checkpoint === '' ? text(payload.displayName) : '') ||
      strategyNames?.get(text(payload.blueprintId)) ||
      (payload.reactionId ? typeName(text(payload.messageType)) : '') ||
      '',
    step: find(`strategy:step.${step}.name`) ?? step,
    name: checkpoint || text(payload.name) || text(payload.trigger),
    bundle:
      bundleNames.get(text(payload.bundleName)) ??
      (text(payload.displayName) || text(payload.bundleName) || text(payload.fileName) || text(payload.subject) || channel),
    note: text(payload.note) || (text(payload.matter) && matterName(text(payload.matter), payload.values)),
    outcome: outcomes.resolution(text(payload.resolution)),
    result: result || text(payload.outcome),
    label: text(payload.label),
    key: text(payload.key),
    does: find(`events:key.${text(payload.does)}`) ?? text(payload.does),
    reference: text(payload.reference),
    collectionDate: format.date(text(payload.collectionDate)),
    returnReason: codeName(words, code) ?? code,
    statementRef: text(payload.statementRef),
    messageId: text(payload.messageId),
    providerName: text(payload.providerName),
    partnerName: text(payload.partnerName),
    given: text(payload.given),
    type: attributes.messageType,
  };
}

export type EventValues = ReturnType<typeof eventValues>;

/** @returns what a code means; null when it is none. Banks say why they return a payment by a code, and so does what ends an agreement. */
export const codeName = ({ find }: EventWords, code: string): string | null =>
  find(`events:returnReason.${code}`) ?? find(`events:endReason.${code}`);
