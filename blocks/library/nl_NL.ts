import type { LibraryTexts } from './keys.ts';

const HARDSHIP =
  'Kunt u nu niet het hele bedrag betalen? Laat het ons weten op uw pagina of beantwoord deze e-mail. We zoeken samen met u naar een oplossing.';

export const NL_NL: LibraryTexts = {
  greeting: '{{ debtor.salutation }},',
  help: {
    claim: [
      'Hebt u al betaald? Hartelijk dank, dan hoeft u niets meer te doen.',
      HARDSHIP,
      'Klopt er iets niet? Betwist de vordering op uw pagina of beantwoord deze e-mail met uw redenen. We zoeken het uit.',
    ],
    hardship: [HARDSHIP],
    question: ['Hebt u vragen? Beantwoord deze e-mail, dan nemen we contact met u op.'],
  },
  designs: {
    welcome: {
      name: 'Eerste brief',
      subject: 'Wij behandelen nu {{ claim.reference }}',
      preheader: 'Wie we zijn, waar het over gaat en wat u kunt doen.',
      heading: 'We helpen u dit op te lossen',
      lines: [
        '{{ account.creditor }} behandelt de vordering hieronder. Vanaf nu zijn wij hiervoor uw aanspreekpunt.',
        'Op uw pagina ziet u hoe het bedrag is opgebouwd. U kunt er betalen, een betalingsregeling vragen of ons laten weten dat er iets niet klopt.',
      ],
      button: 'Naar uw pagina',
    },
    'invoice-upcoming': {
      name: 'Factuur vervalt binnenkort',
      subject: 'Factuur {{ claim.reference }} vervalt op {{ claim.dueDate }}',
      preheader: 'Een kort bericht vóór de vervaldatum.',
      heading: 'Uw factuur vervalt binnenkort',
      lines: [
        'Factuur {{ claim.reference }} van {{ claim.balance }} vervalt op {{ claim.dueDate }}.',
        'Hebt u een kopie nodig of moet uw inkoopnummer erop staan? Beantwoord deze e-mail en we sturen u de factuur toe.',
      ],
      button: 'Details bekijken',
    },
    'invoice-due': {
      name: 'Factuur vervallen',
      subject: 'Factuur {{ claim.reference }}: betaling verschuldigd',
      preheader: 'Wilt u nagaan of de betaling is ingepland?',
      heading: 'Uw factuur is vervallen',
      lines: [
        'We hebben nog geen betaling ontvangen voor factuur {{ claim.reference }}, met vervaldatum {{ claim.dueDate }}.',
        'Wilt u nagaan of de betaling is ingepland en ons de datum laten weten?',
      ],
      button: 'Bekijken en betalen',
    },
    'invoice-overdue': {
      name: 'Facturen achterstallig',
      subject: 'Achterstallige facturen: {{ account.balance }}',
      preheader: 'Alle openstaande facturen van uw dossier op een rij.',
      heading: 'Deze facturen staan open',
      lines: [
        'Het openstaande saldo van uw dossier {{ account.reference }} is {{ account.balance }}. Deze facturen zijn nog niet betaald:',
        'Wilt u de betaling in orde maken of ons laten weten waarom die uitblijft? We lossen het graag op met uw crediteurenadministratie.',
      ],
      button: 'Bekijken en betalen',
    },
    'reminder-friendly': {
      name: 'Vriendelijke herinnering',
      subject: 'Betalingsherinnering: factuur {{ claim.reference }}',
      preheader: 'Misschien is het u ontschoten.',
      heading: 'Een vriendelijke herinnering',
      lines: [
        'We hebben uw betaling van {{ claim.balance }} voor factuur {{ claim.reference }} nog niet ontvangen. De vervaldatum was {{ claim.dueDate }}.',
        'Misschien is het u ontschoten. Op uw pagina ziet u de details en kunt u direct betalen.',
      ],
      button: 'Bekijken en betalen',
    },
    'reminder-second': {
      name: 'Tweede herinnering',
      subject: 'Tweede herinnering: {{ claim.balance }} staat nog open',
      preheader: 'Betaal of laat ons weten wanneer u kunt betalen.',
      heading: 'Uw betaling is te laat',
      lines: [
        'Uw factuur {{ claim.reference }} is al {{ claim.daysPastDue }} dagen vervallen.',
        'We verzoeken u het openstaande bedrag te betalen of op uw pagina aan te geven wanneer u kunt betalen.',
      ],
      button: 'Betalen of datum doorgeven',
    },
    'reminder-final': {
      name: 'Laatste herinnering',
      subject: 'Laatste herinnering: factuur {{ claim.reference }}',
      preheader: 'Betaal binnen 14 dagen of neem contact met ons op.',
      heading: 'Onze laatste herinnering',
      lines: [
        'Uw factuur {{ claim.reference }} is {{ claim.daysPastDue }} dagen na de vervaldatum nog niet betaald. Dit is onze laatste herinnering.',
        'We verzoeken u binnen 14 dagen te betalen of contact met ons op te nemen, zodat we samen een oplossing vinden.',
      ],
      button: 'Factuur betalen',
    },
    'formal-notice': {
      name: 'Aanmaning',
      subject: 'Aanmaning: {{ claim.reference }}',
      preheader: 'Betaal of reageer binnen 14 dagen.',
      heading: 'Aanmaning',
      lines: [
        'Dit is een aanmaning. Ondanks onze eerdere berichten staat voor {{ claim.reference }} nog {{ claim.balance }} open. De vervaldatum was {{ claim.dueDate }}.',
        'We verzoeken u binnen 14 dagen te betalen of ons binnen die termijn te laten weten of en waarom u de vordering betwist. Daarna bekijkt een medewerker uw dossier persoonlijk.',
      ],
      button: 'Betalen of reageren',
    },
    'plan-offer': {
      name: 'Aanbod betalingsregeling',
      subject: 'Betaal {{ claim.reference }} in termijnen',
      preheader: 'Kies een bedrag en een dag die u uitkomen.',
      heading: 'U kunt in termijnen betalen',
      lines: [
        'U hoeft {{ claim.balance }} niet in één keer te betalen. U kunt het over meerdere termijnen spreiden.',
        'Kies op uw pagina het bedrag en de dag van de maand. U ziet de hele regeling voordat u akkoord gaat.',
      ],
      button: 'Termijnen kiezen',
    },
    'plan-confirmed': {
      name: 'Betalingsregeling bevestigd',
      subject: 'Uw betalingsregeling voor {{ claim.reference }}',
      preheader: 'Alle termijnen met hun data.',
      heading: 'Uw betalingsregeling is rond',
      lines: [
        'Fijn dat we tot een regeling zijn gekomen. Dit zijn uw termijnen:',
        'We verzoeken u elke termijn uiterlijk op de vervaldatum te betalen, met kenmerk {{ claim.paymentReference }}. Zolang u zich aan de regeling houdt, nemen we geen verdere stappen.',
      ],
      button: 'Regeling bekijken',
    },
    'promise-due': {
      name: 'Toegezegde betaling binnenkort',
      subject: 'Uw betaling voor {{ claim.reference }} komt eraan',
      preheader: 'Een kort bericht, zodat u het niet vergeet.',
      heading: 'Over uw betaling',
      lines: [
        'U liet ons weten dat u binnenkort betaalt. Dit hebben we afgesproken:',
        'Hebt u de betaling al klaargezet? Dan hoeft u niets meer te doen. Komt de datum niet meer uit, laat het ons dan van tevoren weten.',
      ],
      button: 'Betalen of datum wijzigen',
    },
    'promise-missed': {
      name: 'Toegezegde betaling niet ontvangen',
      subject: 'We hebben de afgesproken betaling niet ontvangen',
      preheader: 'Betaal nu of laat weten wat er is veranderd.',
      heading: 'Uw betaling is er nog niet',
      lines: [
        'We hadden een betaling afgesproken voor {{ claim.reference }} en hebben die nog niet ontvangen.',
        'Plannen kunnen veranderen. Past de datum of het bedrag niet meer? Laat het ons weten op uw pagina of beantwoord deze e-mail.',
      ],
      button: 'Betalen of laten weten',
    },
    'settlement-offer': {
      name: 'Schikkingsvoorstel',
      subject: 'Een schikkingsvoorstel voor {{ claim.reference }}',
      preheader: 'Betaal minder en rond de zaak af.',
      heading: 'Ons schikkingsvoorstel',
      lines: [
        'We ronden deze zaak graag met u af. Betaalt u in één keer, dan schelden we een deel van het openstaande bedrag kwijt.',
        'Op uw pagina ziet u het schikkingsbedrag en tot wanneer het voorstel geldt. Met uw betaling is {{ claim.reference }} helemaal afgehandeld.',
      ],
      button: 'Voorstel bekijken',
    },
    'mandate-request': {
      name: 'Verzoek om machtiging',
      subject: 'Betaal via automatische incasso',
      preheader: 'Eén keer instellen en geen datum meer missen.',
      heading: 'Betaal automatisch',
      lines: [
        'Met een machtiging schrijven we elke betaling op de vervaldatum af. U hoeft er niet aan te denken, en we kondigen elke afschrijving vooraf aan.',
        'U geeft de machtiging in twee minuten op uw pagina en kunt haar altijd intrekken. Op verzoek stort uw bank een afschrijving binnen acht weken terug.',
      ],
      button: 'Machtiging geven',
    },
    'debit-failed': {
      name: 'Incasso gestorneerd',
      subject: 'Uw automatische incasso is teruggeboekt',
      preheader: 'We verzoeken u op een andere manier te betalen.',
      heading: 'We konden niet afschrijven',
      lines: [
        'Uw bank heeft onze incasso voor {{ claim.reference }} teruggeboekt. Het bedrag staat weer open.',
        'Controleer uw bankrekening en betaal op uw pagina met een kaart of per overboeking.',
      ],
      button: 'Anders betalen',
    },
    'hardship-help': {
      name: 'Hulp bij betalingsproblemen',
      subject: 'Als betalen nu moeilijk is',
      preheader: 'Er zijn oplossingen. Praat met ons.',
      heading: 'We zoeken samen een oplossing',
      lines: [
        'Iedereen kan het financieel moeilijk krijgen: een ziekte, ontslag, een scheiding. Kunt u daardoor niet betalen, laat het ons dan weten. We oordelen niet.',
        'We kunnen betalingen uitstellen, kleine termijnen afspreken of u verwijzen naar gratis schuldhulp. Wat u ons vertelt, blijft bij ons.',
      ],
      button: 'Uw situatie uitleggen',
    },
    'dispute-received': {
      name: 'Betwisting ontvangen',
      subject: 'We zoeken {{ claim.reference }} uit',
      preheader: 'Uw bezwaar is binnen. Zo gaat het verder.',
      heading: 'We hebben uw bezwaar ontvangen',
      lines: [
        'Bedankt dat u ons laat weten wat er niet klopt aan {{ claim.reference }}. We zoeken het uit met de schuldeiser.',
        'Tot die tijd hoeft u het betwiste bedrag niet te betalen en krijgt u er geen herinneringen voor. Documenten kunt u op uw pagina toevoegen.',
      ],
      button: 'Documenten toevoegen',
    },
    callback: {
      name: 'Belverzoek',
      subject: 'Wanneer kunnen we u bellen over {{ claim.reference }}?',
      preheader: 'Kies een tijdstip, dan bellen we u.',
      heading: 'Laten we erover praten',
      lines: [
        'Sommige dingen lossen we makkelijker op aan de telefoon. We spreken u graag over {{ claim.reference }}.',
        'Kies een tijdstip op uw pagina, dan bellen we u. Of beantwoord deze e-mail met een tijdstip dat u schikt.',
      ],
      button: 'Tijdstip kiezen',
    },
    'address-check': {
      name: 'Contactgegevens controleren',
      subject: 'Kloppen uw contactgegevens nog?',
      preheader: 'Op uw pagina kost het een minuut.',
      heading: 'Kloppen deze gegevens nog?',
      lines: [
        'Onze post moet bij u aankomen en bij niemand anders. Wilt u uw adres en telefoonnummer controleren?',
        'U kunt ze op uw pagina wijzigen. Is er niets veranderd? Dan hoeft u niets te doen.',
      ],
      button: 'Gegevens controleren',
    },
    statement: {
      name: 'Overzicht van het dossier',
      subject: 'Uw overzicht: {{ account.balance }}',
      preheader: 'Wat er vandaag openstaat in uw dossier.',
      heading: 'Uw dossier vandaag',
      lines: [
        'Dit staat open in uw dossier {{ account.reference }}. Samen is het {{ account.balance }}.',
        'Op uw pagina ziet u elke betaling en alle kosten, en kunt u het overzicht downloaden.',
      ],
      button: 'Dossier bekijken',
    },
    'payment-received': {
      name: 'Betaling ontvangen',
      subject: 'Bedankt voor uw betaling',
      preheader: 'Uw betaling is binnen. Dit staat nog open.',
      heading: 'Bedankt voor uw betaling',
      lines: [
        'We hebben uw betaling ontvangen en in uw dossier verwerkt. Dit is de stand:',
        'De rest kunt u op uw pagina betalen wanneer u wilt, ook in delen.',
      ],
      button: 'Dossier bekijken',
    },
    'paid-in-full': {
      name: 'Volledig betaald',
      subject: '{{ claim.reference }} is afgehandeld',
      preheader: 'Alles is betaald. Hartelijk dank.',
      heading: 'Alles is betaald. Hartelijk dank!',
      lines: [
        'U hebt {{ claim.reference }} volledig betaald. De zaak is gesloten en we schrijven u er niet meer over.',
        'Bewaar deze e-mail voor uw administratie. Uw betalingen blijven zichtbaar op uw pagina.',
      ],
      button: 'Betalingen bekijken',
    },
  },
};
