/** What a call says by itself: first to whoever answers, then, once a key has confirmed who it is, to the debtor alone. */
import { z } from 'zod';
import { inSchema } from './collectFaults.ts';
import { words } from './fault.ts';

/** What a key does. `connect` rings a number of the client's. */
export const KEY_ACTIONS = ['callback', 'sendLink', 'repeat', 'optOut', 'connect'] as const;
export type KeyAction = (typeof KEY_ACTIONS)[number];

export const VOICES = ['female', 'male'] as const;
export type Voice = (typeof VOICES)[number];

/** Keys by which whoever answers says who they are; the others belong to the menu after it. */
export const CONFIRM_KEY = '1';
export const DENY_KEY = '2';
const MENU_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

/** Characters of one text: two minutes of speech are about 1,800. */
export const SPOKEN_MOST = 2_000;

const needed = inSchema(words('needed'));
const said = z
  .string()
  .trim()
  .max(SPOKEN_MOST, inSchema(words('atMostCharacters', { number: SPOKEN_MOST })));
const number = z.string().regex(/^\+[1-9]\d{5,14}$/, inSchema(words('internationalNumber')));
const key = z.strictObject({
  key: z.enum(MENU_KEYS),
  does: z.enum(KEY_ACTIONS),
  /** What the menu says of it. */
  say: z
    .string()
    .trim()
    .min(1, needed)
    .max(300, inSchema(words('atMostCharacters', { number: 300 }))),
  /** Of `connect`: the number that is rung. */
  number: number.optional(),
});

/** A call in one language, as it is written. */
export const spokenCall = z
  .strictObject({
    voice: z.enum(VOICES).default('female'),
    /** Said to whoever answers, with the question who it is: it may not tell of the debt. */
    opening: said.min(1, needed),
    /** Said once the debtor has confirmed. */
    text: said.min(1, needed),
    keys: z.array(key).max(MENU_KEYS.length).default([]),
    /** Said at the end, to anybody. */
    goodbye: said.default(''),
    /** Said to an answering machine; empty: the call ends without a word. */
    voicemail: said.default(''),
  })
  .refine(({ keys }) => new Set(keys.map((each) => each.key)).size === keys.length, {
    path: ['keys'],
    message: inSchema(words('callKeyTwice')),
  })
  .refine(({ keys }) => keys.every(({ does, number }) => does !== 'connect' || number !== undefined), {
    path: ['keys'],
    message: inSchema(words('callKeyNumber')),
  });
export type SpokenCall = z.infer<typeof spokenCall>;
export type MenuKey = SpokenCall['keys'][number];

/** What may be said before anybody has confirmed who they are: names, the caller, the date and the client's own words. */
export const FIT_FOR_ANYBODY =
  /^(debtor\.(salutation|fullName|firstName|lastName|title|companyName)|account\.creditor|message\.date|global\..+)$/;

/** @returns everything that is said, for people to read. */
export const wordsOfCall = ({ opening, text, keys, goodbye, voicemail }: SpokenCall): string =>
  [opening, text, ...keys.map((each) => each.say), goodbye, voicemail].filter((each) => each !== '').join('\n\n');

/** How a call ended. */
export const CALL_RESULTS = ['answered', 'machine', 'busy', 'noAnswer', 'failed'] as const;
export type CallResult = (typeof CALL_RESULTS)[number];

/** How far a call is, as far as anybody has said: `placed` until it was answered or has ended. */
export const CALL_STATES = ['placed', ...CALL_RESULTS] as const;

/** A key that was pressed, and what it did: who it was, or a line of the menu. */
export interface PressedKey {
  readonly key: string;
  readonly does: 'confirm' | 'deny' | KeyAction;
}
