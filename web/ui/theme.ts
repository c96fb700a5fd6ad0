import { createTheme, type MantineColorsTuple, rem, type VariantColorsResolver } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';

const brand: MantineColorsTuple = [
  '#f1f8f5',
  '#e2f0eb',
  '#bfdfd4',
  '#8cc7b6',
  '#6bd0b4',
  '#3fb898',
  '#17866d',
  '#0e6b57',
  '#0a5344',
  '#14332b',
];

/** Colours of buttons and icon buttons as tokens, so that one rule serves light and dark. */
const variantColors: VariantColorsResolver = ({ color, variant, theme }) => {
  const danger = color === 'red';
  const chosen = color === undefined || color === theme.primaryColor ? 'brand' : danger ? 'bad' : null;
  const border = `${rem(1)} solid transparent`;
  if (variant === 'default')
    return {
      background: 'var(--surface)',
      hover: 'var(--sunken)',
      color: danger ? 'var(--bad)' : 'var(--ink)',
      border: `${rem(1)} solid var(--line2)`,
    };
  if (variant === 'subtle' || variant === 'transparent') {
    const ink = danger ? 'var(--bad)' : 'var(--ink2)';
    return { background: 'transparent', hover: variant === 'subtle' ? 'var(--sunken)' : 'transparent', color: ink, border };
  }
  if (variant === 'light')
    return {
      background: `var(--${chosen ?? 'brand'}-soft)`,
      hover: `var(--${chosen ?? 'brand'}-soft)`,
      color: danger ? 'var(--bad)' : 'var(--brand-strong)',
      border,
    };
  if (danger) return { background: 'var(--bad)', hover: 'var(--bad)', color: 'var(--on-brand)', border };
  return { background: 'var(--brand)', hover: 'var(--brand-strong)', color: 'var(--on-brand)', border };
};

/**
 * The product's look for Mantine. Colours and sizes live in tokens.css and mantine.css (the provider runs without its own
 * style elements); here stands only what Mantine needs in JavaScript.
 * @param close what the crosses of dialogs and drawers are called.
 */
export const themeFor = (close: string) =>
  createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 5 },
    colors: { brand },
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: 'var(--font)', fontWeight: '600' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    variantColorResolver: variantColors,
    components: {
      Modal: {
        defaultProps: {
          lockScroll: false,
          centered: true,
          overlayProps: { color: '#0c1110', backgroundOpacity: 0.4 },
          transitionProps: { duration: 120 },
        },
      },
      Drawer: {
        defaultProps: {
          lockScroll: false,
          position: 'right',
          size: 420,
          overlayProps: { color: '#0c1110', backgroundOpacity: 0.25 },
          transitionProps: { duration: 140 },
        },
      },
      ModalCloseButton: { defaultProps: { 'aria-label': close } },
      DrawerCloseButton: { defaultProps: { 'aria-label': close } },
      // What explains a field stands beneath it: in a row, labels and fields stay on one line.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
      Select: {
        defaultProps: {
          checkIconPosition: 'right',
          rightSection: createElement(IconChevronDown, { size: 15 }),
          rightSectionPointerEvents: 'none',
        },
      },
      Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
      Switch: { defaultProps: { size: 'sm' } },
      // Its dropdown takes the focus itself: what Mantine puts in for that is no child a menu may have.
      Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    },
  });
