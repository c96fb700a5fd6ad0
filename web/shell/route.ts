/** What a screen under /{clientId} is, before it is opened. */
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { FeatureFlag } from '../../core/featureFlags.ts';
import type { ScreenAction, ScreenName } from '../../core/screens.ts';

/** What shows a screen. */
export interface Shown {
  /** Of its entry in the sidebar, where that is not one of a group's. */
  readonly icon?: Icon;
  /** The screen's own chunk; its component is the default export. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Most others lead to it: it is the first to be loaded ahead. */
  readonly isNext?: boolean;
  /** Asked before the screen opens when the query holds `asked`=true; may send elsewhere. */
  readonly check?: { readonly asked: string; readonly load: () => Promise<AccessCheck> };
  /** The screen is still to be built, and says so. */
  readonly isLater?: boolean;
}

/** A screen with its address (core/screens.ts) and what shows it (screens.ts). */
export interface Route extends Shown {
  readonly name: ScreenName;
  readonly path: string;
  readonly action: ScreenAction;
  readonly flag?: FeatureFlag;
  readonly under?: ScreenName;
}

/**
 * Decides about an address before its screen opens. @param params of the path, clientId among them.
 * @returns where to go instead; null opens the screen.
 */
export type AccessCheck = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) => Promise<string | null>;
