import { Alert } from '@mantine/core';
import { ServerWords } from '../ui/FaultText.tsx';
import { wordsOf } from '../ui/fault.ts';

/** Why something is away: in the server's English, and apart from any language where that was kept. */
export interface Away {
  readonly reason: string | null;
  readonly errorKey: string | null;
  readonly errorValues: unknown;
}

/** Says that a system the product calls is away, why, and what waits for it. @param detail what waits, since when, and when it is tried next */
export function AwayAlert({ title, away, detail }: { title: string; away: Away; detail: string }) {
  return (
    <Alert color="orange" m="10px 24px" title={title} role="status">
      <div>
        <ServerWords text={away.reason ?? ''} words={wordsOf(away.errorKey, away.errorValues)} />
      </div>
      {detail}
    </Alert>
  );
}
