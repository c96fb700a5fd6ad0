/** Plans that are collected under a mandate. */
import { Fault } from '../../../../core/fault.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { planCollection } from './debit.logic.ts';
import { dueInstalments } from './debit.preNotification.logic.ts';

/** Plans a collection for each instalment that falls due soon. One that cannot be planned (nothing due any more, mandate disabled) is left out. @returns how many. */
export async function planDueInstalments(tx: Tx): Promise<number> {
  let planned = 0;
  for (const { instalmentId, mandateId, claimRefs, amount, dueDate } of await dueInstalments(tx)) {
    const asked = {
      mandateId,
      externalClaimRefs: claimRefs,
      amount,
      collectionDate: dueDate,
      idempotencyKey: `instalment:${instalmentId}`,
      instalmentId,
    };
    planned += await planCollection(tx, asked).then(
      () => 1,
      (error: unknown) => {
        if (error instanceof Fault) return 0;
        throw error;
      },
    );
  }
  return planned;
}
