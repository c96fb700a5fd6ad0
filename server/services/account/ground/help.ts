/** How SQL finds a debtor's request for help with paying. */
import { HELP_NOTE } from '../../../../core/help.ts';

/** Of `case_task t`: it is such a request, also one that a process of the release before wrote. */
export const ASKS_FOR_HELP = `(t.matter = 'help' or t.note = '${HELP_NOTE}')`;
