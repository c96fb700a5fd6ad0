/** What a new template of WhatsApp and a new automated call begin as. Apart from their schemas, which the first screens do without. */
import type { SpokenCall } from './spokenCall.ts';
import type { WhatsappTemplate } from './whatsapp.ts';

export const EMPTY_TEMPLATE: WhatsappTemplate = { category: 'UTILITY', header: { kind: 'none' }, body: '', footer: '', buttons: [] };
export const EMPTY_CALL: SpokenCall = { voice: 'female', opening: '', text: '', keys: [], goodbye: '', voicemail: '' };
