/** Limits by role in the demo, and requests that wait for a supervisor or an administrator. */
import type { Uuid } from '../../core/id.ts';
import { toDecimal } from '../../core/money.ts';
import { addDays, type CalendarDate } from '../../core/time.ts';
import type { Tx } from '../platform/tenancy.ts';
import type { Actor } from '../services/finance/approval/approval.act.ts';
import { requestApproval } from '../services/finance/approval/approval.logic.ts';
import { readFinanceSetting, writeFinanceSetting } from '../services/finance/ground/setting.logic.ts';

interface Owing {
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly balance: bigint;
}

const REASONS = [
  'Can pay two thirds by the end of the month with help from family',
  'Single parent, moving to a cheaper tariff; asked twice',
];

/** Saves limits for agents and supervisors. */
export async function limitRoles(tx: Tx, supervisor: Uuid): Promise<void> {
  const { settings, revision } = await readFinanceSetting(tx);
  const approvalLimits = [
    { role: 'AGENT', writeOff: '0.00', settlement: '10.00', refund: '0.00' },
    { role: 'SUPERVISOR', writeOff: '250.00', settlement: '500.00', refund: '250.00' },
  ];
  await writeFinanceSetting(tx, revision, { ...settings, approvalLimits }, supervisor);
}

/** An agent asks to settle for two thirds of what is owed. @param index which of the agents' requests it is. */
export async function requestSettlement(
  tx: Tx,
  agent: Uuid,
  { accountId, externalClaimRef, balance }: Owing,
  day: CalendarDate,
  index: number,
) {
  const actor: Actor = { userId: agent, groups: [{ clientId: tx.clientId, role: 'AGENT', partnerId: null }] };
  const amount = toDecimal((balance * 2n) / 3n, 'EUR');
  const description = REASONS[index % REASONS.length]!;
  const act = {
    kind: 'settlement' as const,
    accountId,
    externalClaimRefs: [externalClaimRef],
    amount,
    validUntil: addDays(day, 21),
    description,
  };
  await requestApproval(tx, actor, act, `demo:settle:${externalClaimRef}`);
}
