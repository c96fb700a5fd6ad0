/** A machine-readable explanation: a translatable key with its values, e.g. {key: 'wait.daysPastDue', values: {days: 10}}. */
export interface Reason {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number | boolean | null>>;
}
