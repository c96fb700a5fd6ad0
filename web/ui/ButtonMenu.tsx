import type { ReactElement } from 'react';
import type { ButtonMenuProps } from './ButtonMenu.panel.tsx';
import { later } from './later.ts';
import { Opens } from './Opens.tsx';

const ButtonMenuPanel = later(() => import('./ButtonMenu.panel.tsx'));

/** A button that offers choices. */
export function ButtonMenu({ button, ...menu }: ButtonMenuProps & { readonly button: ReactElement<{ onClick?: () => void }> }) {
  return <Opens button={button} menu={(target) => <ButtonMenuPanel target={target} {...menu} />} />;
}
