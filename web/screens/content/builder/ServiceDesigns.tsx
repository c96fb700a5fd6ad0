import { IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toLocale } from '../../../../core/locale.ts';
import { type Draft, newDraft } from '../../../content/draft.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ServiceDesignDocument, ServiceDesignsDocument } from './cms.graphql.ts';
import classes from './DesignChoice.module.css';

/** How a design of the outside service is told from the product's own, in addresses. */
const MARK = 'service-';

/** @returns the outside service's id of what was chosen; null where it is none of its designs. */
export const serviceDesignOf = (from: string | null): string | null => (from?.startsWith(MARK) ? from.slice(MARK.length) : null);

/** Designs that an outside service has, where one is set up. Its pictures aren't loaded: that would tell it who looks. */
export function ServiceDesigns({ onChoose }: { onChoose: (from: string) => void }) {
  const { t } = useTranslation('editor');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', ServiceDesignsDocument, { clientId });
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  const designs = data?.listServiceDesigns;
  if (!designs) return null;
  return (
    <>
      <h2>{t('choice.service')}</h2>
      <ul className={classes.designs}>
        {designs.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.design}
              aria-label={t('choice.use', { name })}
              onClick={() => onChoose(`${MARK}${id}`)}
            >
              <span className={classes.name}>
                <IconWorld size={16} aria-hidden="true" /> {name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A new e-mail with the page of one of its designs, as HTML. */
export function ServiceStart({ designId, children }: { designId: string; children: (start: Draft) => ReactNode }) {
  const { clientId, configuration } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', ServiceDesignDocument, { clientId, designId });
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  const design = data?.getServiceDesign;
  if (!design) return null;
  const leading = toLocale(configuration.defaultLocale);
  return children({
    ...newDraft('email', leading),
    displayName: design.name,
    [leading]: { subject: '', format: 'html', content: design.html },
  });
}
