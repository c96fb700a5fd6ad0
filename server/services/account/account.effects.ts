/** What steps of strategies do to accounts, claims and tasks. */
import { addDays, instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { defineEffect } from '../../platform/effects.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { assignByStep, createStepTasks, setAccountMeta, setClaimFlags, setClaimMeta } from './claim/effects.logic.ts';
import { setClaimTerms } from './claim/terms.logic.ts';
import { askAssessments } from './debtor/assessment.logic.ts';

defineEffect({
  kind: 'createTask',
  perform: async (tx, asked, at) => {
    const today = localDate(at, (await readClient(tx)).timezone);
    const tasks = asked.map(({ effect: { dueInDays, assigneeUserId, ...task }, key, strategyName, ...about }) => ({
      ...about,
      ...task,
      effectKey: key,
      dueDate: dueInDays === null ? null : addDays(today, dueInDays),
      recipientId: assigneeUserId,
      blueprintName: strategyName,
    }));
    await createStepTasks(tx, tasks, at);
  },
});

defineEffect({
  kind: 'setMeta',
  perform: async (tx, asked, at) => {
    const of = (target: 'claim' | 'account') =>
      asked.flatMap(({ effect, ...about }) => (effect.target === target ? [{ ...about, values: effect.values }] : []));
    await setClaimMeta(tx, of('claim'), at);
    await setAccountMeta(tx, of('account'), at);
  },
});

defineEffect({
  kind: 'assignAccount',
  perform: (tx, asked, at) =>
    assignByStep(
      tx,
      asked.map(({ effect, ...about }) => ({ ...about, userId: effect.userId })),
      at,
    ),
});

defineEffect({
  kind: 'askAssessment',
  perform: (tx, asked, at) =>
    askAssessments(
      tx,
      asked.map(({ effect, ...about }) => ({ ...about, until: instant(effect.until) })),
      at,
    ),
});

defineEffect({
  kind: 'setTerms',
  perform: (tx, asked, at) =>
    setClaimTerms(
      tx,
      asked.map(({ effect, ...about }) => ({ ...about, change: effect.change })),
      at,
    ),
});

defineEffect({
  kind: 'setFlag',
  perform: (tx, asked, at) =>
    setClaimFlags(
      tx,
      asked.map(({ effect, ...about }) => ({ ...about, flag: effect.flag, enabled: effect.enabled })),
      at,
    ),
});
