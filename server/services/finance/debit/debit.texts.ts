/** The words of a pre-notification, in the debtor's language: what SEPA asks a creditor to tell before it collects (rulebook 4.3.4). */
import type { Locale } from '../../../../core/locale.ts';

export interface PreNotification {
  readonly creditor: string;
  readonly amount: string;
  readonly day: string;
  readonly creditorId: string;
  readonly mandateReference: string;
  /** Masked. */
  readonly iban: string;
  readonly reference: string;
}

type Words = { readonly subject: (it: PreNotification) => string; readonly text: (it: PreNotification) => string };

const english: Words = {
  subject: (it) => `Direct debit of ${it.amount} on ${it.day}`,
  text: (it) =>
    `${it.creditor} will collect ${it.amount} from your account ${it.iban} on ${it.day} by SEPA direct debit.\nMandate reference: ${it.mandateReference}\nCreditor identifier: ${it.creditorId}\nReference: ${it.reference}\nPlease make sure there is enough money in the account.`,
};

export const PRE_NOTIFICATION: Readonly<Record<Locale, Words>> = {
  en_US: english,
  en_GB: english,
  de_DE: {
    subject: (it) => `Lastschrift über ${it.amount} am ${it.day}`,
    text: (it) =>
      `${it.creditor} zieht am ${it.day} ${it.amount} per SEPA-Lastschrift von Ihrem Konto ${it.iban} ein.\nMandatsreferenz: ${it.mandateReference}\nGläubiger-Identifikationsnummer: ${it.creditorId}\nVerwendungszweck: ${it.reference}\nBitte sorgen Sie für ausreichende Deckung.`,
  },
  es_ES: {
    subject: (it) => `Aviso de cargo: ${it.amount} el ${it.day}`,
    text: (it) =>
      `${it.creditor} cargará ${it.amount} en su cuenta ${it.iban} el ${it.day} mediante adeudo directo SEPA.\nReferencia de la orden de domiciliación: ${it.mandateReference}\nIdentificador del acreedor: ${it.creditorId}\nReferencia: ${it.reference}\nAsegúrese de que la cuenta tenga fondos suficientes.`,
  },
  nl_NL: {
    subject: (it) => `Incasso van ${it.amount} op ${it.day}`,
    text: (it) =>
      `${it.creditor} schrijft op ${it.day} ${it.amount} af van uw rekening ${it.iban} via SEPA-incasso.\nMachtigingskenmerk: ${it.mandateReference}\nIncassant-ID: ${it.creditorId}\nKenmerk: ${it.reference}\nZorg voor voldoende saldo.`,
  },
};
