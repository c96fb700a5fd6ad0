import { SegmentedControl, Select, Textarea } from '@mantine/core';
import { LOCALES } from '../../../core/locale.ts';
import { COMPOSED_CHANNELS, CONTENT_OF } from '../../../core/messageChannels.ts';
import { KeptNote } from '../../ui/KeptNote.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { LANGUAGE_NAMES } from '../i18n/i18n.ts';
import { useWorkspace } from '../workspace.ts';
import { AttachmentsField } from './AttachmentsField.tsx';
import classes from './Composer.module.css';
import { ContactField } from './ContactField.tsx';
import { MessageTemplatesDocument } from './cms.graphql.ts';
import { MessageBody } from './MessageBody.tsx';
import type { Composer } from './useComposer.ts';

/** The message's fields: how and where it goes, by which template or in which words, with which files. */
export function ComposerFields({ composer }: { composer: Composer }) {
  const { target, form, change, submit } = composer;
  const { values, errors } = form;
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const templates = useQuery('cms', MessageTemplatesDocument, {
    clientId,
    contentTemplateTypes: [...CONTENT_OF[values.channel]],
  });
  // A template and a free message may have one name: it names the template.
  const choices = new Map(templates.data?.getTemplateBundleList.map(({ fileName, displayName }) => [fileName, displayName]));
  return (
    <form id="message" className={classes.form} onSubmit={submit}>
      <KeptNote kept={form.kept} />
      <SegmentedControl
        fullWidth
        aria-label={t('composer.channel')}
        value={values.channel}
        disabled={target.parent?.channel != null}
        data={COMPOSED_CHANNELS.map((value) => ({ value, label: t(`outcome.method.${value}`) }))}
        onChange={(name) => {
          const channel = COMPOSED_CHANNELS.find((each) => each === name);
          if (channel) change({ channel, contactData: '', templateReferences: '' });
        }}
      />
      {values.channel !== 'letter' && (
        <ContactField
          accountId={target.accountId}
          channel={values.channel}
          value={values.contactData}
          error={errors.contactData}
          onChange={(contactData) => change({ contactData })}
        />
      )}
      <div className={classes.pair}>
        <Select
          searchable
          label={t('composer.template')}
          data={[
            // A letter is of a template: its blocks know where the address shows in the window.
            ...(values.channel === 'letter' ? [] : [{ value: '', label: t('composer.ownWords') }]),
            ...[...choices].map(([value, label]) => ({ value, label })),
          ]}
          allowDeselect={false}
          value={values.channel === 'letter' ? values.templateReferences || null : values.templateReferences}
          error={errors.templateReferences}
          onChange={(template) => change({ templateReferences: template ?? '' })}
        />
        <Select
          label={t('composer.language')}
          data={[{ value: '', label: t('composer.readersLanguage') }, ...LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))]}
          allowDeselect={false}
          value={values.locale}
          error={errors.locale}
          onChange={(locale) => change({ locale: locale ?? '' })}
        />
      </div>
      {values.templateReferences === '' && values.channel !== 'letter' && <MessageBody composer={composer} />}
      {values.channel === 'email' && (
        <AttachmentsField
          accountId={target.accountId}
          value={values.attachments}
          error={errors.attachments}
          onChange={(attachments) => change({ attachments })}
        />
      )}
      <Textarea
        label={t('composer.notes')}
        description={t('composer.notesDetail')}
        autosize
        minRows={1}
        maxRows={5}
        value={values.notes}
        error={errors.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
      {composer.overrides && (
        <Textarea
          autoFocus
          required
          label={t('composer.overrideReason')}
          description={t('composer.overrideDetail')}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={500}
          value={values.overrideReason}
          error={errors.overrideReason}
          onChange={(event) => form.setValues({ overrideReason: event.currentTarget.value })}
        />
      )}
    </form>
  );
}
