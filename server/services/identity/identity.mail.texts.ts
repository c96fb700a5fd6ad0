/** What the mails about signing in say, in the five languages of the product. {braces} are filled in. */
import type { Locale } from '../../../core/locale.ts';
import { fillMail, type MailText } from '../../platform/delivery/staffMail.ts';

export type MailKind = 'invitation' | 'reset' | 'passwordChanged' | 'factorRemoved';

const english: Readonly<Record<MailKind, MailText>> = {
  invitation: {
    subject: '{client}: your access to Quittance',
    body: [
      'Hello {name},',
      '{inviter} has given you access to {client} in Quittance.',
      'Choose your password with the link below. It works once, until {until}.',
    ],
    button: 'Choose a password',
  },
  reset: {
    subject: 'Your password reset code',
    body: [
      'Hello {name},',
      'Your password reset code is {code}.',
      'It works once and expires in {minutes} minutes. If you didn’t request it, you can ignore this email. Your password stays the same.',
    ],
    button: null,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    body: [
      'Hello {name},',
      'The password of your Quittance account was changed ({at}). All sessions have been signed out.',
      'If this wasn’t you, contact your administrator immediately.',
    ],
    button: null,
  },
  factorRemoved: {
    subject: 'Two-factor authentication was reset',
    body: [
      'Hello {name},',
      'An administrator reset two-factor authentication for your Quittance account ({at}). All sessions have been signed out.',
      'Sign in with your password and set it up again.',
      'If you didn’t request this, contact your administrator immediately.',
    ],
    button: null,
  },
};

const TEXTS: Readonly<Record<Locale, Readonly<Record<MailKind, MailText>>>> = {
  en_US: english,
  en_GB: english,
  de_DE: {
    invitation: {
      subject: '{client}: Ihr Zugang zu Quittance',
      body: [
        'Guten Tag {name},',
        '{inviter} hat Ihnen in Quittance Zugang zu {client} gegeben.',
        'Bitte wählen Sie Ihr Passwort. Der Link gilt einmal, bis {until}.',
      ],
      button: 'Passwort wählen',
    },
    reset: {
      subject: 'Ihr Code für ein neues Passwort',
      body: [
        'Guten Tag {name},',
        'Ihr Code für ein neues Passwort lautet {code}.',
        'Er gilt einmal und läuft nach {minutes} Minuten ab. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt unverändert.',
      ],
      button: null,
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      body: [
        'Guten Tag {name},',
        'das Passwort Ihres Benutzerkontos in Quittance wurde geändert ({at}). Alle Sitzungen wurden beendet.',
        'Wenn Sie das nicht waren, wenden Sie sich sofort an Ihren Administrator.',
      ],
      button: null,
    },
    factorRemoved: {
      subject: 'Ihr zweiter Faktor wurde entfernt',
      body: [
        'Guten Tag {name},',
        'Ihr zweiter Faktor in Quittance wurde von einem Administrator entfernt ({at}). Alle Sitzungen wurden beendet.',
        'Melden Sie sich mit Ihrem Passwort an und richten Sie einen neuen ein.',
        'Wenn Sie nicht darum gebeten haben, wenden Sie sich sofort an Ihren Administrator.',
      ],
      button: null,
    },
  },
  es_ES: {
    invitation: {
      subject: '{client}: su acceso a Quittance',
      body: [
        'Hola, {name}:',
        '{inviter} le ha dado acceso a {client} en Quittance.',
        'Elija su contraseña. El enlace sirve una sola vez, hasta {until}.',
      ],
      button: 'Elegir contraseña',
    },
    reset: {
      subject: 'Su código para una nueva contraseña',
      body: [
        'Hola, {name}:',
        'Su código para una nueva contraseña es {code}.',
        'Sirve una sola vez, durante {minutes} minutos. Si no lo ha pedido, no tiene que hacer nada: su contraseña sigue igual.',
      ],
      button: null,
    },
    passwordChanged: {
      subject: 'Se ha cambiado su contraseña',
      body: [
        'Hola, {name}:',
        'La contraseña de su cuenta de Quittance se ha cambiado ({at}). Se han cerrado todas las sesiones.',
        'Si no ha sido usted, avise de inmediato a su administrador.',
      ],
      button: null,
    },
    factorRemoved: {
      subject: 'Se ha eliminado su segundo factor',
      body: [
        'Hola, {name}:',
        'Un administrador ha eliminado el segundo factor de su cuenta de Quittance ({at}). Se han cerrado todas las sesiones.',
        'Inicie sesión con su contraseña y configure uno nuevo.',
        'Si no lo ha pedido, avise de inmediato a su administrador.',
      ],
      button: null,
    },
  },
  nl_NL: {
    invitation: {
      subject: '{client}: uw toegang tot Quittance',
      body: [
        'Beste {name},',
        '{inviter} heeft u in Quittance toegang gegeven tot {client}.',
        'Kies uw wachtwoord. De link werkt één keer, tot {until}.',
      ],
      button: 'Wachtwoord kiezen',
    },
    reset: {
      subject: 'Uw code voor een nieuw wachtwoord',
      body: [
        'Beste {name},',
        'Uw code voor een nieuw wachtwoord is {code}.',
        'De code werkt één keer en vervalt na {minutes} minuten. Hebt u er niet om gevraagd, dan hoeft u niets te doen: uw wachtwoord blijft hetzelfde.',
      ],
      button: null,
    },
    passwordChanged: {
      subject: 'Uw wachtwoord is gewijzigd',
      body: [
        'Beste {name},',
        'Het wachtwoord van uw Quittance-account is gewijzigd ({at}). Alle sessies zijn afgemeld.',
        'Was u dat niet, neem dan direct contact op met uw beheerder.',
      ],
      button: null,
    },
    factorRemoved: {
      subject: 'Uw tweede factor is verwijderd',
      body: [
        'Beste {name},',
        'Een beheerder heeft de tweede factor van uw Quittance-account verwijderd ({at}). Alle sessies zijn afgemeld.',
        'Meld u aan met uw wachtwoord en stel een nieuwe in.',
        'Hebt u er niet om gevraagd, neem dan direct contact op met uw beheerder.',
      ],
      button: null,
    },
  },
};

/** @returns the text with its values. */
export const mailText = (kind: MailKind, locale: Locale, values: Readonly<Record<string, string>>): MailText =>
  fillMail(TEXTS[locale][kind], values);
