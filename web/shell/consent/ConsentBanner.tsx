import { Button, CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ConsentBanner.module.css';
import { acceptAll, dismiss, foreignScripts, rejectAll } from './consent.ts';

/** Asks once; both answers are as easy as each other. */
export default function ConsentBanner() {
  const { t } = useTranslation('consent');
  return (
    <section className={classes.banner} aria-label={t('title')}>
      <div className={classes.head}>
        <h2>{t('title')}</h2>
        <CloseButton size="sm" aria-label={t('dismiss')} onClick={dismiss} />
      </div>
      <p>{t('necessary')}</p>
      <p>{t(foreignScripts().length === 0 ? 'nothingLoaded' : 'analytics')}</p>
      <div className={classes.buttons}>
        <Button variant="default" size="sm" onClick={rejectAll}>
          {t('reject')}
        </Button>
        <Button variant="default" size="sm" onClick={acceptAll}>
          {t('accept')}
        </Button>
      </div>
    </section>
  );
}
