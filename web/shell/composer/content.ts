/** Who may open messages from a timeline. */
import { useCan } from '../../ui/permission.tsx';
import { useFlag } from '../workspace.ts';

/** @returns whether a message may be opened, to the byte. */
export function useSeesMessages(): boolean {
  const may = useCan('cms', 'viewCommunications');
  return useFlag('VIEW_COMMUNICATION_TEMPLATES') && may;
}
