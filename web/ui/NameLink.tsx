import { Link } from 'react-router';
import classes from './NameLink.module.css';

/** The name of a list's line, and the way to what it names. @param title more about it, shown on hover. */
export function NameLink(props: { to: string; title?: string; children: string }) {
  return (
    <Link className={classes.link} to={props.to} title={props.title}>
      {props.children}
    </Link>
  );
}
