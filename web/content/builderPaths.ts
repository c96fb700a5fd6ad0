import type { Channel } from './draft.ts';

const BUILDERS: Readonly<Record<Channel, string>> = { email: 'email', sms: 'messaging', letter: 'letter' };

/** The addresses of a builder (specification 2, section 2). */
export function builderPaths(clientId: string, channel: Channel) {
  const base = `/${clientId}/content/${BUILDERS[channel]}-builder`;
  const end = channel === 'sms' ? '/sms' : '';
  return {
    list: base,
    create: channel === 'email' ? `${base}/create` : `${base}/new`,
    edit: (fileName: string) => `${base}/edit/${encodeURIComponent(fileName)}${end}`,
    clone: (fileName: string) => `${base}/clone/${encodeURIComponent(fileName)}${end}`,
  };
}
