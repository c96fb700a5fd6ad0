/** The text message with the link that somebody asked for by a key. */
import type { Locale } from '../../../core/locale.ts';

const english = '{{ account.creditor }}: here is the link you asked for: {{ link.pay }}';

export const CALL_LINK: Readonly<Record<Locale, string>> = {
  en_US: english,
  en_GB: english,
  de_DE: '{{ account.creditor }}: Hier ist der Link, den Sie am Telefon angefordert haben: {{ link.pay }}',
  es_ES: '{{ account.creditor }}: este es el enlace que ha solicitado por teléfono: {{ link.pay }}',
  nl_NL: '{{ account.creditor }}: hier is de link die u aan de telefoon hebt aangevraagd: {{ link.pay }}',
};
