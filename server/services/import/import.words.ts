/**
 * What the words in a column's name mean, in the five languages: "cust_number", "totalDue" and "Faelligkeitsdatum" are put together from
 * words that say who, what and how much.
 */

export type Concept =
  | 'party'
  | 'claim'
  | 'id'
  | 'amount'
  | 'open'
  | 'due'
  | 'date'
  | 'name'
  | 'legal'
  | 'first'
  | 'last'
  | 'email'
  | 'phone'
  | 'street'
  | 'postal'
  | 'city'
  | 'country'
  | 'currency'
  | 'birth'
  | 'paid'
  | 'fee'
  | 'other';

/** Every word stands under one concept; the longer ones are looked for first in names without separators. */
const WORDS: Readonly<Record<Concept, string>> = {
  party:
    'customer customers cust client account acct acc accnt debtor debitor member subscriber patient tenant borrower buyer payer consumer policyholder policy student pupil parent kunde kunden kd schuldner debitoren konto mandant mieter mitglied kreditnehmer teilnehmer cliente deudor abonado socio cuenta inquilino alumno asegurado klant debiteur rekening relatie huurder lid schuldenaar afnemer',
  claim:
    'invoice invoices inv bill claim document doc voucher loan debt case matter note rechnung rechnungs rg beleg forderung forderungs darlehen vorgang akte akten factura fra documento recibo expediente deuda credito factuur nota vordering lening stuk dossier',
  id: 'id no nr num number nbr ref reference referenz code key nummer kennung zeichen numero núm número codigo código referencia kenmerk referentie',
  amount:
    'amount amt total sum value gross balance bal principal betrag summe saldo brutto gesamt hauptforderung importe monto total saldo bruto bedrag som hoofdsom',
  open: 'outstanding open owed owing arrears remaining unpaid residual offen offener offene rest rückstand rueckstand pendiente adeudado debido restante openstaand openstaande verschuldigd achterstand restant',
  due: 'due maturity deadline payable fällig faellig fälligkeit faelligkeit fälligkeits faelligkeits fälligam zahlbar vencimiento vence vto verval vervalt vervaldag vervaldatum',
  date: 'date dt day on datum tag am fecha dia día dag',
  name: 'name naam nombre bezeichnung naming fullname',
  legal:
    'legal company business firm trading organisation organization firma firmen unternehmen unternehmens razon razón social empresa sociedad bedrijf bedrijfs handels',
  first: 'first given fore forename vor vorname voor voornaam pila',
  last: 'last sur surname family nach nachname familien apellido apellidos achter achternaam',
  email: 'email mail emailaddress correo',
  phone: 'phone telephone tel telefon telefono teléfono telefoon mobile mobil movil móvil mobiel handy cell',
  street: 'street address addr strasse straße str anschrift adresse direccion dirección domicilio calle adres straat',
  postal: 'zip postal postcode zipcode plz postleitzahl cp',
  city: 'city town ort stadt wohnort ciudad poblacion población localidad plaats woonplaats stad',
  country: 'country land pais país',
  currency: 'currency curr ccy währung waehrung moneda divisa valuta munt',
  birth: 'birth birthday dob geburts geburtsdatum nacimiento geboorte geboortedatum',
  paid: 'paid payment payments clear cleared clearing settled settlement received zahlung zahlungs bezahlt pago pagos pagado cobro betaling betaald betaal',
  fee: 'fee fees charge charges premium dues tuition beitrag gebühr gebuehr gebühren gebuehren cuota prima premie contributie',
  other:
    'type status posting posted create created year terms baseline cost costs kosten costes tax vat interest discount limit credit bank iban bic tarif product usage count method baujahr mwst steuer zins impuesto iva btw rente region group segment category user agent manager',
};

const conceptOf = new Map<string, Concept>();
for (const concept of Object.keys(WORDS) as Concept[])
  for (const word of WORDS[concept].split(' ')) if (!conceptOf.has(word)) conceptOf.set(word, concept);
const longestFirst = [...conceptOf.keys()].filter((word) => word.length > 1).sort((a, b) => b.length - a.length);

/** @returns what the words of a column's name mean, in their order; words that nobody knows are left out. */
export function conceptsOf(name: string): Concept[] {
  const words = name
    .normalize('NFC')
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu}+)(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .toLowerCase()
    .replace(/(?<!\p{L})(?:bill|sold|ship)[^\p{L}]+to(?!\p{L})/gu, 'customer')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  return words.flatMap((word) => {
    const concept = conceptOf.get(word);
    return concept ? [concept] : compound(word);
  });
}

/** "totaldue" is total and due, "kundennr" Kunde and Nummer: only a word that is taken up whole, but for a joining s or n, is put together. */
function compound(word: string): Concept[] {
  if (word.length > 60) return [];
  const from = (at: number): Concept[] | null => {
    if (at === word.length) return [];
    for (const part of longestFirst) {
      if (!word.startsWith(part, at)) continue;
      for (const joint of ['', 's', 'n', 'es', 'en']) {
        if (joint !== '' && !word.startsWith(joint, at + part.length)) continue;
        const end = at + part.length + joint.length;
        const rest = end <= word.length ? from(end) : null;
        if (rest) return [conceptOf.get(part)!, ...rest];
      }
    }
    return null;
  };
  return from(0) ?? [];
}
