/** Metadata, the client's own fields: anything that JSON can hold. */
export type Scalar = string | number | boolean | null;
export type MetaValue = Scalar | readonly MetaValue[] | { readonly [key: string]: MetaValue };
export type Meta = Readonly<Record<string, MetaValue>>;
