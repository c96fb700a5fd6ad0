import type { Channel } from './draft.ts';

const BUILDERS: Readonly<Record<Channel, 'email' | 'messaging' | 'letter' | 'robocall'>> = {
  email: 'email',
  sms: 'messaging',
  whatsapp: 'messaging',
  message: 'messaging',
  letter: 'letter',
  call: 'robocall',
  claimLandingPage: 'messaging',
  clientLandingPage: 'messaging',
};

/** The addresses of a builder (specification 2, section 2). What is plain text shares one, and says which it is. */
export function builderPaths(clientId: string, channel: Channel) {
  const builder = BUILDERS[channel];
  const base = `/${clientId}/content/${builder}-builder`;
  const end = builder === 'messaging' ? `/${channel}` : '';
  const type = builder === 'messaging' && channel !== 'sms' ? `?type=${channel}` : '';
  return {
    list: `${base}${type}`,
    create: builder === 'email' ? `${base}/create` : `${base}/new${type}`,
    /** A new one that begins with a design. */
    from: (designId: string) => `${base}/create/${encodeURIComponent(designId)}`,
    edit: (fileName: string) => `${base}/edit/${encodeURIComponent(fileName)}${end}`,
    clone: (fileName: string) => `${base}/clone/${encodeURIComponent(fileName)}${end}`,
  };
}
