/** The messages of the starter strategies: example bundles in every language, made for a client that has none of that name. */

import type { Locale } from '../../../core/locale.ts';
import { LOCALES } from '../../../core/locale.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type BundleInput, readBundles, saveBundle } from './cms.bundle.logic.ts';
import { letterPage } from './cms.letter.ts';
import { DE_DE } from './cms.starter.de.ts';
import { EN_GB, EN_US } from './cms.starter.en.ts';
import { ES_ES } from './cms.starter.es.ts';
import { NL_NL } from './cms.starter.nl.ts';
import type { EmailWords, StarterEmail, StarterSMS, StarterWords } from './cms.starter.words.ts';

const WORDS: Readonly<Record<Locale, StarterWords>> = { en_US: EN_US, en_GB: EN_GB, de_DE: DE_DE, es_ES: ES_ES, nl_NL: NL_NL };

/** A message of the starter strategies. */
export type StarterMessage =
  | { readonly channel: 'email'; readonly message: StarterEmail }
  | { readonly channel: 'sms'; readonly message: StarterSMS };

/** @returns the file name of the message's bundle, which steps name it by. */
export const starterBundleName = ({ message }: StarterMessage): string => `starter-${message}`;

/** @returns what staff call the message, in their language. */
export const starterMessageName = (wanted: StarterMessage, locale: Locale): string =>
  wanted.channel === 'email' ? WORDS[locale].email[wanted.message].name : WORDS[locale].sms[wanted.message].name;

/**
 * Makes the bundles that the client has none of yet, each in every language; one that is there stays as it is, edited or deprecated.
 * @param locale of their names. @param userName who made them.
 */
export async function addStarterMessages(tx: Tx, messages: readonly StarterMessage[], locale: Locale, userName: string): Promise<void> {
  for (const channel of ['email', 'sms'] as const) {
    const wanted = messages.filter((each) => each.channel === channel);
    const present = await readBundles(tx, channel, wanted.map(starterBundleName));
    for (const each of wanted) if (!present.has(starterBundleName(each))) await saveBundle(tx, bundleOf(each, locale), userName);
  }
}

function bundleOf(wanted: StarterMessage, locale: Locale): BundleInput {
  return {
    fileName: starterBundleName(wanted),
    displayName: starterMessageName(wanted, locale),
    contentTemplateType: wanted.channel,
    contentTags: wanted.message === 'formal-notice' ? ['LEGAL_NOTICE'] : ['REMINDERS'],
    contentTemplates: LOCALES.map((each) => {
      const words = WORDS[each];
      if (wanted.channel === 'sms') return { locale: each, subject: '', format: 'text', content: words.sms[wanted.message].text };
      const email = words.email[wanted.message];
      return { locale: each, subject: email.subject, format: 'mjml', content: pageOf(words, email) };
    }),
  };
}

function pageOf({ afterSalutation, facts, small, sender, unsubscribe }: StarterWords, { lines, button }: EmailWords): string {
  return letterPage({
    greeting: `{{ debtor.salutation }}${afterSalutation}`,
    lines,
    facts: [
      [facts.reference, '{{ claim.reference }}'],
      [facts.outstanding, '{{ claim.balance }}'],
      [facts.due, '{{ claim.dueDate }}'],
    ],
    button,
    small,
    sender,
    unsubscribe,
  });
}
