import classes from './Avatar.module.css';

/** @returns up to two initials: "Pieter de Vries" is "Pd", "Marta Kowalczyk GmbH" is "MK". */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => Array.from(word.replace(/^[^\p{L}\p{N}]+/u, ''))[0])
    .join('');
}

/** A person's or company's initials in a circle. @param size pixels: 26 in lists, 44 on a page. */
export function Avatar(props: { name: string; size?: number }) {
  const size = props.size ?? 26;
  return (
    <span
      className={classes.avatar}
      style={{ width: size, height: size, fontSize: size < 32 ? 11 : size * 0.36 }}
      // Painted, not written: the initials are no part of what a button is called.
      data-initials={initialsOf(props.name)}
      aria-hidden="true"
    />
  );
}
