/** A partner's file goes up as it is, outside of GraphQL. */
import { freshAuthorization } from '../../../../shell/session.ts';
import { refusalOf } from '../../../../ui/fault.ts';

/** @returns the id of what came. @throws what faultsOf() reads */
export async function uploadReturn(clientId: string, partnerId: string, file: File): Promise<string> {
  const query = new URLSearchParams({ clientId, partnerId, fileName: file.name });
  const response = await fetch(`/api/partner/return?${query}`, {
    method: 'PUT',
    headers: { authorization: await freshAuthorization(), 'content-type': 'application/octet-stream' },
    body: file,
  });
  if (!response.ok) throw await refusalOf(response);
  return ((await response.json()) as { returnId: string }).returnId;
}
