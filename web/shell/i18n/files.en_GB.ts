/** The areas' texts of one language, each loaded with its screen. */
import type { ResourceLanguage } from 'i18next';

export default import.meta.glob<{ default: ResourceLanguage }>('./en_GB/*.json');
