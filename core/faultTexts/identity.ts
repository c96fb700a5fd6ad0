/** What signing in, passwords and second factors say. */
export const IDENTITY_FAULTS = {
  wrongPassword: 'Incorrect email or password',
  passwordEasy:
    'This password is too easy to guess: it’s common, or made of common words, names, dates or neighboring keys. Use a longer one, such as four unrelated words.',
  password10: 'Use at least 10 characters',
  codeUsed: 'This code is incorrect or has already been used',
  codeEnded: 'This code is incorrect or has expired. Request a new one.',
  password200: 'Use no more than 200 characters',
  notYourPassword: 'Incorrect password',
  signInSlow: 'Sign-in took too long. Start again.',
  factorThere: 'Two-factor authentication is already on. Turn it off first.',
  factorNeeded: 'One of your clients requires two-factor authentication, so you can’t turn it off',
  noMail: 'Email isn’t set up: SMTP_URL is missing',
  tooManyTriesSeconds: 'Too many attempts. Try again in {{seconds}} s.',
  poolPassword: 'Your organization requires a stronger password',
  poolSilent: 'The sign-in service isn’t responding. Try again in a moment.',
  poolNoRecovery: 'This sign-in service doesn’t support recovery codes',
  poolUnknown: 'The sign-in service requires a step that Quittance doesn’t support',
  mailFailed: 'The email couldn’t be sent. Try again later.',
} as const;
