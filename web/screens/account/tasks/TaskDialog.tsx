import SnoozeDialog from '../../../shell/tasks/snooze/SnoozeDialog.tsx';
import type { Task } from './columns.tsx';
import GiveDialog from './GiveDialog.tsx';
import ResolveDialog from './ResolveDialog.tsx';

/** What is asked before something is done with tasks. */
export interface Question {
  readonly about: 'resolve' | 'give' | 'snooze';
  readonly tasks: readonly [Task, ...Task[]];
}

/** The dialog that asks it. @param onGive and onResolved called when it is answered. */
export default function TaskDialog(props: {
  question: Question;
  onClose: () => void;
  onGive: (tasks: readonly Task[], userId: string | null, name: string) => void;
  onResolved: () => void;
}) {
  const { about, tasks } = props.question;
  if (about === 'snooze') return <SnoozeDialog task={tasks[0]} onClose={props.onClose} />;
  if (about === 'give') return <GiveDialog onClose={props.onClose} onGive={(userId, name) => props.onGive(tasks, userId, name)} />;
  return <ResolveDialog tasks={tasks} onClose={props.onClose} onResolved={props.onResolved} />;
}
