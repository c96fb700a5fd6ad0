/** The starter strategies' messages in Spanish. */
import type { StarterWords } from './cms.starter.words.ts';

export const ES_ES: StarterWords = {
  afterSalutation: ':',
  facts: { reference: 'Referencia', outstanding: 'Importe pendiente', due: 'Vencimiento' },
  small: [
    '¿Ya ha pagado? Muchas gracias, no tiene que hacer nada más.',
    '¿No puede pagar ahora el importe completo? Indíquelo en su página o responda a este correo y buscaremos una solución con usted.',
    '¿Cree que hay un error? Indíquelo en su página o responda a este correo explicando el motivo, y lo revisaremos.',
  ],
  sender: '{{ account.creditor }} le escribe en relación con {{ claim.reference }}',
  unsubscribe: 'No recibir más correos sobre este asunto',
  email: {
    reminder: {
      name: 'Recordatorio amistoso',
      subject: 'Recordatorio: factura {{ claim.reference }}',
      lines: [
        'Aún no hemos recibido el pago de {{ claim.balance }} de su factura {{ claim.reference }}, que venció el {{ claim.dueDate }}.',
        'Quizá se le haya pasado. En su página puede ver los detalles y pagar.',
      ],
      button: 'Ver y pagar',
    },
    'second-reminder': {
      name: 'Segundo recordatorio',
      subject: 'Segundo recordatorio: {{ claim.balance }} pendientes de pago',
      lines: [
        'Su factura {{ claim.reference }} lleva {{ claim.daysPastDue }} días vencida.',
        'Le rogamos que pague el importe pendiente o que nos indique en su página cuándo podrá hacerlo.',
      ],
      button: 'Pagar o indicar una fecha',
    },
    'final-reminder': {
      name: 'Último recordatorio',
      subject: 'Último recordatorio: factura {{ claim.reference }}',
      lines: [
        'Su factura {{ claim.reference }} sigue sin pagarse {{ claim.daysPastDue }} días después de su vencimiento. Este es nuestro último recordatorio.',
        'Le rogamos que pague {{ claim.balance }} en los próximos 14 días o que se ponga en contacto con nosotros para encontrar juntos una solución.',
      ],
      button: 'Pagar la factura',
    },
    'invoice-upcoming': {
      name: 'Factura próxima a vencer',
      subject: 'La factura {{ claim.reference }} vence el {{ claim.dueDate }}',
      lines: [
        'La factura {{ claim.reference }}, por un importe de {{ claim.balance }}, vence el {{ claim.dueDate }}.',
        '¿Necesita una copia o que incluyamos su número de pedido? Responda a este correo y se la enviaremos.',
      ],
      button: 'Ver los detalles',
    },
    'invoice-due': {
      name: 'Factura vencida',
      subject: 'Factura {{ claim.reference }}: pago vencido',
      lines: [
        'No hemos recibido el pago de la factura {{ claim.reference }}, que venció el {{ claim.dueDate }}.',
        'Le rogamos que compruebe si el pago está programado y nos indique la fecha.',
      ],
      button: 'Ver y pagar',
    },
    'invoice-overdue': {
      name: 'Factura con retraso',
      subject: 'Factura {{ claim.reference }} vencida: {{ claim.balance }}',
      lines: [
        'La factura {{ claim.reference }} lleva {{ claim.daysPastDue }} días vencida. El saldo pendiente de su cuenta {{ account.reference }} es de {{ account.balance }}.',
        'Le rogamos que tramite el pago o nos indique qué lo retrasa. Podemos aclararlo directamente con su departamento de contabilidad.',
      ],
      button: 'Ver y pagar',
    },
    'agreement-missed': {
      name: 'Pago acordado no recibido',
      subject: 'No hemos recibido el pago acordado',
      lines: [
        'Habíamos acordado un pago para {{ claim.reference }} y aún no lo hemos recibido. El importe pendiente es de {{ claim.balance }}.',
        'Los planes pueden cambiar. Si la fecha o el importe ya no le convienen, indíquelo en su página o responda a este correo.',
      ],
      button: 'Pagar o avisarnos',
    },
    'payment-options': {
      name: 'Opciones de pago',
      subject: 'Busquemos una solución para {{ claim.reference }}',
      lines: [
        'Hay {{ claim.balance }} pendientes de {{ claim.reference }}. Nos gustaría hablar con usted sobre cómo saldar este importe.',
        'En su página encontrará los detalles. ¿Prefiere hablar con nosotros? Responda a este correo con la hora que mejor le venga y le llamaremos.',
      ],
      button: 'Ver sus opciones',
    },
    'formal-notice': {
      name: 'Requerimiento de pago',
      subject: 'Requerimiento de pago: {{ claim.reference }}',
      lines: [
        'Este es un requerimiento formal de pago. Pese a nuestros mensajes anteriores, siguen pendientes {{ claim.balance }} de {{ claim.reference }}, con vencimiento el {{ claim.dueDate }}.',
        'Importe original: {{ claim.amount }}. Gastos: {{ claim.totalFees }}. Los pagos recibidos ya están descontados.',
        'Le rogamos que pague en un plazo de 14 días o que nos comunique en ese plazo si se opone a la deuda y por qué. Después, una persona de nuestro equipo revisará su cuenta.',
      ],
      button: 'Pagar o responder',
    },
  },
  sms: {
    reminder: {
      name: 'Recordatorio amistoso por SMS',
      text: '{{ account.creditor }}: su factura {{ claim.reference }} ({{ claim.balance }}) sigue pendiente. Detalles, pago y dudas: {{ link.pay }} Baja: responda STOP.',
    },
    'agreement-missed': {
      name: 'Pago acordado no recibido, por SMS',
      text: '{{ account.creditor }}: falta el pago acordado de {{ claim.reference }}. Pague o proponga otra fecha: {{ link.pay }} Baja: responda STOP.',
    },
    'call-back': {
      name: 'Oferta de llamada por SMS',
      text: '{{ account.creditor }}: queremos hablar con usted sobre {{ claim.reference }}. Sus opciones: {{ link.pay }} Baja: responda STOP.',
    },
    'formal-notice': {
      name: 'Requerimiento de pago por SMS',
      text: '{{ account.creditor }}: requerimiento de pago de {{ claim.reference }}, {{ claim.balance }} pendientes. Detalles, pago u objeciones: {{ link.pay }} Baja: responda STOP.',
    },
  },
};
