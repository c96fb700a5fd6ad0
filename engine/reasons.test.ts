import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainGate, gate } from './gate/gate.ts';
import type { Channel, GateFacts } from './gate/types.ts';
import { reasonKeys, summaryKeys } from './reasons.ts';
import { claim, gateFacts, NOW } from './testing.ts';
import type { Reason } from './types.ts';

test('every key written in the engine is listed', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test|testing|reasons)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(30);
  const known = new Set([...Object.keys(reasonKeys), ...Object.keys(summaryKeys)]);
  for (const name of files) {
    const source = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    for (const [, key] of source.matchAll(/'((?:wait|run|step|condition|tree|reaction|gate|blueprint|summary)\.[\w.]+)'/g)) {
      expect(known, `${name}: ${key}`).toContain(key);
    }
  }
});

test('every reason of the gate is listed with its values', () => {
  const { rules } = gateFacts;
  const contacts = Array.from({ length: 9 }, () => ({ channel: 'sms' as const, at: NOW }));
  const never = { weekday: null, saturday: null, sunday: null, holiday: null };
  const situations: Partial<GateFacts>[] = [
    {},
    {
      deceased: true,
      ceaseRequested: true,
      claimResolved: true,
      claimDisputed: true,
      optedOut: ['sms'],
      contact: { ...gateFacts.contact, sms: 'wrong' },
    },
    { contacts, activePromise: true, helpAskedAt: NOW },
    { helpAskedAt: NOW, bundleName: 'reminder' },
    { helpAskedAt: (NOW - 40 * 86_400_000) as typeof NOW },
    { activePromise: true, promiseDueDate: claim.dueDate },
    { rules: { ...rules, contactHours: never, capPerDay: 0, capPer7Days: { total: 0, sms: 0 } } },
    { zone: 'America/Los_Angeles' },
  ];
  const reasons: Reason[] = [];
  for (const changes of situations) {
    for (const channel of ['sms', 'letter'] satisfies Channel[]) {
      const facts = { ...gateFacts, ...changes };
      reasons.push(gate(facts, channel, NOW).why, ...explainGate(facts, channel, NOW).map(({ why }) => why));
    }
  }
  for (const { key, values } of reasons) {
    expect(Object.keys(reasonKeys)).toContain(key);
    expect(reasonKeys[key]).toEqual(expect.arrayContaining(Object.keys(values ?? {})));
  }
});
