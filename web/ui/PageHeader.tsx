import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './PageHeader.module.css';
import { useKeptSearch, withKeptSearch } from './place.ts';

/** A step of the way to this page: with `to` a link, without one the page itself. */
export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

/**
 * The bar on top of every screen.
 * @param crumbs the way here, to lists as they were left; the last one is the page's title. @param chip what stands beside the title: a count, a Reference, Tags.
 * @param title stands in place of the last crumb's words, e.g. a name that can be changed there.
 * @param aside quiet words before the actions. @param actions buttons, the main one last.
 */
export function PageHeader(props: {
  crumbs: readonly Crumb[];
  title?: ReactNode;
  chip?: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
}) {
  const way = props.crumbs.slice(0, -1);
  useKeptSearch(way.length === 0);
  return (
    <header className={classes.header}>
      <nav className={classes.crumbs}>
        {way.map((crumb) => (
          <span key={crumb.label} className={classes.way}>
            {crumb.to === undefined ? crumb.label : <Link to={withKeptSearch(crumb.to)}>{crumb.label}</Link>}
            <span className={classes.slash}>/</span>
          </span>
        ))}
        <h1 title={props.title === undefined ? props.crumbs.at(-1)?.label : undefined}>{props.title ?? props.crumbs.at(-1)?.label}</h1>
      </nav>
      {props.chip !== undefined && <span className={classes.chip}>{props.chip}</span>}
      <div className={classes.end}>
        {props.aside !== undefined && <span className={classes.aside}>{props.aside}</span>}
        {props.actions}
      </div>
    </header>
  );
}

/** The sunken figure beside a title: "248,910". */
export function CountChip(props: { children: ReactNode }) {
  return <span className={classes.count}>{props.children}</span>;
}
