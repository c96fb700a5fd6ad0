import { Button } from '@mantine/core';
import { IconArrowRight, IconHammer } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useRoute } from '../../shell/useRoute.ts';
import { useWorkspace } from '../../shell/workspace.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTranslation } from '../../ui/texts.ts';
import classes from './LaterScreen.module.css';
import { INSTEAD, type LaterName } from './later.ts';

/** A screen that is still to come: what it will be for, and where a part of it can be done today. */
export default function LaterScreen() {
  const { t } = useTranslation(['later', 'shell']);
  const { clientId, screens } = useWorkspace();
  const route = useRoute();
  if (!route) return null;
  // A screen that belongs to another one says the same.
  const name = (route.under ?? route.name) as LaterName;
  const screen = t(`shell:screen.${name}`);
  const instead = INSTEAD[name].flatMap((each) => screens.find((one) => one.name === each) ?? []);
  return (
    <>
      <PageHeader crumbs={[{ label: t(`shell:screen.${route.name}`) }]} />
      <div className={classes.page}>
        <span className={classes.icon}>
          <IconHammer size={22} stroke={1.6} />
        </span>
        <h2 className={classes.heading}>{t('heading', { screen })}</h2>
        <h3>{t('purpose')}</h3>
        <p>{t(`purposeOf.${name}`)}</p>
        <h3>{t('today')}</h3>
        <p>{t(`todayOf.${name}`)}</p>
        <div className={classes.links}>
          {instead.map((each) => (
            <Button
              key={each.name}
              component={Link}
              to={`/${clientId}/${each.path}`}
              variant="default"
              rightSection={<IconArrowRight size={16} stroke={1.6} />}
            >
              {t('open', { screen: t(`shell:screen.${each.name}`) })}
            </Button>
          ))}
        </div>
      </div>
    </>
  );
}
