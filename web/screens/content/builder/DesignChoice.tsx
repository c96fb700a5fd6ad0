import { Button } from '@mantine/core';
import { IconCode, IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { library, libraryName, libraryTexts } from '../../../../blocks/library.ts';
import { toLocale } from '../../../../core/locale.ts';
import { builderPaths } from '../../../content/builderPaths.ts';
import { type Draft, newDesignDraft } from '../../../content/draft.ts';
import { DesignPicture } from '../../../content/editor/DesignPicture.tsx';
import { useLook } from '../../../content/editor/useLook.ts';
import { emptyDesign } from '../../../content/editor/written.ts';
import { usePlaceholders } from '../../../content/placeholders.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './DesignChoice.module.css';
import { ServiceDesigns, ServiceStart, serviceDesignOf } from './ServiceDesigns.tsx';

/** What a new e-mail begins with: a design of the library or of an outside service, nothing, or source. @param props.from what was chosen. @param props.children edits it. */
export default function DesignChoice(props: { from: string | null; children: (start: Draft) => ReactNode }) {
  const { t, language } = useTranslation(['editor', 'content']);
  const { clientId, configuration } = useWorkspace();
  const navigate = useNavigate();
  const placeholders = usePlaceholders('email');
  const look = useLook();
  const leading = toLocale(configuration.defaultLocale);
  const choose = (from: string) => void navigate(builderPaths(clientId, 'email').from(from));
  const chosen = library.find(({ id }) => id === props.from);
  if (chosen)
    return props.children(
      newDesignDraft({ design: chosen.design, texts: Object.fromEntries(libraryTexts(chosen.id, leading)) }, chosen.tags),
    );
  const outside = serviceDesignOf(props.from);
  if (outside !== null) return <ServiceStart designId={outside}>{props.children}</ServiceStart>;
  if (props.from === 'empty') return props.children(newDesignDraft({ design: emptyDesign('mail'), texts: { [leading]: {} } }, []));
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('content:title.email'), to: builderPaths(clientId, 'email').list }, { label: t('content:new.email') }]}
        actions={
          <>
            <Button variant="default" leftSection={<IconCode size={16} />} onClick={() => choose('source')}>
              {t('choice.source')}
            </Button>
            <Button variant="default" leftSection={<IconFile size={16} />} onClick={() => choose('empty')}>
              {t('choice.empty')}
            </Button>
          </>
        }
      />
      <main className={classes.main}>
        <h2>{t('choice.title')}</h2>
        <ul className={classes.designs}>
          {look &&
            library.map(({ id, design }) => {
              const name = libraryName(id, language);
              return (
                <li key={id}>
                  <button type="button" className={classes.design} aria-label={t('choice.use', { name })} onClick={() => choose(id)}>
                    <DesignPicture
                      design={design}
                      texts={libraryTexts(id, leading).get(leading) ?? {}}
                      locale={leading}
                      look={look}
                      placeholders={placeholders}
                    />
                    <span className={classes.name}>{name}</span>
                  </button>
                </li>
              );
            })}
        </ul>
        <ServiceDesigns onChoose={choose} />
      </main>
    </div>
  );
}
