import { useMemo } from 'react';
import classes from './MailFrame.module.css';

/** Before every page: it runs nothing, sends nothing, tells no server who looks, and its links open outside. Whatever else holds, this does. */
const headOf = (images: string) =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; form-action 'none'"><meta name="referrer" content="no-referrer"><base target="_blank">`;

/** How a mail is looked at: on a screen, on a phone, and where the mail program is dark or turns colours round by itself. */
export const MAIL_LOOKS = ['desktop', 'phone', 'dark', 'inverted'] as const;
export type MailLook = (typeof MAIL_LOOKS)[number];

/**
 * A mail's page as its reader sees it. It runs no scripts, has an origin of its own, and its links open outside.
 * @param html the page; null while there is none. @param title names the frame for those who hear it.
 * @param caged it came from outside: its links lead nowhere, and it shows only the pictures it brought.
 */
export function MailFrame(props: { html: string | null; title: string; caged?: boolean; look?: MailLook }) {
  const page = useMemo(
    () => (props.html === null ? null : headOf(props.caged ? 'data:' : 'data: https: http:') + props.html),
    [props.html, props.caged],
  );
  if (page === null) return <div className={classes.frame} />;
  return (
    <iframe
      className={classes.frame}
      data-look={props.look}
      title={props.title}
      sandbox={props.caged ? '' : 'allow-popups allow-popups-to-escape-sandbox'}
      srcDoc={page}
    />
  );
}
