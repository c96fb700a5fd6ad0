import { Button, Modal } from '@mantine/core';
import { toLocale } from '../../../../core/locale.ts';
import { mutate, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { openInTab } from '../../../ui/newTab.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { LandingPageVersionsDocument, PreviewLandingPageVersionDocument } from './cms.graphql.ts';
import classes from './Landing.module.css';
import { partFields } from './landingDraft.ts';
import type { LandingPageDraft } from './useLandingDraft.ts';

/** The page as it was each time it was saved, and each way it was shown: one can look at them, and put one back into the editor. */
export default function VersionsDialog({ page, onClose }: { page: LandingPageDraft; onClose: () => void }) {
  const { t } = useTranslation('landing');
  const { clientId, configuration } = useWorkspace();
  const { draft, edits, form, part, locale } = page;
  const format = useFormat();
  const { data, error, refetch } = useQuery('cms', LandingPageVersionsDocument, { clientId, landingPageId: draft.landingPageId ?? '' });
  const view = async (version: number, look: string | null) => {
    try {
      const variables = { clientId, landingPageId: draft.landingPageId ?? '', version, look, part, locale };
      const blocked = await openInTab(
        async () => (await mutate('cms', PreviewLandingPageVersionDocument, variables)).createLandingPageVersionPreview.previewURL,
      );
      if (blocked !== null) toastSuccess(t('versions.blocked'));
    } catch (refusal) {
      toastError(refusal);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('versions.title')} size={520}>
      {error !== null && error !== undefined && !data && <ErrorState error={error} onRetry={refetch} />}
      <ol className={classes.versions}>
        {(data?.getLandingPageVersions ?? []).map(({ version, savedAt, savedBy, siteTitle, pageContents, looks }) => (
          <li key={version}>
            <span>
              <strong>{t('versions.number', { number: version })}</strong>
              <span>
                <DateText value={savedAt} />
                {savedBy && ` · ${savedBy}`}
              </span>
              {looks.length > 0 && (
                <span className={classes.looks}>
                  {t('versions.shown')}
                  {looks.map(({ look, firstShownAt }) => (
                    <Button
                      key={look}
                      size="compact-xs"
                      variant="subtle"
                      aria-label={t('versions.viewShown', { number: version, date: format.date(firstShownAt, 'long') })}
                      onClick={() => void view(version, look)}
                    >
                      {format.date(firstShownAt, 'long')}
                    </Button>
                  ))}
                </span>
              )}
            </span>
            <span className={classes.choices}>
              {version === draft.version && <span className={classes.now}>{t('versions.now')}</span>}
              <Button
                size="xs"
                variant="subtle"
                aria-label={t('versions.viewNumber', { number: version })}
                onClick={() => void view(version, null)}
              >
                {t('versions.view')}
              </Button>
              {version !== draft.version && edits && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    form.setValues({ siteTitle, ...partFields(pageContents, toLocale(configuration.defaultLocale)) });
                    toastSuccess(t('versions.taken', { number: version }));
                    onClose();
                  }}
                >
                  {t('versions.take')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
