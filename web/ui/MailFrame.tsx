import { useMemo } from 'react';
import classes from './MailFrame.module.css';

/**
 * A mail's page as its reader sees it. It runs no scripts, has an origin of its own, and its links open outside.
 * @param html the page; null while there is none. @param title names the frame for those who hear it.
 * @param caged it came from outside: its links lead nowhere.
 */
export function MailFrame(props: { html: string | null; title: string; caged?: boolean }) {
  const page = useMemo(() => props.html?.replace(/<a\b/gi, '<a target="_blank" rel="noopener noreferrer"'), [props.html]);
  if (page === undefined) return <div className={classes.frame} />;
  return (
    <iframe
      className={classes.frame}
      title={props.title}
      sandbox={props.caged ? '' : 'allow-popups allow-popups-to-escape-sandbox'}
      srcDoc={page}
    />
  );
}
