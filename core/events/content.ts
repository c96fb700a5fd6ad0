/** Strategies, templates and other texts as they are edited. */
import { defineEvents } from './define.ts';

export const CONTENT_EVENTS = defineEvents({
  strategySaved: { audit: ['strategies', 'update'], retention: null },
  strategyDeleted: { audit: ['strategies', 'delete'], retention: null },
  bundleSaved: { audit: ['templates', 'update'], retention: null },
  bundleDeleted: { audit: ['templates', 'delete'], retention: null },
  bundlesTagged: { audit: ['templates', 'update'], retention: null },
  globalPlaceholdersChanged: { audit: ['placeholders', 'update'], retention: null },
  callScriptChanged: { audit: ['templates', 'update'], retention: null },
});
