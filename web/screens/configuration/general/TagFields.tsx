import { Select, TextInput } from '@mantine/core';
import { WORKFLOW_TAG } from '../../../../core/tasks.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Rows } from '../../../ui/Rows.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Part } from './draft.ts';

const TYPES = ['task', 'content', 'accountFile', 'segment'] as const;
const COLORS = ['red-light', 'blue-light', 'gray-light'] as const;

/** Tags of tasks, content, files and segments. */
export function TagFields({ draft, change, refused }: Part) {
  const { t } = useTranslation('general');
  return (
    <Section title={t('tags.title')} aside={t('tags.aside')}>
      <Rows
        rows={draft.tags.filter((tag) => tag.key !== WORKFLOW_TAG)}
        onChange={(tags) => change({ tags })}
        columns="140px minmax(0, 1fr) minmax(0, 1fr) 120px"
        nameOf={(tag) => tag.label}
        add={t('tags.add')}
        fresh={{ type: 'task', key: '', label: '', color: 'blue-light' }}
        line={(tag, put, index) => (
          <>
            <Select
              aria-label={t('tags.type')}
              allowDeselect={false}
              data={TYPES.map((value) => ({ value, label: t(`tags.types.${value}`) }))}
              value={tag.type}
              onChange={(type) => type && put({ type })}
              error={refused(`tags.${index}.type`)}
            />
            <TextInput
              aria-label={t('tags.key')}
              placeholder={t('tags.key')}
              maxLength={40}
              value={tag.key}
              onChange={(event) => put({ key: event.currentTarget.value.toUpperCase().replaceAll(' ', '_') })}
              error={refused(`tags.${index}.key`)}
            />
            <TextInput
              aria-label={t('tags.label')}
              placeholder={t('tags.label')}
              maxLength={60}
              value={tag.label}
              onChange={(event) => put({ label: event.currentTarget.value })}
              error={refused(`tags.${index}.label`)}
            />
            <Select
              aria-label={t('tags.color')}
              allowDeselect={false}
              data={COLORS.map((value) => ({ value, label: t(`tags.colors.${value}`) }))}
              value={tag.color}
              onChange={(color) => color && put({ color })}
              error={refused(`tags.${index}.color`)}
            />
          </>
        )}
      />
    </Section>
  );
}
