import { describe, expect, it } from 'vitest';
import { Fault } from '../../core/fault.ts';
import { isFaultKey } from '../../core/faultTexts.ts';
import { HOUR, instant, isoInstant } from '../../core/time.ts';
import { isHuman, newWorkflowStep, type WorkflowPhase, type WorkflowStep, type WorkflowStepType } from './blueprint.ts';
import { problemsOf, readPhases } from './check.ts';
import { dueAt } from './deadline.ts';
import { awaitsOutcome, barredFromApproving, phaseStatus, type StepState, stepsToBegin } from './progress.ts';
import { dice, randomPhases } from './workflows.testing.ts';

const step = (stepId: string, type: WorkflowStepType = 'manualTask', more: Partial<WorkflowStep> = {}): WorkflowStep => ({
  ...newWorkflowStep(stepId, type),
  description: stepId,
  isInvalid: false,
  ...more,
});
const wrongOf = (phases: readonly WorkflowPhase[]) => problemsOf(phases).map(({ field, words }) => `${field} ${words.key}`);
const phase = (...steps: WorkflowStep[]): WorkflowPhase => ({ name: 'Phase', steps });

describe('a blueprint', () => {
  it('is valid only when every step is explicitly not invalid', () => {
    expect(wrongOf([phase(step('a'), step('b'))])).toEqual([]);
    for (const isInvalid of [true, null, undefined])
      expect(wrongOf([phase(step('a'), step('b', 'manualTask', { isInvalid }))])).toEqual([
        'phases.0.steps.1.isInvalid workflowStepInvalid',
      ]);
  });

  it('needs what each type of step needs', () => {
    expect(wrongOf([phase(step('a', 'sendMessage'))])).toEqual(['phases.0.steps.0.bundleName needed']);
    expect(wrongOf([phase(step('a', 'fillMetadata'))])).toEqual(['phases.0.steps.0.metadataFields needed']);
    expect(wrongOf([phase(step('a', 'waitDeadline', { deadline: null }))])).toEqual(['phases.0.steps.0.deadline workflowDeadline']);
    expect(wrongOf([phase(step('a', 'setStrategies', { strategiesStatus: null }))])).toEqual(['phases.0.steps.0.strategiesStatus needed']);
    expect(wrongOf([phase(step('a', 'manualTask', { escalateTo: { userRole: 'SUPERVISOR', username: null } }))])).toEqual([
      'phases.0.steps.0.escalateTo workflowEscalation',
    ]);
  });

  it('has somebody’s work before an approval', () => {
    expect(wrongOf([phase(step('ok', 'approval'))])).toEqual(['phases.0.steps.0.type workflowApprovalFirst']);
    expect(wrongOf([phase(step('work'), step('ok', 'approval'))])).toEqual(['phases.0.steps.1.type workflowApprovalFirst']);
    expect(wrongOf([phase(step('work'), step('ok', 'approval', { order: 1 }))])).toEqual([]);
    expect(wrongOf([phase(step('work')), phase(step('ok', 'approval'))])).toEqual([]);
  });

  it('says of a text that is none what is wrong and where', () => {
    expect(() => readPhases('{')).toThrow('JSON array');
    expect(() => readPhases('[{"steps":[{"stepId":"a","type":"dance"}]}]')).toThrow(
      expect.objectContaining({ field: 'phases.0.steps.0.type' }),
    );
  });
});

describe('what comes next', () => {
  const state = (stepId: string, phaseNumber: number, order: number, status: StepState['status'], completedBy: string | null = null) => ({
    ...{ stepId, phase: phaseNumber, order, status, completedBy },
    type: 'manualTask' as const,
  });
  const next = (steps: StepState[]) => stepsToBegin(steps).map(({ stepId }) => stepId);

  it('runs steps of one order side by side, orders and phases one after the other', () => {
    const steps = [state('a', 0, 0, 'pending'), state('b', 0, 0, 'pending'), state('c', 0, 1, 'pending'), state('d', 1, 0, 'pending')];
    expect(next(steps)).toEqual(['a', 'b']);
    const done = (...ids: string[]) => steps.map((each) => (ids.includes(each.stepId) ? { ...each, status: 'completed' as const } : each));
    expect(next(done('a'))).toEqual(['b']);
    expect(next(done('a', 'b'))).toEqual(['c']);
    expect(next(done('a', 'b', 'c'))).toEqual(['d']);
    expect(awaitsOutcome(done('a', 'b', 'c', 'd'))).toBe(true);
    expect(phaseStatus(done('a').slice(0, 3))).toBe('inProgress');
  });

  it('begins nothing after a refused approval', () => {
    const steps = [state('a', 0, 0, 'rejected'), state('b', 0, 1, 'pending')];
    expect(next(steps)).toEqual([]);
    expect(awaitsOutcome(steps)).toBe(true);
  });

  it('bars from approving whoever completed the work right before', () => {
    const approval = state('ok', 1, 1, 'inProgress');
    const steps = [
      state('a', 0, 0, 'completed', 'ann'),
      state('b', 1, 0, 'completed', 'ben'),
      state('c', 1, 0, 'completed', 'cem'),
      approval,
    ];
    expect([...barredFromApproving(steps, approval)]).toEqual(['ben', 'cem']);
    expect([...barredFromApproving(steps.slice(0, 1), approval)]).toEqual(['ann']);
  });
});

describe('a deadline', () => {
  const due = (from: string, hours: number, free: readonly string[] = []) =>
    isoInstant(dueAt(instant(from), hours * 60, 'Europe/Berlin', (day) => free.includes(day)));

  it('counts 24 hours of working days', () => {
    expect(due('2026-03-03T10:00:00Z', 24)).toBe('2026-03-04T10:00:00.000Z');
    // Friday to Tuesday.
    expect(due('2026-03-06T14:00:00Z', 48)).toBe('2026-03-10T14:00:00.000Z');
    expect(due('2026-03-06T14:00:00Z', 48, ['2026-03-09'])).toBe('2026-03-11T14:00:00.000Z');
    // On a Saturday it begins with Monday.
    expect(due('2026-03-07T09:00:00Z', 8)).toBe('2026-03-09T07:00:00.000Z');
  });

  it('keeps the hour over the change of the clocks', () => {
    expect(due('2026-03-27T14:00:00Z', 24)).toBe('2026-03-30T13:00:00.000Z');
  });

  it('ends even where nobody ever works', () => {
    const at = dueAt(instant('2026-03-03T10:00:00Z'), 60, 'Europe/Berlin', () => true);
    expect(at).toBeGreaterThan(instant('2030-01-01T00:00:00Z') - HOUR);
  });
});

/** Runs a blueprint as the service does, people completing what is theirs. @returns steps that were completed, in their order */
function run(phases: readonly WorkflowPhase[], random: () => number): string[] {
  let steps: StepState[] = phases.flatMap((each, place) =>
    each.steps.map(({ stepId, type, order }) => ({ stepId, type, order, phase: place, status: 'pending' as const, completedBy: null })),
  );
  const done: string[] = [];
  const set = (wanted: readonly StepState[], change: Partial<StepState>) => {
    const ids = new Set(wanted.map(({ stepId }) => stepId));
    steps = steps.map((each) => (ids.has(each.stepId) ? { ...each, ...change } : each));
  };
  for (let round = 0; !awaitsOutcome(steps); round++) {
    if (round > 500) throw new Error('it never ends');
    set(stepsToBegin(steps), { status: 'inProgress' });
    const active = steps.filter(({ status }) => status === 'inProgress');
    const chosen = active[Math.floor(random() * active.length)]!;
    const rejects = chosen.type === 'approval' && random() < 0.2;
    barredFromApproving(steps, chosen);
    set([chosen], { status: rejects ? 'rejected' : 'completed', completedBy: isHuman(chosen.type) ? 'ann' : null });
    if (!rejects) done.push(chosen.stepId);
  }
  return done;
}

it('takes 10,000 random blueprints: each is refused with words, or read back the same and run to its end', () => {
  const random = dice(20_261_126);
  const known = { roles: ['AGENT', 'SUPERVISOR'], usernames: ['ann@test.example'], bundles: ['reminder'] };
  let accepted = 0;
  const keys = new Set<string>();
  for (let count = 0; count < 10_000; count++) {
    const text = JSON.stringify(randomPhases(random, known));
    try {
      const phases = readPhases(text);
      const wrong = problemsOf(phases);
      for (const { words } of wrong) keys.add(words.key);
      if (wrong.length > 0) continue;
      accepted++;
      expect(readPhases(JSON.stringify(phases))).toEqual(phases);
      const done = run(phases, random);
      expect(new Set(done).size).toBe(done.length);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      keys.add(error.words.key);
    }
  }
  expect([...keys].filter((key) => !isFaultKey(key))).toEqual([]);
  expect(keys.size).toBeGreaterThan(12);
  expect(accepted).toBeGreaterThan(3_000);
});
