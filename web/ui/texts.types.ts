/** Which keys there are, so that TypeScript knows a text that is not. */

/** What a file of texts holds: texts by key, in groups of any depth. */
export type Texts = { readonly [key: string]: string | Texts };

/** The areas and the English texts of each: web/shell/i18n/areas.d.ts adds them. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared with the files.
export interface Areas {}

export type Area = keyof Areas & string;
/** What a component asks for: an area, or several; a key of any but the first is written with its area, "events:kind.fee". */
export type Asked = Area | readonly [Area, ...Area[]];

/** A key without the ending of its plural, which a text that counts is asked for by. */
type Stem<K extends string> = K extends `${infer S}_${'one' | 'other' | 'many'}` ? S : K;
type Leaves<T, Before extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Before}${Stem<K>}` : Leaves<T[K], `${Before}${K}.`>;
}[keyof T & string];
type Groups<T, Before extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? never : `${Before}${K}` | Groups<T[K], `${Before}${K}.`>;
}[keyof T & string];

type Keys = { [A in Area]: Leaves<Areas[A]> };
type GroupsOf = { [A in Area]: Groups<Areas[A]> };
type Named<From extends Record<Area, string>, A extends Area> = { [Each in A]: `${Each}:${From[Each]}` }[A];
type In<From extends Record<Area, string>, A extends Asked> = A extends readonly [infer First extends Area, ...(readonly Area[])]
  ? From[First] | Named<From, A[number]>
  : A extends Area
    ? From[A] | Named<From, A>
    : never;

/** The keys of what was asked for. */
export type TextKey<A extends Asked> = In<Keys, A>;
/** The groups of texts of what was asked for. */
export type GroupKey<A extends Asked> = In<GroupsOf, A>;
