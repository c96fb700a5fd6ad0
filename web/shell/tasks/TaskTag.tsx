import { Tag } from '../../ui/Tag.tsx';
import { useTagLabel } from './useTaskTags.ts';

/** A task's tag by its key; URGENT stands out. */
export function TaskTag({ name }: { name: string }) {
  const label = useTagLabel();
  return <Tag tone={name === 'URGENT' ? 'bad' : 'neutral'}>{label(name)}</Tag>;
}
