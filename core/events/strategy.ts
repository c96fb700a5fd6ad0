/** Runs of strategies. */
import { defineEvents } from './define.ts';

export const STRATEGY_EVENTS = defineEvents({
  strategyStarted: { audit: ['runs', 'run'], retention: null },
  strategyStep: { audit: ['runs', 'run'], retention: null },
  strategyPaused: { audit: ['runs', 'run'], retention: null },
  strategyResumed: { audit: ['runs', 'run'], retention: null },
  strategyStopped: { audit: ['runs', 'run'], retention: null },
  strategyCompleted: { audit: ['runs', 'run'], retention: null },
  strategySwitched: { audit: ['runs', 'run'], retention: null },
  strategyMoved: { audit: ['runs', 'run'], retention: null },
  strategyFailed: { audit: ['runs', 'run', 'failure'], retention: null },
  strategyRunaway: { audit: ['runs', 'run', 'failure'], retention: null },
  checkpointReached: { audit: ['runs', 'run'], retention: null },
  customTriggerFired: { audit: ['runs', 'run'], retention: 'notes' },
});
