/** The figures of the day that have accounts behind them, as the address and the API name them. */
export const FIGURES = ['made', 'due', 'kept', 'broken', 'money'] as const;
export type Figure = (typeof FIGURES)[number];
