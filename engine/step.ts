/** How a step type is declared: one file in steps/, one call of defineStep. */
import type { ZodObject, ZodType, z } from 'zod';
import type { SentType } from '../core/messageChannels.ts';
import type { TreeRef } from './trees/ref.ts';
import type { Context, Decision, Facts, Need, Reason } from './types.ts';

export type StepCategory = 'COMMUNICATIONS' | 'CLAIMS' | 'CONDITIONS' | 'PATHS';
/** How the canvas and its small pictures paint a category (specification 3, section 2). */
export const CATEGORY_COLOURS: Readonly<Record<StepCategory, string>> = {
  COMMUNICATIONS: '#72FEE3',
  CLAIMS: '#FFD209',
  CONDITIONS: '#9B51E0',
  PATHS: '#56CCF2',
};

/** The controls an editor panel can show for a field. */
export type Control =
  | 'text'
  | 'textarea'
  | 'number'
  | 'switch'
  | 'select'
  | 'multiselect'
  | 'tags'
  | 'time'
  | 'weekdays'
  | 'money'
  | 'date'
  | 'events' // kinds of events that happen to a claim or its account
  | 'trigger' // one of the client's own triggers
  | 'triggerValues' // the fields of the trigger that the step's field `trigger` names
  | 'bundle' // a template bundle; `content` says of which type
  | 'locale'
  | 'user'
  | 'users'
  | 'topic'
  | 'strategy'
  | 'tree' // a decision tree
  | 'partner' // a company that collects
  | 'allocations' // partners with percentages
  | 'landingPage' // one of the client's pages for debtors
  | 'workflow' // a blueprint of workflows
  | 'meta' // key/value rows by the metadata schema
  | 'conditions'
  | 'code'
  | 'expression';

/** How the panel shows a field; labels are i18n keys `step.<stepType>.<field>`. */
export interface FieldLayout {
  readonly control: Control;
  /** Fields sharing a row name stand beside each other. */
  readonly row?: string;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly unit?: 'minutes' | 'hours' | 'days' | 'percent';
  /** Of a bundle: what it is made for; it may follow from the panel's values. */
  readonly content?: SentType | ((values: Readonly<Record<string, unknown>>) => SentType);
  /** Its names are metadata fields of the claim, or of its account. */
  readonly metadata?: 'claim' | 'account';
  /** Says something of what that other field names, and nothing of anything else. */
  readonly of?: string;
  /** Shown only while the predicate holds on the panel's values. */
  readonly when?: (values: Record<string, unknown>) => boolean;
}

/** A step's state turned into a decision; `problem` says why it cannot be, e.g. an expression that does not compile. */
export interface Prepared<Output extends string = string> {
  readonly needs: readonly Need[];
  /** The decision tree that it asks. */
  readonly tree?: TreeRef;
  readonly problem: Reason | null;
  readonly decide: (facts: Facts, context: Context) => Decision<Output>;
}

/** A key of summaryKeys (reasons.ts) with the values of its sentence. */
export interface Summary {
  readonly key: string;
  readonly values?: Record<string, string | number>;
}

export interface StepDefinition<Shape extends ZodObject = ZodObject, Outputs extends readonly string[] = readonly string[]> {
  readonly type: string;
  readonly category: StepCategory;
  /** Names in the canvas's order, left to right; none ends the path. What followed a place goes on at the last one when the step is put there. */
  readonly outputs: Outputs;
  /** Tabler icon name in kebab case, e.g. "mail". */
  readonly icon: string;
  /** Panel width in px (specification 3, section 2). */
  readonly panelWidth: 420 | 600 | 800;
  readonly showDescription: boolean;
  /** Every step's state: validated on save and again before it is decided. */
  readonly fields: Shape;
  readonly layout: { readonly [K in keyof z.infer<Shape>]?: FieldLayout };
  readonly needs: readonly Need[];
  /** Pure: same fields, facts and context give the same answer. It may not read a clock. */
  readonly decide: (fields: z.infer<Shape>, facts: Facts, context: Context) => Decision<Outputs[number]>;
  /** Done once per blueprint version instead of `decide` per run: for steps whose state is compiled, or whose needs depend on it. */
  readonly prepare?: (fields: z.infer<Shape>) => Prepared<Outputs[number]>;
  /** A line for the node on the canvas, from the step's state; a key with values, or null. */
  readonly summary?: (fields: z.infer<Shape>) => Summary | null;
}

/** Declares a step type; the generics keep `fields`, `layout`, `outputs` and `decide` in step with each other. */
export function defineStep<Shape extends ZodObject<Record<string, ZodType>>, const Outputs extends readonly string[]>(
  definition: StepDefinition<Shape, Outputs>,
): StepDefinition<Shape, Outputs> {
  return definition;
}
