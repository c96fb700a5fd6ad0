import type { Channel } from './draft.ts';

/** The addresses of a builder (specification 2, section 2). */
export function builderPaths(clientId: string, channel: Channel) {
  const base = `/${clientId}/content/${channel === 'email' ? 'email' : 'messaging'}-builder`;
  const end = channel === 'email' ? '' : '/sms';
  return {
    list: base,
    create: channel === 'email' ? `${base}/create` : `${base}/new`,
    /** A new one that begins with a design. */
    from: (designId: string) => `${base}/create/${encodeURIComponent(designId)}`,
    edit: (fileName: string) => `${base}/edit/${encodeURIComponent(fileName)}${end}`,
    clone: (fileName: string) => `${base}/clone/${encodeURIComponent(fileName)}${end}`,
  };
}
