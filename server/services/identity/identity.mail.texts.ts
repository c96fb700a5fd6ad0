/** What the mails about signing in say, in the five languages of the product. {braces} are filled in. */
import type { Locale } from '../../../core/locale.ts';

export interface MailText {
  readonly subject: string;
  /** Paragraphs. */
  readonly body: readonly string[];
  /** What the button says; null: the mail has none. */
  readonly button: string | null;
}

export type MailKind = 'invitation' | 'reset' | 'passwordChanged' | 'factorRemoved';

const english: Readonly<Record<MailKind, MailText>> = {
  invitation: {
    subject: '{client}: your access to Quittance',
    body: [
      'Hello {name},',
      '{inviter} has given you access to {client} in Quittance.',
      'Please choose your password. The link is good once, until {until}.',
    ],
    button: 'Choose a password',
  },
  reset: {
    subject: 'Your code for a new password',
    body: [
      'Hello {name},',
      'Your code for a new password is {code}.',
      'It is good once, for {minutes} minutes. If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
    button: null,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    body: [
      'Hello {name},',
      'The password of your user in Quittance was changed at {at}. Everybody who was signed in with it is signed out.',
      'If that was not you, ask your administrator at once.',
    ],
    button: null,
  },
  factorRemoved: {
    subject: 'Your second factor was removed',
    body: [
      'Hello {name},',
      'An administrator removed the second factor of your user in Quittance at {at}. Everybody who was signed in with it is signed out.',
      'Sign in with your password and set a new one up.',
      'If you did not ask for this, talk to your administrator at once.',
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
        'Er gilt einmal, {minutes} Minuten lang. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      ],
      button: null,
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      body: [
        'Guten Tag {name},',
        'Das Passwort Ihres Benutzers in Quittance wurde geändert ({at}). Wer damit angemeldet war, ist abgemeldet.',
        'Wenn Sie das nicht waren, wenden Sie sich sofort an Ihren Administrator.',
      ],
      button: null,
    },
    factorRemoved: {
      subject: 'Ihr zweiter Faktor wurde entfernt',
      body: [
        'Guten Tag {name},',
        'Jemand aus der Administration hat den zweiten Faktor Ihres Benutzers in Quittance entfernt ({at}). Wer damit angemeldet war, ist abgemeldet.',
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
        'La contraseña de su usuario en Quittance se ha cambiado ({at}). Se ha cerrado la sesión de quien la estuviera usando.',
        'Si no ha sido usted, avise enseguida a su administrador.',
      ],
      button: null,
    },
    factorRemoved: {
      subject: 'Se ha quitado su segundo factor',
      body: [
        'Hola, {name}:',
        'Un administrador ha quitado el segundo factor de su usuario en Quittance ({at}). Se ha cerrado la sesión de quien la estuviera usando.',
        'Inicie sesión con su contraseña y configure uno nuevo.',
        'Si no lo ha pedido, avise enseguida a su administrador.',
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
        'De code werkt één keer, {minutes} minuten lang. Hebt u er niet om gevraagd, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
      ],
      button: null,
    },
    passwordChanged: {
      subject: 'Uw wachtwoord is gewijzigd',
      body: [
        'Beste {name},',
        'Het wachtwoord van uw gebruiker in Quittance is gewijzigd ({at}). Wie ermee was aangemeld, is afgemeld.',
        'Was u dat niet, neem dan direct contact op met uw beheerder.',
      ],
      button: null,
    },
    factorRemoved: {
      subject: 'Uw tweede factor is verwijderd',
      body: [
        'Beste {name},',
        'Een beheerder heeft de tweede factor van uw gebruiker in Quittance verwijderd ({at}). Wie ermee was aangemeld, is afgemeld.',
        'Meld u aan met uw wachtwoord en stel een nieuwe in.',
        'Hebt u er niet om gevraagd, neem dan direct contact op met uw beheerder.',
      ],
      button: null,
    },
  },
};

/** @returns the text with its values. */
export function mailText(kind: MailKind, locale: Locale, values: Readonly<Record<string, string>>): MailText {
  const { subject, body, button } = TEXTS[locale][kind];
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return { subject: fill(subject).replace(/\s+/g, ' '), body: body.map(fill), button };
}
