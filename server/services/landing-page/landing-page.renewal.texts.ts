/** The message with a new link to the debtor's page, in the debtor's language. */
import type { Locale } from '../../../core/locale.ts';

interface Words {
  readonly subject: string;
  readonly email: string;
  readonly sms: string;
}

const english: Words = {
  subject: 'Your new link from {{ account.creditor }}',
  email: `Hello,

You asked for a new link to your page at {{ account.creditor }}:

{{ link.pay }}

If you didn’t ask for it, you can ignore this email.

{{ account.creditor }}`,
  sms: '{{ account.creditor }}: here is the new link you asked for: {{ link.pay }}',
};

export const NEW_LINK: Readonly<Record<Locale, Words>> = {
  en_US: english,
  en_GB: english,
  de_DE: {
    subject: 'Ihr neuer Link von {{ account.creditor }}',
    email: `Guten Tag,

Sie haben einen neuen Link zu Ihrer Seite bei {{ account.creditor }} angefordert:

{{ link.pay }}

Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.

Freundliche Grüße
{{ account.creditor }}`,
    sms: '{{ account.creditor }}: Hier ist der neue Link, den Sie angefordert haben: {{ link.pay }}',
  },
  es_ES: {
    subject: 'Su nuevo enlace de {{ account.creditor }}',
    email: `Buenos días:

Ha solicitado un nuevo enlace a su página de {{ account.creditor }}:

{{ link.pay }}

Si no lo ha solicitado, puede ignorar este correo.

Un saludo,
{{ account.creditor }}`,
    sms: '{{ account.creditor }}: este es el nuevo enlace que ha solicitado: {{ link.pay }}',
  },
  nl_NL: {
    subject: 'Uw nieuwe link van {{ account.creditor }}',
    email: `Goedendag,

U hebt een nieuwe link aangevraagd naar uw pagina bij {{ account.creditor }}:

{{ link.pay }}

Hebt u hier niet om gevraagd? Dan kunt u deze e-mail negeren.

Met vriendelijke groet,
{{ account.creditor }}`,
    sms: '{{ account.creditor }}: hier is de nieuwe link die u hebt aangevraagd: {{ link.pay }}',
  },
};
