/** The meeting point of @mantine/form and the server's refusals. */
import type { FormErrors } from '@mantine/form';
import { createElement, type ReactNode } from 'react';
import { FaultText } from './FaultText.tsx';
import { faultsOf, type ServerFault } from './fault.ts';

/** One or several arguments that values are sent in. */
export type Prefix = string | readonly string[];

/**
 * Sorts a server's refusal into messages beside fields and the rest.
 * @param error what the mutation threw.
 * @param fields the paths of the form's fields ("email", "claims.0.dueDate").
 * @param prefix the argument the form's values are sent in: with "task", the server's "task.dueDate" belongs to field "dueDate". Several where
 * what is sent in groups stands in the form side by side.
 * @returns `errors` for form.setErrors, and the faults that belong to no field.
 */
export function fieldErrors(
  error: unknown,
  fields: readonly string[],
  prefix: Prefix = '',
): { errors: FormErrors; rest: readonly ServerFault[] } {
  const errors: Record<string, ReactNode> = {};
  const rest: ServerFault[] = [];
  for (const fault of faultsOf(error)) {
    const within = [prefix].flat().find((each) => each !== '' && fault.field?.startsWith(`${each}.`));
    const path = fault.field === null || within === undefined ? fault.field : fault.field.slice(within.length + 1);
    const field = path === null ? undefined : fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) rest.push(fault);
    else errors[field] ??= createElement(FaultText, { fault });
  }
  return { errors, rest };
}

interface FormLike {
  getValues(): object;
  setErrors(errors: FormErrors): void;
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns what is wrong with a field or with something inside it ("tags.2.key" for "tags"): for a part of a form that shows one message. */
export function errorAt(errors: FormErrors, field: string): ReactNode {
  return Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
}

/**
 * @returns the paths of a form's fields: the cells and columns of its lists and the fields of its groups before the lists and groups. A
 * column is for a refusal that names no row ("authGroups.roleId").
 */
export function fieldsOf(values: object): string[] {
  const inner = Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const groups: [path: string, group: unknown][] = Array.isArray(value)
      ? value.map((item: unknown, at) => [`${name}.${at}`, item])
      : [[name, value]];
    return groups.flatMap(([path, group]) => (isGroup(group) ? Object.keys(group).map((field) => `${path}.${field}`) : []));
  });
  const columns = Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    Array.isArray(value) && isGroup(value[0]) ? Object.keys(value[0]).map((field) => `${name}.${field}`) : [],
  );
  return [...inner, ...columns, ...Object.keys(values)];
}

/**
 * Shows a server's refusal in a form: beside the fields it names.
 * @returns the faults that no field took; show them in a toast or above the form.
 */
export function showFieldErrors(form: FormLike, error: unknown, prefix: Prefix = ''): readonly ServerFault[] {
  const { errors, rest } = fieldErrors(error, fieldsOf(form.getValues()), prefix);
  form.setErrors(errors);
  return rest;
}
