/** Every screen under /{clientId} with all that is declared of it (specification 1, section 2.2). */
import { type ScreenName, screenOf } from '../../core/screens.ts';
import type { Route } from './route.ts';
import { SHOWN } from './screens.ts';

export const ROUTES: readonly Route[] = Object.values(SHOWN).flatMap((screens) =>
  Object.entries(screens).map(([name, shown]) => ({ name: name as ScreenName, ...screenOf(name as ScreenName), ...shown })),
);
