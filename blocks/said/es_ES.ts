import type { Said } from './keys.ts';

export const ES_ES: Said = {
  words: {
    reference: 'Referencia',
    product: 'Producto',
    amount: 'Importe',
    outstanding: 'Pendiente',
    fees: 'Gastos',
    dueDate: 'Vencimiento',
    number: 'N.º',
    agreedAmount: 'Importe acordado',
    agreedDay: 'Fecha acordada',
  },
  starts: {
    'text.text': ['{{ debtor.salutation }}:', 'Le escribimos en relación con {{ claim.reference }}.'],
    'heading.text': 'Acerca de {{ claim.reference }}',
    'button.label': 'Ver los detalles',
    'payButton.label': 'Ver y pagar',
    'picture.text': ['¿Tiene alguna duda? Responda a este correo y le ayudaremos.'],
    'amount.label': 'Importe pendiente',
    'amount.note': ['Importe original: {{ claim.amount }}. Gastos: {{ claim.totalFees }}. Los pagos recibidos ya están descontados.'],
    'signature.text': ['Atentamente,\n{{ account.creditor }}'],
    'legalFooter.sender': ['{{ account.creditor }} le escribe en relación con {{ claim.reference }}.'],
    'legalFooter.unsubscribe': 'No recibir más correos sobre este asunto',
  },
};
