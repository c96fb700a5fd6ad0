/** Where sandboxes may stand in for payment providers: what they report books money that nobody has moved. */
import { fault } from '../../../../core/fault.ts';
import { allowsSandboxes } from '../../../platform/installation.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { SANDBOX } from './provider.logic.ts';

/** @throws Fault CONFLICT when one of the providers is the sandbox and the database was made for people who really owe money */
export async function refuseSandbox(tx: Tx, ...providerNames: readonly string[]): Promise<void> {
  if (!providerNames.includes(SANDBOX.providerName)) return;
  if (!(await allowsSandboxes(tx))) throw fault('CONFLICT', 'sandboxLive');
}

/** @returns whether a key of Stripe is for trying out: it moves no money. */
export const isTestKey = (secretKey: string): boolean => /^(sk|rk)_test_/.test(secretKey.trim());
