import type { Channel } from './draft.ts';

/** The addresses of a builder (specification 2, section 2). */
export function builderPaths(clientId: string, channel: Channel) {
  const base = `/${clientId}/content/${channel === 'email' ? 'email' : 'messaging'}-builder`;
  const end = channel === 'email' ? '' : '/sms';
  return {
    list: base,
    create: channel === 'email' ? `${base}/create` : `${base}/new`,
    edit: (fileName: string) => `${base}/edit/${encodeURIComponent(fileName)}${end}`,
    clone: (fileName: string) => `${base}/clone/${encodeURIComponent(fileName)}${end}`,
  };
}
