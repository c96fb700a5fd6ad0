import { Button, CloseButton } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../ui/texts.ts';
import classes from './ConsentBanner.module.css';
import { acceptAll, dismiss, foreignScripts, rejectAll } from './consent.ts';

/** Asks once; both answers are as easy as each other. The page ends above it (--consent), so that it covers nothing. */
export default function ConsentBanner() {
  const { t } = useTranslation('consent');
  const banner = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--consent', `${banner.current?.offsetHeight ?? 0}px`));
    if (banner.current) watch.observe(banner.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--consent');
    };
  }, []);
  return (
    <section ref={banner} className={classes.banner} aria-label={t('title')} data-actions>
      <div className={classes.words}>
        <h2>{t('title')}</h2>
        <p>
          {t('necessary')} {t(foreignScripts().length === 0 ? 'nothingLoaded' : 'analytics')}
        </p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="sm" onClick={rejectAll}>
          {t('reject')}
        </Button>
        <Button variant="default" size="sm" onClick={acceptAll}>
          {t('accept')}
        </Button>
        <CloseButton size="sm" aria-label={t('dismiss')} onClick={dismiss} />
      </div>
    </section>
  );
}
