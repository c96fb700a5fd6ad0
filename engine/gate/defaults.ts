/** The gate's rules a client starts with, and their shape. The reasons and sources of every figure: docs/decisions/gate.md. */
import { z } from 'zod';
import { inSchema } from '../../core/collectFaults.ts';
import { words } from '../../core/fault.ts';
import { MESSAGE_CHANNELS } from '../../core/messageChannels.ts';
import type { GateRules } from './types.ts';

const timeOfDay = z.strictObject({ hour: z.int().min(0).max(24), minute: z.int().min(0).max(59) });
const hours = z
  .strictObject({ start: timeOfDay, end: timeOfDay })
  .refine(({ start, end }) => start.hour * 60 + start.minute < end.hour * 60 + end.minute, inSchema(words('timeRangeEnds')))
  .refine(({ end }) => end.hour < 24 || end.minute === 0, 'the day ends at 24:00')
  .nullable();
const channel = z.enum(MESSAGE_CHANNELS);
const cap = z.int().min(0).max(1000);

/** Validates rules a client saves. Strict: a misspelt rule is an error, not a rule that is silently off. */
export const gateRulesSchema = z.strictObject({
  contactHours: z.strictObject({ weekday: hours, saturday: hours, sunday: hours, holiday: hours }),
  hoursApplyTo: z.array(channel).max(MESSAGE_CHANNELS.length),
  capPer7Days: z.strictObject({
    total: cap,
    email: cap.optional(),
    sms: cap.optional(),
    whatsapp: cap.optional(),
    phone: cap.optional(),
    letter: cap.optional(),
  }),
  capPerDay: cap,
  // Rules that were saved before this one existed, by a screen or through the API, get its default.
  sameContentHours: z.int().min(0).max(168).default(24),
  blockDisputed: z.boolean(),
  blockDuringPromise: z.boolean(),
}) satisfies z.ZodType<GateRules>;

const eight = { hour: 8, minute: 0 };
const nine = { hour: 9, minute: 0 };
const eighteen = { hour: 18, minute: 0 };
const twenty = { hour: 20, minute: 0 };
const twentyOne = { hour: 21, minute: 0 };

/** Lawful wherever we know the law: the strictest of the packs in every figure, e-mail bound to hours as well. */
export const defaultGateRules: GateRules = {
  contactHours: { weekday: { start: eight, end: twenty }, saturday: { start: nine, end: eighteen }, sunday: null, holiday: null },
  hoursApplyTo: ['email', 'sms', 'whatsapp', 'phone'],
  capPer7Days: { total: 7, email: 4, sms: 3, whatsapp: 3, phone: 7, letter: 2 },
  capPerDay: 2,
  sameContentHours: 24,
  blockDisputed: true,
  blockDuringPromise: true,
};

const germanSpeaking: GateRules = { ...defaultGateRules, hoursApplyTo: ['sms', 'whatsapp', 'phone'] };
const unitedStates: GateRules = {
  ...defaultGateRules,
  contactHours: {
    weekday: { start: eight, end: twentyOne },
    saturday: { start: eight, end: twentyOne },
    sunday: { start: eight, end: twentyOne },
    holiday: { start: eight, end: twentyOne },
  },
};

/** Rules by the client's ISO country code, where practice or law differs from the default. */
export const lawPacks: Readonly<Record<string, GateRules>> = { DE: germanSpeaking, AT: germanSpeaking, US: unitedStates };

/** @param country ISO 3166 code or a region such as "DE-BE"; null when unknown. @returns the rules a new client of that country starts with. */
export function gateRulesFor(country: string | null): GateRules {
  return lawPacks[country?.slice(0, 2) ?? ''] ?? defaultGateRules;
}
