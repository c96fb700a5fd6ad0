/**
 * What the server says of signing in and of users, by the key that it sends with it. Clients say it in other languages by the same keys
 * (web/shell/i18n/…/faults.json); a test holds the two together.
 */
import { Fault, type FaultCode } from './fault.ts';

export const FAULT_TEXTS = {
  wrongPassword: 'E-mail or password is not right',
  poolSilent: 'The user pool does not answer. Try again in a moment.',
  codeUsed: 'This code is wrong or was used already',
  codeEnded: 'This code is wrong or has ended; ask for a new one',
  poolPassword: 'The user pool asks for a stronger password',
  factorThere: 'A second factor is set up already; switch it off first',
  factorNeeded: 'A client you work for asks for a second factor; it cannot be switched off',
  poolNoRecovery: 'This user pool knows no recovery codes',
  notYourPassword: 'This is not your password',
  signInSlow: 'This sign-in took too long; begin it again',
  tooManyTries: 'Too many tries. Try again in {{minutes}} min.',
  tooManyTriesLater: 'Too many tries. Try again later.',
  noMail: 'No mail can be sent: SMTP_URL is not set',
  sessionEnded: 'Your session has ended; sign in again',
  password10: 'A password has at least 10 characters',
  password200: 'A password has at most 200 characters',
  noAddress: 'This is no e-mail address',
  poolUnknown: 'The user pool asks for something that the product does not know',
  mailFailed: 'The mail could not be sent. Try again later.',
  nameLong: 'At most {{number}} characters in one line',
  phoneUnknown: 'No country has such a telephone number',
  groupsMost: 'At most {{number}} groups',
  roleUnknown: 'There is no role {{role}}',
  partnerName: 'A partner is named with at most 60 letters, digits, dots, _ and -',
  partnersMost: 'At most {{number}} partners',
  partnerNeeded: '{{role}} is for people of a partner: name the partner',
  rowTwice: 'Row {{row}} has the same e-mail address',
  partnersNeedRole: 'Partners come with a role',
  columnUnknown: 'There is no column "{{column}}"; the columns are {{columns}}',
  columnTwice: 'The column {{column}} is there twice',
  columnMissing: 'The column {{column}} is missing',
  rowsMost: 'At most {{most}} rows at once; this file has {{number}}',
  noTextFile: 'This is no text file',
  fileUnreadable: 'The file cannot be read: {{reason}}',
  userThere: '{{email}} is a user of this client already',
  emailStays: 'One signs in by the e-mail address: invite the new one instead',
  groupsElsewhere: 'Groups are changed by updateUserGroups',
  noRoleLeft: 'The user has no role here any more; give them one',
  userCame: '{{name}} has been here already',
  userDisabled: '{{name}} is disabled; enable them first',
  selfDisable: 'Nobody disables themselves; ask another administrator',
  selfRemove: 'Nobody removes themselves; ask another administrator',
  selfAnonymize: 'Nobody anonymizes themselves; ask another administrator',
  selfFactor: 'Your own second factor is changed under Security, in the menu with your name',
  noFactor: '{{name}} has no second factor',
  factorElsewhere: 'The second factor guards other clients of this person too; only somebody who may do this in all of them can remove it',
  lastAdministrator: '{{name}} is the last {{role}}; somebody else must be one first',
  userChanged: 'Somebody else changed this user meanwhile; load them again',
  roleNeeded: 'A user has at least one role',
  roleCannotGive: 'Your role does not hold {{right}}, so it cannot give it',
} as const;

export type FaultKey = keyof typeof FAULT_TEXTS;
type Values = Readonly<Record<string, string | number>>;

/** @param values of the text's placeholders. @param field path of the wrong input field. */
export function saying(code: FaultCode, key: FaultKey, values: Values = {}, field?: string): Fault {
  const message = FAULT_TEXTS[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  return new Fault(code, message, field, { key, values });
}

/** The same for a wrong value. */
export const refusing = (field: string, key: FaultKey, values: Values = {}): Fault => saying('INVALID_INPUT', key, values, field);
