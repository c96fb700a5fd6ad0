import { TagsInput, TextInput } from '@mantine/core';
import { PictureField } from '../../../content/editor/PictureField.tsx';
import { query } from '../../../shell/api.ts';
import { useClientTags } from '../../../shell/tags.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { errorAt } from '../../../ui/form.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { LandingPageExistsDocument } from './cms.graphql.ts';
import classes from './Landing.module.css';
import type { LandingPageDraft } from './useLandingDraft.ts';

/** What a page is called, in the list and in the browser's tab, its tags and its icon. */
export function LandingFacts({ page }: { page: LandingPageDraft }) {
  const { t } = useTranslation('landing');
  const { clientId } = useWorkspace();
  const tags = useClientTags('content');
  const { draft, edits, form } = page;
  const { errors, setValues } = form;
  const isNew = draft.landingPageId === null;
  /** A name that is taken is told before all the rest is written; the server has the last word. */
  async function checkName(): Promise<void> {
    const displayName = draft.displayName.trim();
    if (!isNew || displayName === '') return;
    const taken = await query('cms', LandingPageExistsDocument, { clientId, displayName }).catch(() => null);
    if (taken?.getLandingPageExist && form.getValues().displayName.trim() === displayName) form.setErrors({ displayName: t('nameTaken') });
  }
  return (
    <fieldset className={classes.facts} disabled={!edits}>
      <TextInput
        label={t('columns.name')}
        value={draft.displayName}
        maxLength={200}
        data-autofocus={isNew || undefined}
        error={errorAt(errors, 'displayName')}
        onBlur={() => void checkName()}
        onChange={(event) => setValues({ displayName: event.currentTarget.value })}
      />
      <TextInput
        label={t('columns.siteTitle')}
        placeholder={t('siteTitleDetail')}
        value={draft.siteTitle}
        maxLength={120}
        error={errorAt(errors, 'siteTitle')}
        onChange={(event) => setValues({ siteTitle: event.currentTarget.value })}
      />
      <TagsInput
        label={t('columns.tags')}
        data={[...tags.labels]}
        value={draft.tags.map(tags.labelOf)}
        error={errorAt(errors, 'tags')}
        onChange={(labels) => setValues({ tags: [...new Set(labels.map(tags.keyOf))] })}
      />
      <div className={classes.icon}>
        <PictureField isShort label={t('favicon')} value={draft.faviconPath} onChange={(faviconPath) => setValues({ faviconPath })} />
      </div>
    </fieldset>
  );
}
