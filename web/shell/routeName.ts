import type shell from './i18n/en_US/shell.json';

/** The name of a route; its title is the text `screen.<name>` of i18n/<locale>/shell.json. */
export type RouteName = keyof (typeof shell)['screen'];
