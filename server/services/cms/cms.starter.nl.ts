/** The starter strategies' messages in Dutch. */
import type { StarterWords } from './cms.starter.words.ts';

export const NL_NL: StarterWords = {
  afterSalutation: ',',
  facts: { reference: 'Kenmerk', outstanding: 'Openstaand bedrag', due: 'Vervaldatum' },
  small: [
    'Hebt u al betaald? Hartelijk dank, dan hoeft u niets meer te doen.',
    'Kunt u nu niet het hele bedrag betalen? Laat het ons weten op uw pagina of beantwoord deze e-mail. We zoeken samen met u naar een oplossing.',
    'Klopt er iets niet? Betwist de vordering op uw pagina of beantwoord deze e-mail met uw redenen. We zoeken het uit.',
  ],
  sender: '{{ account.creditor }} schrijft u over {{ claim.reference }}',
  unsubscribe: 'Geen e-mails meer hierover',
  email: {
    reminder: {
      name: 'Vriendelijke herinnering',
      subject: 'Betalingsherinnering: factuur {{ claim.reference }}',
      lines: [
        'We hebben uw betaling van {{ claim.balance }} voor factuur {{ claim.reference }} nog niet ontvangen. De vervaldatum was {{ claim.dueDate }}.',
        'Misschien is het u ontschoten. Op uw pagina ziet u de details en kunt u direct betalen.',
      ],
      button: 'Bekijken en betalen',
    },
    'second-reminder': {
      name: 'Tweede herinnering',
      subject: 'Tweede herinnering: {{ claim.balance }} staat nog open',
      lines: [
        'Uw factuur {{ claim.reference }} is al {{ claim.daysPastDue }} dagen vervallen.',
        'We verzoeken u het openstaande bedrag te betalen of op uw pagina aan te geven wanneer u kunt betalen.',
      ],
      button: 'Betalen of datum doorgeven',
    },
    'final-reminder': {
      name: 'Laatste herinnering',
      subject: 'Laatste herinnering: factuur {{ claim.reference }}',
      lines: [
        'Uw factuur {{ claim.reference }} is {{ claim.daysPastDue }} dagen na de vervaldatum nog niet betaald. Dit is onze laatste herinnering.',
        'We verzoeken u {{ claim.balance }} binnen 14 dagen te betalen of contact met ons op te nemen, zodat we samen een oplossing vinden.',
      ],
      button: 'Factuur betalen',
    },
    'invoice-upcoming': {
      name: 'Factuur vervalt binnenkort',
      subject: 'Factuur {{ claim.reference }} vervalt op {{ claim.dueDate }}',
      lines: [
        'Factuur {{ claim.reference }} van {{ claim.balance }} vervalt op {{ claim.dueDate }}.',
        'Hebt u een kopie nodig of moet uw inkoopnummer erop staan? Beantwoord deze e-mail en we sturen u de factuur toe.',
      ],
      button: 'Details bekijken',
    },
    'invoice-due': {
      name: 'Factuur vervallen',
      subject: 'Factuur {{ claim.reference }}: betaling verschuldigd',
      lines: [
        'We hebben nog geen betaling ontvangen voor factuur {{ claim.reference }}, met vervaldatum {{ claim.dueDate }}.',
        'Wilt u nagaan of de betaling is ingepland en ons de datum laten weten?',
      ],
      button: 'Bekijken en betalen',
    },
    'invoice-overdue': {
      name: 'Factuur achterstallig',
      subject: 'Achterstallig: factuur {{ claim.reference }}, {{ claim.balance }}',
      lines: [
        'Factuur {{ claim.reference }} is al {{ claim.daysPastDue }} dagen vervallen. Het openstaande saldo van uw dossier {{ account.reference }} is {{ account.balance }}.',
        'Wilt u de betaling in orde maken of ons laten weten waarom die uitblijft? We lossen het graag op met uw crediteurenadministratie.',
      ],
      button: 'Bekijken en betalen',
    },
    'agreement-missed': {
      name: 'Afgesproken betaling niet ontvangen',
      subject: 'We hebben de afgesproken betaling niet ontvangen',
      lines: [
        'We hadden een betaling afgesproken voor {{ claim.reference }} en hebben die nog niet ontvangen. Het openstaande bedrag is {{ claim.balance }}.',
        'Plannen kunnen veranderen. Past de datum of het bedrag niet meer? Laat het ons weten op uw pagina of beantwoord deze e-mail.',
      ],
      button: 'Betalen of laten weten',
    },
    'payment-options': {
      name: 'Betaalmogelijkheden',
      subject: 'Samen een oplossing voor {{ claim.reference }}',
      lines: [
        'Voor {{ claim.reference }} staat {{ claim.balance }} open. We bespreken graag met u hoe u dit bedrag kunt voldoen.',
        'Op uw pagina vindt u de details. Spreekt u ons liever? Beantwoord deze e-mail met een tijdstip dat u schikt, dan bellen we u.',
      ],
      button: 'Mogelijkheden bekijken',
    },
    'formal-notice': {
      name: 'Aanmaning',
      subject: 'Aanmaning: {{ claim.reference }}',
      lines: [
        'Dit is een aanmaning. Ondanks onze eerdere berichten staat voor {{ claim.reference }} nog {{ claim.balance }} open. De vervaldatum was {{ claim.dueDate }}.',
        'Oorspronkelijk bedrag: {{ claim.amount }}. Kosten: {{ claim.totalFees }}. Ontvangen betalingen zijn al afgetrokken.',
        'We verzoeken u binnen 14 dagen te betalen of ons binnen die termijn te laten weten of en waarom u de vordering betwist. Daarna bekijkt een medewerker uw dossier persoonlijk.',
      ],
      button: 'Betalen of reageren',
    },
  },
  sms: {
    reminder: {
      name: 'Vriendelijke herinnering per sms',
      text: '{{ account.creditor }}: uw factuur {{ claim.reference }} ({{ claim.balance }}) staat nog open. Details, betalen, vragen: {{ link.pay }} Afmelden: antwoord STOP.',
    },
    'agreement-missed': {
      name: 'Afgesproken betaling niet ontvangen, per sms',
      text: '{{ account.creditor }}: de afgesproken betaling voor {{ claim.reference }} ontbreekt nog. Betaal of stel een andere datum voor: {{ link.pay }} Afmelden: antwoord STOP.',
    },
    'call-back': {
      name: 'Belverzoek per sms',
      text: '{{ account.creditor }}: we spreken u graag over {{ claim.reference }}. Uw mogelijkheden: {{ link.pay }} Afmelden: antwoord STOP.',
    },
    'formal-notice': {
      name: 'Aanmaning per sms',
      text: '{{ account.creditor }}: aanmaning voor {{ claim.reference }}, {{ claim.balance }} staat open. Details, betalen of bezwaar maken: {{ link.pay }} Afmelden: antwoord STOP.',
    },
  },
};
