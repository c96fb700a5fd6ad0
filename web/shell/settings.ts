/** What the installation tells the page: written into index.html by the server (server/settings.ts). */
import type { PageSettings } from '../../core/pageSettings.ts';

const element = document.querySelector<HTMLMetaElement>('meta[name="quittance"]');

/** Without a server that says anything (live reload in development) nothing is configured. */
export const settings: PageSettings = element
  ? (JSON.parse(element.content) as PageSettings)
  : { stage: 'DEV', helpUrl: null, analyticsScriptUrl: null, errorReporting: null, looksUpLocation: false };
