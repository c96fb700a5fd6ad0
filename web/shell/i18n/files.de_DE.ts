/** The areas' texts of one language, each loaded with its screen. */
import type { Texts } from '../../ui/texts.ts';

export default import.meta.glob<{ default: Texts }>('./de_DE/*.json');
