import { ActionIcon, Button, Group, Modal, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ATTACHMENT_CONTEXTS, type AttachmentSelector, MOST_SELECTORS } from '../../core/attachmentSelectors.ts';
import { DOCUMENT_TYPES } from '../../core/fileTypes.ts';
import { useTranslation } from '../ui/texts.ts';
import classes from './AttachmentsDialog.module.css';

/** Which of the account's files go along: rules by kind of file. They change with the form that opens this, and are saved with it. */
export default function AttachmentsDialog(props: {
  rules: readonly AttachmentSelector[];
  edits: boolean;
  /** What the files go along with, where that is no message. */
  detail?: string;
  onChange: (rules: readonly AttachmentSelector[]) => void;
  onClose: () => void;
}) {
  const { rules, edits, onChange } = props;
  const { t, find } = useTranslation(['content', 'files']);
  const put = (at: number, part: Partial<AttachmentSelector>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  // What strategies or older versions wrote stays a choice.
  const types = [...new Set<string>([...DOCUMENT_TYPES, ...rules.map(({ documentType }) => documentType)])];
  return (
    <Modal opened onClose={props.onClose} title={t('attachments.title')} size={720}>
      <p className={classes.detail}>{props.detail ?? t('attachments.detail')}</p>
      <fieldset className={classes.rules} disabled={!edits}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are told by their place
          <div key={at} className={classes.rule}>
            <Select
              label={t('attachments.type')}
              data={types.map((value) => ({ value, label: find(`files:type.${value}`) ?? value }))}
              value={rule.documentType}
              allowDeselect={false}
              onChange={(documentType) => documentType && put(at, { documentType })}
            />
            <Select
              label={t('attachments.of')}
              data={[
                { value: '', label: t('attachments.context.any') },
                ...ATTACHMENT_CONTEXTS.map((value) => ({ value: value as string, label: t(`attachments.context.${value}`) })),
              ]}
              value={rule.contextType ?? ''}
              allowDeselect={false}
              onChange={(contextType) => put(at, { contextType: contextType || null })}
            />
            <Select
              label={t('attachments.which')}
              data={(['latest', 'all'] as const).map((value) => ({ value, label: t(`attachments.criteria.${value}`) }))}
              value={rule.fileSelectionCriteria}
              allowDeselect={false}
              onChange={(chosen) => put(at, { fileSelectionCriteria: chosen === 'all' ? 'all' : 'latest' })}
            />
            <ActionIcon
              size={36}
              variant="subtle"
              color="red"
              aria-label={t('attachments.remove', { number: at + 1 })}
              title={t('attachments.remove', { number: at + 1 })}
              onClick={() => onChange(rules.toSpliced(at, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
      </fieldset>
      <Group justify="space-between" mt="md">
        {edits && rules.length < MOST_SELECTORS ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            data-autofocus={rules.length === 0 || undefined}
            onClick={() => onChange([...rules, { documentType: 'INVOICE', contextType: null, fileSelectionCriteria: 'latest' }])}
          >
            {t('attachments.add')}
          </Button>
        ) : (
          <span />
        )}
        <Button onClick={props.onClose}>{t('attachments.done')}</Button>
      </Group>
    </Modal>
  );
}
