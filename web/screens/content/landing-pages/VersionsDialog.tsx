import { Button, Modal } from '@mantine/core';
import { toLocale } from '../../../../core/locale.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { LandingPageVersionsDocument } from './cms.graphql.ts';
import classes from './Landing.module.css';
import { partFields } from './landingDraft.ts';
import type { LandingPageDraft } from './useLandingDraft.ts';

/** The page as it was each time it was saved: one of them can be put back into the editor. */
export default function VersionsDialog({ page, onClose }: { page: LandingPageDraft; onClose: () => void }) {
  const { t } = useTranslation('landing');
  const { clientId, configuration } = useWorkspace();
  const { draft, edits, form } = page;
  const { data, error, refetch } = useQuery('cms', LandingPageVersionsDocument, { clientId, landingPageId: draft.landingPageId ?? '' });
  return (
    <Modal opened onClose={onClose} title={t('versions.title')} size={520}>
      {error !== null && error !== undefined && !data && <ErrorState error={error} onRetry={refetch} />}
      <ol className={classes.versions}>
        {(data?.getLandingPageVersions ?? []).map(({ version, savedAt, savedBy, siteTitle, pageContents }) => (
          <li key={version}>
            <span>
              <strong>{t('versions.number', { number: version })}</strong>
              <span>
                <DateText value={savedAt} />
                {savedBy && ` · ${savedBy}`}
              </span>
            </span>
            {version === draft.version ? (
              <span className={classes.now}>{t('versions.now')}</span>
            ) : (
              edits && (
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
              )
            )}
          </li>
        ))}
      </ol>
    </Modal>
  );
}
