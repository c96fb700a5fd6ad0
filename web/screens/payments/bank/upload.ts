/** A statement goes up as it is, outside of GraphQL. */
import { freshAuthorization } from '../../../shell/session.ts';

export interface UploadedStatement {
  readonly statementId: string;
  readonly statementRef: string;
  readonly entryCount: number;
  readonly repeatedCount: number;
}

/** @throws what faultsOf() reads: the server's refusal, or TypeError when it is not reached. */
export async function uploadStatement(
  clientId: string,
  file: File,
): Promise<{ statements: readonly UploadedStatement[]; rejectedCount: number }> {
  const response = await fetch(
    `/api/finance/statements?clientId=${encodeURIComponent(clientId)}&fileName=${encodeURIComponent(file.name)}`,
    {
      method: 'PUT',
      headers: { authorization: await freshAuthorization(), 'content-type': 'application/octet-stream' },
      body: file,
    },
  );
  const answer = (await response.json().catch(() => ({}))) as {
    statements?: UploadedStatement[];
    rejectedCount?: number;
    message?: string;
    code?: string;
  };
  if (response.ok && answer.statements) return { statements: answer.statements, rejectedCount: answer.rejectedCount ?? 0 };
  throw Object.assign(new Error(answer.message ?? response.statusText), {
    errors: [{ message: answer.message ?? '', extensions: { code: answer.code } }],
  });
}
