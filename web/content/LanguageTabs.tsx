import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { LOCALES, type Locale } from '../../core/locale.ts';
import { LANGUAGE_NAMES } from '../shell/i18n/i18n.ts';
import { ButtonMenu } from '../ui/ButtonMenu.tsx';
import { useTranslation } from '../ui/texts.ts';
import classes from './LanguageTabs.module.css';

/** The languages of a message, one of them open; others are added, the open one removed. @param props.problems of the open one. */
export function LanguageTabs(props: {
  locales: readonly Locale[];
  locale: Locale;
  problems: number;
  edits: boolean;
  onChoose: (locale: Locale) => void;
  onAdd: (locale: Locale) => void;
  onRemove: () => void;
}) {
  const { locales, locale, problems, edits, onChoose, onAdd, onRemove } = props;
  const { t } = useTranslation('content');
  const missing = LOCALES.filter((each) => !locales.includes(each));
  const removeLabel = t('removeLanguage', { name: LANGUAGE_NAMES[locale] });
  return (
    <div className={classes.languages}>
      <div className={classes.tabs} role="tablist" aria-label={t('columns.locales')}>
        {locales.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            className={classes.language}
            aria-selected={each === locale}
            onClick={() => onChoose(each)}
          >
            {LANGUAGE_NAMES[each]}
            {each === locale && problems > 0 && <span className={classes.dot} title={t('problems', { count: problems })} />}
          </button>
        ))}
      </div>
      {missing.length > 0 && edits && (
        <ButtonMenu
          position="bottom-start"
          button={
            <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />}>
              {t('language')}
            </Button>
          }
          choices={missing.map((each) => ({ key: each, label: LANGUAGE_NAMES[each], onChoose: () => onAdd(each) }))}
        />
      )}
      {locales.length > 1 && edits && (
        <ActionIcon className={classes.remove} variant="subtle" color="red" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
