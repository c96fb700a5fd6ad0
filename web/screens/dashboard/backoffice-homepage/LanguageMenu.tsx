import { Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { LOCALES } from '../../../../core/locale.ts';
import { LANGUAGE_NAMES, setLocale } from '../../../shell/i18n/i18n.ts';
import { later } from '../../../ui/later.ts';
import { Opens } from '../../../ui/Opens.tsx';
import { useTranslation } from '../../../ui/texts.ts';

const LanguageList = later(() => import('./LanguageList.tsx'));

/** Specification 1, section 2.5: every supported language but British English. */
const OFFERED = LOCALES.filter((locale) => locale !== 'en_GB');

/** Changes the language; it stands here while the home page is on, and the sidebar has none. */
export function LanguageMenu() {
  const { t, language } = useTranslation('home');
  const chosen = LOCALES.find((locale) => locale === language) ?? 'en_US';
  const button = (
    <Button
      variant="default"
      leftSection={<IconLanguage size={16} stroke={1.6} />}
      aria-label={t('language', { name: LANGUAGE_NAMES[chosen] })}
    >
      {LANGUAGE_NAMES[chosen]}
    </Button>
  );
  return (
    <Opens
      button={button}
      menu={(target) => <LanguageList target={target} locales={OFFERED} chosen={chosen} onChoose={(locale) => void setLocale(locale)} />}
    />
  );
}
