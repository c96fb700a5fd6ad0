/** What the mails about webhooks say. {braces} are filled in. */
import type { Locale } from '../../../core/locale.ts';
import { fillMail, type MailText } from '../../platform/delivery/staffMail.ts';

export type WebhookMail = 'webhookFailing' | 'webhookPaused';

const english: Readonly<Record<WebhookMail, MailText>> = {
  webhookFailing: {
    subject: '{client}: a webhook isn’t getting through',
    body: [
      'Hello {name},',
      'Quittance hasn’t been able to deliver events of {client} to {url} since {since}.',
      'We keep trying. Each event is kept and tried for 72 hours; after that it’s marked as failed, and you can send it again yourself.',
    ],
    button: 'Look at the webhook',
  },
  webhookPaused: {
    subject: '{client}: a webhook was paused',
    body: [
      'Hello {name},',
      'Quittance has stopped sending events of {client} to {url}, because the address hasn’t accepted anything since {since} or says that it’s gone.',
      'Once the address works again, resume the webhook. Events that are still waiting are then sent in order, and failed ones can be sent again.',
    ],
    button: 'Look at the webhook',
  },
};

const TEXTS: Readonly<Record<Locale, Readonly<Record<WebhookMail, MailText>>>> = {
  en_US: english,
  en_GB: english,
  de_DE: {
    webhookFailing: {
      subject: '{client}: Ein Webhook kommt nicht durch',
      body: [
        'Guten Tag {name},',
        'seit {since} kann Quittance keine Ereignisse von {client} an {url} zustellen.',
        'Wir versuchen es weiter: Jedes Ereignis wird 72 Stunden lang aufbewahrt und erneut gesendet. Danach gilt es als fehlgeschlagen und Sie können es selbst noch einmal senden.',
      ],
      button: 'Webhook ansehen',
    },
    webhookPaused: {
      subject: '{client}: Ein Webhook wurde angehalten',
      body: [
        'Guten Tag {name},',
        'Quittance sendet keine Ereignisse von {client} mehr an {url}: Die Adresse hat seit {since} nichts angenommen oder meldet, dass es sie nicht mehr gibt.',
        'Sobald die Adresse wieder funktioniert, setzen Sie den Webhook fort. Was noch wartet, wird dann der Reihe nach gesendet; Fehlgeschlagenes können Sie noch einmal senden.',
      ],
      button: 'Webhook ansehen',
    },
  },
  es_ES: {
    webhookFailing: {
      subject: '{client}: un webhook no llega a su destino',
      body: [
        'Hola, {name}:',
        'Desde {since}, Quittance no consigue entregar eventos de {client} en {url}.',
        'Seguimos intentándolo: cada evento se guarda y se reintenta durante 72 horas; después se marca como fallido y puede volver a enviarlo usted.',
      ],
      button: 'Ver el webhook',
    },
    webhookPaused: {
      subject: '{client}: se ha pausado un webhook',
      body: [
        'Hola, {name}:',
        'Quittance ha dejado de enviar eventos de {client} a {url}: la dirección no ha aceptado nada desde {since} o responde que ya no existe.',
        'Cuando la dirección vuelva a funcionar, reanude el webhook. Lo que siga esperando se enviará en orden y los eventos fallidos se podrán volver a enviar.',
      ],
      button: 'Ver el webhook',
    },
  },
  nl_NL: {
    webhookFailing: {
      subject: '{client}: een webhook komt niet aan',
      body: [
        'Beste {name},',
        'Sinds {since} kan Quittance geen gebeurtenissen van {client} afleveren op {url}.',
        'We blijven het proberen: elke gebeurtenis wordt 72 uur bewaard en opnieuw verstuurd. Daarna geldt die als mislukt en kunt u die zelf nog eens versturen.',
      ],
      button: 'Webhook bekijken',
    },
    webhookPaused: {
      subject: '{client}: een webhook is gepauzeerd',
      body: [
        'Beste {name},',
        'Quittance stuurt geen gebeurtenissen van {client} meer naar {url}: het adres heeft sinds {since} niets aangenomen of meldt dat het niet meer bestaat.',
        'Zodra het adres weer werkt, hervat u de webhook. Wat nog wacht, wordt dan op volgorde verstuurd; wat mislukt is, kunt u opnieuw versturen.',
      ],
      button: 'Webhook bekijken',
    },
  },
};

/** @returns the text with its values. */
export const webhookMail = (kind: WebhookMail, locale: Locale, values: Readonly<Record<string, string>>): MailText =>
  fillMail(TEXTS[locale][kind], values);
