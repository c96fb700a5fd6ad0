import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { Locale } from '../../../../core/locale.ts';
import { LANGUAGE_NAMES, tagOf } from '../../../shell/i18n/i18n.ts';

/** Specification 1, section 9. */
const HEIGHT = 250;

/** The languages' own names; open when it appears. */
export default function LanguageList(props: {
  target: ReactElement;
  locales: readonly Locale[];
  chosen: Locale;
  onChoose: (locale: Locale) => void;
}) {
  return (
    <Menu defaultOpened position="bottom-end" width={180}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown mah={HEIGHT} style={{ overflowY: 'auto' }}>
        {props.locales.map((locale) => (
          <Menu.Item
            key={locale}
            lang={tagOf(locale)}
            onClick={() => props.onChoose(locale)}
            rightSection={locale === props.chosen && <IconCheck size={15} />}
          >
            {LANGUAGE_NAMES[locale]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
