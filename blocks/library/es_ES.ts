import type { LibraryTexts } from './keys.ts';

const HARDSHIP =
  '¿No puede pagar ahora el importe completo? Indíquelo en su página o responda a este correo y buscaremos una solución con usted.';

export const ES_ES: LibraryTexts = {
  greeting: '{{ debtor.salutation }}:',
  help: {
    claim: [
      '¿Ya ha pagado? Muchas gracias, no tiene que hacer nada más.',
      HARDSHIP,
      '¿Cree que hay un error? Indíquelo en su página o responda a este correo explicando el motivo, y lo revisaremos.',
    ],
    hardship: [HARDSHIP],
    question: ['¿Tiene alguna duda? Responda a este correo y le contestaremos.'],
  },
  designs: {
    welcome: {
      name: 'Primera carta',
      subject: 'Ahora nos ocupamos de {{ claim.reference }}',
      preheader: 'Quiénes somos, de qué se trata y qué puede hacer.',
      heading: 'Le ayudamos a resolverlo',
      lines: [
        '{{ account.creditor }} gestiona la deuda que figura más abajo. A partir de ahora somos su contacto para este asunto.',
        'En su página puede ver de qué se compone el importe, pagar, solicitar un pago a plazos o decirnos que hay un error.',
      ],
      button: 'Ir a su página',
    },
    'invoice-upcoming': {
      name: 'Factura próxima a vencer',
      subject: 'La factura {{ claim.reference }} vence el {{ claim.dueDate }}',
      preheader: 'Un breve aviso antes del vencimiento.',
      heading: 'Su factura vence pronto',
      lines: [
        'La factura {{ claim.reference }}, por un importe de {{ claim.balance }}, vence el {{ claim.dueDate }}.',
        '¿Necesita una copia o que incluyamos su número de pedido? Responda a este correo y se la enviaremos.',
      ],
      button: 'Ver los detalles',
    },
    'invoice-due': {
      name: 'Factura vencida',
      subject: 'Factura {{ claim.reference }}: pago vencido',
      preheader: 'Le rogamos que compruebe si el pago está programado.',
      heading: 'Su factura ha vencido',
      lines: [
        'No hemos recibido el pago de la factura {{ claim.reference }}, que venció el {{ claim.dueDate }}.',
        'Le rogamos que compruebe si el pago está programado y nos indique la fecha.',
      ],
      button: 'Ver y pagar',
    },
    'invoice-overdue': {
      name: 'Facturas con retraso',
      subject: 'Facturas vencidas: {{ account.balance }}',
      preheader: 'Todas las facturas pendientes de su cuenta de un vistazo.',
      heading: 'Estas facturas están pendientes',
      lines: [
        'El saldo pendiente de su cuenta {{ account.reference }} es de {{ account.balance }}. Estas facturas siguen sin pagar:',
        'Le rogamos que tramite el pago o nos indique qué lo retrasa. Podemos aclararlo directamente con su departamento de contabilidad.',
      ],
      button: 'Ver y pagar',
    },
    'reminder-friendly': {
      name: 'Recordatorio amistoso',
      subject: 'Recordatorio: factura {{ claim.reference }}',
      preheader: 'Quizá se le haya pasado.',
      heading: 'Un recordatorio amistoso',
      lines: [
        'Aún no hemos recibido el pago de {{ claim.balance }} de su factura {{ claim.reference }}, que venció el {{ claim.dueDate }}.',
        'Quizá se le haya pasado. En su página puede ver los detalles y pagar.',
      ],
      button: 'Ver y pagar',
    },
    'reminder-second': {
      name: 'Segundo recordatorio',
      subject: 'Segundo recordatorio: {{ claim.balance }} pendientes de pago',
      preheader: 'Pague o díganos cuándo podrá hacerlo.',
      heading: 'Su pago lleva retraso',
      lines: [
        'Su factura {{ claim.reference }} lleva {{ claim.daysPastDue }} días vencida.',
        'Le rogamos que pague el importe pendiente o que nos indique en su página cuándo podrá hacerlo.',
      ],
      button: 'Pagar o indicar una fecha',
    },
    'reminder-final': {
      name: 'Último recordatorio',
      subject: 'Último recordatorio: factura {{ claim.reference }}',
      preheader: 'Pague en 14 días o póngase en contacto con nosotros.',
      heading: 'Nuestro último recordatorio',
      lines: [
        'Su factura {{ claim.reference }} sigue sin pagarse {{ claim.daysPastDue }} días después de su vencimiento. Este es nuestro último recordatorio.',
        'Le rogamos que pague en los próximos 14 días o que se ponga en contacto con nosotros para encontrar juntos una solución.',
      ],
      button: 'Pagar la factura',
    },
    'formal-notice': {
      name: 'Requerimiento de pago',
      subject: 'Requerimiento de pago: {{ claim.reference }}',
      preheader: 'Le rogamos que pague o responda en 14 días.',
      heading: 'Requerimiento de pago',
      lines: [
        'Este es un requerimiento formal de pago. Pese a nuestros mensajes anteriores, siguen pendientes {{ claim.balance }} de {{ claim.reference }}, con vencimiento el {{ claim.dueDate }}.',
        'Le rogamos que pague en un plazo de 14 días o que nos comunique en ese plazo si se opone a la deuda y por qué. Después, una persona de nuestro equipo revisará su cuenta.',
      ],
      button: 'Pagar o responder',
    },
    'plan-offer': {
      name: 'Oferta de plan de pagos',
      subject: 'Pague {{ claim.reference }} a plazos',
      preheader: 'Elija el importe y el día que le convengan.',
      heading: 'Puede pagar a plazos',
      lines: [
        'No tiene que pagar {{ claim.balance }} de una sola vez. Puede repartirlo en varias cuotas.',
        'Elija en su página el importe y el día del mes. Verá el plan completo antes de aceptarlo.',
      ],
      button: 'Elegir las cuotas',
    },
    'plan-confirmed': {
      name: 'Plan de pagos confirmado',
      subject: 'Su plan de pagos de {{ claim.reference }}',
      preheader: 'Todas las cuotas con sus fechas.',
      heading: 'Su plan de pagos está listo',
      lines: [
        'Gracias por llegar a un acuerdo con nosotros. Estas son sus cuotas:',
        'Le rogamos que pague cada cuota antes de su vencimiento e indique {{ claim.paymentReference }}. Mientras cumpla el plan, no tomaremos más medidas.',
      ],
      button: 'Ver el plan',
    },
    'promise-due': {
      name: 'Pago prometido próximo',
      subject: 'Se acerca la fecha de su pago de {{ claim.reference }}',
      preheader: 'Un breve aviso para que no se le pase.',
      heading: 'Sobre su pago',
      lines: [
        'Nos dijo que pagaría pronto. Esto es lo que acordamos:',
        '¿Ya ha ordenado el pago? Entonces no tiene que hacer nada más. Si la fecha ya no le conviene, avísenos antes, por favor.',
      ],
      button: 'Pagar o cambiar la fecha',
    },
    'promise-missed': {
      name: 'Pago prometido no recibido',
      subject: 'No hemos recibido el pago acordado',
      preheader: 'Pague ahora o díganos qué ha cambiado.',
      heading: 'Su pago no ha llegado',
      lines: [
        'Habíamos acordado un pago para {{ claim.reference }} y aún no lo hemos recibido.',
        'Los planes pueden cambiar. Si la fecha o el importe ya no le convienen, indíquelo en su página o responda a este correo.',
      ],
      button: 'Pagar o avisarnos',
    },
    'settlement-offer': {
      name: 'Oferta de quita',
      subject: 'Una oferta para saldar {{ claim.reference }}',
      preheader: 'Pague menos y cierre el asunto.',
      heading: 'Salde la deuda por menos',
      lines: [
        'Nos gustaría cerrar este asunto con usted. Si paga en un solo pago, le perdonamos una parte del importe pendiente.',
        'En su página verá el importe a pagar y hasta cuándo es válida la oferta. Con ese pago, {{ claim.reference }} queda saldada por completo.',
      ],
      button: 'Ver la oferta',
    },
    'mandate-request': {
      name: 'Solicitud de domiciliación',
      subject: 'Domicilie sus pagos',
      preheader: 'Configúrelo una vez y olvídese de los vencimientos.',
      heading: 'Pague por domiciliación bancaria',
      lines: [
        'Con un mandato de domiciliación cobramos cada pago en su fecha. No tiene que estar pendiente, y le avisamos antes de cada cargo.',
        'Puede firmarlo en su página en dos minutos y retirarlo cuando quiera. Si lo pide, su banco le devuelve un cargo en un plazo de ocho semanas.',
      ],
      button: 'Domiciliar los pagos',
    },
    'debit-failed': {
      name: 'Recibo devuelto',
      subject: 'Su recibo ha sido devuelto',
      preheader: 'Le rogamos que pague de otra forma.',
      heading: 'No hemos podido cobrar su pago',
      lines: [
        'Su banco ha devuelto el recibo de {{ claim.reference }}. El importe vuelve a estar pendiente.',
        'Le rogamos que revise su cuenta bancaria y pague en su página con tarjeta o por transferencia.',
      ],
      button: 'Pagar de otra forma',
    },
    'hardship-help': {
      name: 'Ayuda si hay dificultades de pago',
      subject: 'Si ahora le cuesta pagar',
      preheader: 'Hay soluciones. Hable con nosotros.',
      heading: 'Busquemos juntos una salida',
      lines: [
        'A cualquiera se le puede complicar la situación: una enfermedad, la pérdida del trabajo, una separación. Si por eso no puede pagar, díganoslo. No juzgamos a nadie.',
        'Podemos aplazar los pagos, acordar cuotas pequeñas o indicarle un servicio gratuito de asesoramiento. Lo que nos cuente es confidencial.',
      ],
      button: 'Contarnos su situación',
    },
    'dispute-received': {
      name: 'Disputa recibida',
      subject: 'Estamos revisando {{ claim.reference }}',
      preheader: 'Hemos recibido su objeción. Le contamos qué pasa ahora.',
      heading: 'Hemos recibido su objeción',
      lines: [
        'Gracias por decirnos qué no es correcto en {{ claim.reference }}. Lo estamos revisando con el acreedor.',
        'Mientras tanto no tiene que pagar el importe en disputa ni recibirá recordatorios. Puede añadir documentos en su página.',
      ],
      button: 'Añadir documentos',
    },
    callback: {
      name: 'Oferta de llamada',
      subject: '¿Cuándo podemos llamarle por {{ claim.reference }}?',
      preheader: 'Elija una hora y le llamaremos.',
      heading: 'Hablemos',
      lines: [
        'Algunas cosas se aclaran mejor por teléfono. Nos gustaría hablar con usted sobre {{ claim.reference }}.',
        'Elija una hora en su página y le llamaremos. O responda a este correo con la hora que mejor le venga.',
      ],
      button: 'Elegir una hora',
    },
    'address-check': {
      name: 'Comprobación de datos de contacto',
      subject: '¿Siguen siendo correctos sus datos de contacto?',
      preheader: 'Se hace en un minuto en su página.',
      heading: '¿Siguen siendo correctos sus datos?',
      lines: [
        'Queremos que nuestras cartas le lleguen a usted y a nadie más. Le rogamos que revise su dirección y su teléfono.',
        'Puede cambiarlos en su página. ¿No ha cambiado nada? Entonces no tiene que hacer nada.',
      ],
      button: 'Revisar los datos',
    },
    statement: {
      name: 'Extracto de la cuenta',
      subject: 'El extracto de su cuenta: {{ account.balance }}',
      preheader: 'Lo que hoy está pendiente en su cuenta.',
      heading: 'Su cuenta hoy',
      lines: [
        'Esto es lo que está pendiente en su cuenta {{ account.reference }}. En total son {{ account.balance }}.',
        'En su página puede ver cada pago y cada gasto, y descargar el extracto.',
      ],
      button: 'Ver la cuenta',
    },
    'payment-received': {
      name: 'Pago recibido',
      subject: 'Gracias por su pago',
      preheader: 'Su pago ha llegado. Esto es lo que queda.',
      heading: 'Gracias por su pago',
      lines: [
        'Hemos recibido su pago y lo hemos abonado en su cuenta. Así queda ahora:',
        'Puede pagar el resto en su página cuando quiera, también por partes.',
      ],
      button: 'Ver la cuenta',
    },
    'paid-in-full': {
      name: 'Pagado por completo',
      subject: '{{ claim.reference }} está saldada',
      preheader: 'Todo pagado. Muchas gracias.',
      heading: 'Todo pagado. ¡Muchas gracias!',
      lines: [
        'Ha pagado {{ claim.reference }} por completo. El asunto está cerrado y no volveremos a escribirle por él.',
        'Le recomendamos que guarde este correo. Sus pagos seguirán visibles en su página.',
      ],
      button: 'Ver los pagos',
    },
  },
};
