import type { FaultValue } from '../../../../core/fault.ts';
import { ServerWords } from '../../../ui/FaultText.tsx';

/** Why something did not work, in the reader's language where the server said it by a key. */
export function Why(props: { text: string; errorKey: string | null; values: unknown }) {
  const words =
    props.errorKey === null ? undefined : { key: props.errorKey, values: (props.values ?? {}) as Readonly<Record<string, FaultValue>> };
  return <ServerWords text={props.text} words={words} />;
}
