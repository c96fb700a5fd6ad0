import { Anchor, JsonInput } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Part } from './draft.ts';
import classes from './GeneralScreen.module.css';

/** What new accounts and claims begin with, as JSON. The fields themselves are edited under Metadata. */
export function MetaDataFields({ draft, change, refused }: Part) {
  const { t } = useTranslation('general');
  const { clientId } = useWorkspace();
  return (
    <Section title={t('meta.title')}>
      <div className={classes.json}>
        <JsonInput
          label={t('meta.defaultMeta')}
          description={
            <>
              {t('meta.defaultMetaDetail')}{' '}
              <Anchor component={Link} to={paths.metadata(clientId)} inherit>
                {t('meta.fields')}
              </Anchor>
            </>
          }
          validationError={t('meta.noJson')}
          formatOnBlur
          autosize
          minRows={6}
          maxRows={24}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          value={draft.defaultMeta}
          onChange={(defaultMeta) => change({ defaultMeta })}
          error={refused('defaultMeta')}
        />
      </div>
    </Section>
  );
}
