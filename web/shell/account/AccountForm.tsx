import { Suspense } from 'react';
import { later } from '../../ui/later.ts';
import { useAction } from '../useAction.ts';

/** The debtor's payment page: its links, and a new one to hand over. */
export const LinksPanel = later(() => import('../../screens/account/detail/LinksPanel.tsx'));
const Form = later(() => import('../../screens/account/detail/AccountForm.tsx'));

/** The account's form that the address names, on screens besides the account's own: one need not leave them for it. */
export function AccountForm({ accountId }: { accountId: string }) {
  const [action, act, about] = useAction();
  return <Suspense>{action && <Form accountId={accountId} action={action} about={about} onClose={() => act(null)} />}</Suspense>;
}
