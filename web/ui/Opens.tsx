import { cloneElement, type ReactElement, Suspense, useState } from 'react';

/**
 * A button whose menu or panel is a chunk of its own, loaded at the first click and open then: first screens do without it.
 * @param menu a lazy component around the button, open by default (Mantine's Menu or Popover with `defaultOpened`).
 */
export function Opens(props: {
  button: ReactElement<{ onClick?: () => void }>;
  menu: (target: ReactElement<{ onClick?: () => void }>) => ReactElement;
}) {
  const [wanted, setWanted] = useState(false);
  if (!wanted) return cloneElement(props.button, { onClick: () => setWanted(true) });
  return <Suspense fallback={props.button}>{props.menu(props.button)}</Suspense>;
}
