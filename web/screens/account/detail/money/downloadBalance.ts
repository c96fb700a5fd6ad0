/** An explained balance comes down as a PDF, outside of GraphQL. */
import { freshAuthorization } from '../../../../shell/session.ts';
import { faultsOf, refusalOf } from '../../../../ui/fault.ts';
import { toastFault } from '../../../../ui/toasts.ts';

export interface BalanceAsked {
  readonly accountId: string;
  readonly externalClaimRef: string | null;
  readonly asOf: string;
  readonly by: string;
  readonly locale: string;
}

/** Has the balance printed and hands the file to the browser; a refusal becomes a toast. */
export async function downloadBalance(clientId: string, asked: BalanceAsked): Promise<void> {
  try {
    const response = await fetch('/api/finance/balance.pdf', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: await freshAuthorization() },
      body: JSON.stringify({ clientId, ...asked }),
    });
    if (!response.ok) throw await refusalOf(response);
    const url = URL.createObjectURL(await response.blob());
    const name = `balance-${asked.externalClaimRef ?? 'account'}-${asked.asOf}.pdf`;
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  } catch (error) {
    for (const fault of faultsOf(error)) toastFault(fault);
  }
}
