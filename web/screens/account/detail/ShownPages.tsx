import { ActionIcon, Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { toLocale } from '../../../../core/locale.ts';
import { mutate, useQuery } from '../../../shell/api.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { openInTab } from '../../../ui/newTab.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { ShownPagesDocument, type ShownPagesQuery, ViewShownPageDocument } from './cms.graphql.ts';
import classes from './LinksPanel.module.css';

type Shown = ShownPagesQuery['getShownLandingPages'][number];

/** How many show before one asks for more. */
const FIRST = 3;

/** The client's pages that the debtor saw, each as it looked then: with the amounts of today, which come from the ledger. */
export function ShownPages({ accountId }: { accountId: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { data, error } = useQuery('cms', ShownPagesDocument, { clientId, accountId }, { reuse: true, keepPrevious: true });
  const all = data?.getShownLandingPages ?? [];
  const shown = isWhole ? all : all.slice(0, FIRST);
  if (!data && error) return <ErrorNote error={error} />;
  if (all.length === 0) return null;
  const view = async ({ landingPageId, version, look, locale }: Shown) => {
    try {
      const variables = { clientId, landingPageId, version, look, accountId, locale };
      const blocked = await openInTab(
        async () => (await mutate('cms', ViewShownPageDocument, variables)).createLandingPageVersionPreview.previewURL,
      );
      if (blocked !== null) toastSuccess(t('shownPages.blocked'));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <h4 className={classes.heading}>{t('shownPages.title')}</h4>
      <ul className={classes.links} aria-label={t('shownPages.title')}>
        {shown.map((page) => {
          const { landingPageId, version, displayName, locale, look, firstShownAt, lastShownAt } = page;
          const days = [...new Set([format.date(firstShownAt), format.date(lastShownAt)])].join(' – ');
          return (
            <li key={[landingPageId, version, locale, look].join(' ')}>
              <span>
                <span className={classes.page}>
                  {t('shownPages.row', { name: displayName, version, language: LANGUAGE_NAMES[toLocale(locale)] })}
                </span>
                {look === null ? `${days} · ${t('shownPages.unknown')}` : days}
              </span>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('shownPages.view', { name: displayName, version, days })}
                onClick={() => void view(page)}
              >
                <IconEye size={14} stroke={1.6} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {all.length > shown.length && (
        <Button size="compact-xs" variant="subtle" mb={8} onClick={() => setWhole(true)}>
          {t('links.all', { count: all.length - shown.length })}
        </Button>
      )}
    </>
  );
}
