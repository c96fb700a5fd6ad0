/** The accounting settings as their form holds them. */
export const CHARTS = ['SKR03', 'SKR04'] as const;
export const PARTS = ['principal', 'costs', 'interest', 'credit'] as const;
export const SIDES = ['principal', 'fee', 'interest', 'payment', 'refund', 'chargeback', 'writeOff', 'settlement', 'correction'] as const;

interface Server {
  host: string;
  port: number;
  user: string;
  folder: string;
}

/** As the server keeps them. */
export interface AccountingSettings {
  chart: (typeof CHARTS)[number];
  receivables: Record<(typeof PARTS)[number], string>;
  sides: Record<(typeof SIDES)[number], string>;
  methods: { method: string; account: string }[];
  datev: { consultant: number | null; client: number | null; fiscalMonth: number; accountLength: number; locks: boolean };
  beginsOn: string | null;
  schedule: 'none' | 'monthly';
  dayOfMonth: number;
  delivery: Server | null;
}

export interface Draft extends Record<string, unknown>, Omit<AccountingSettings, 'beginsOn' | 'schedule' | 'delivery'> {
  beginsOn: string;
  isMonthly: boolean;
  delivers: boolean;
  delivery: Server;
  password: string;
  privateKey: string;
  forgetKey: boolean;
}

export const draftOf = ({ beginsOn, schedule, delivery, ...rest }: AccountingSettings): Draft => ({
  ...rest,
  beginsOn: beginsOn ?? '',
  isMonthly: schedule === 'monthly',
  delivers: delivery !== null,
  delivery: delivery ?? { host: '', port: 22, user: '', folder: '' },
  password: '',
  privateKey: '',
  forgetKey: false,
});

/** @returns the draft as it is sent. */
export const settingsOf = (draft: Draft): AccountingSettings => ({
  chart: draft.chart,
  receivables: draft.receivables,
  sides: draft.sides,
  methods: draft.methods,
  datev: draft.datev,
  beginsOn: draft.beginsOn === '' ? null : draft.beginsOn,
  schedule: draft.isMonthly ? 'monthly' : 'none',
  dayOfMonth: draft.dayOfMonth,
  delivery: draft.delivers ? draft.delivery : null,
});
