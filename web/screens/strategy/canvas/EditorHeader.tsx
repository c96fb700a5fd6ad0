import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconHistory, IconTags } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { paths } from '../../../shell/paths.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { Opens } from '../../../ui/Opens.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { useDirectory } from './directory.ts';
import classes from './Editor.module.css';
import { NameField, type NameState } from './NameField.tsx';
import type { Saved, WorkState } from './useWork.ts';

const CategoriesPanel = later(() => import('./CategoriesPanel.tsx'));

/** What the strategy is called, what state it is in, and what can be done with it. */
export const EditorHeader = memo(function EditorHeader(props: {
  clientId: string;
  saved: Saved | null;
  work: WorkState;
  isOld: boolean;
  readOnly: boolean;
  /** Claims that run in it now; null while unknown. */
  running: number | null;
  errors: number;
  nameState: NameState;
  /** What takes steps out and in. */
  exchange: ReactNode;
  naming: boolean;
  saving: boolean;
  /** Where the way back leads instead of the list. */
  back: string | null;
  onNaming: (naming: boolean) => void;
  onNextProblem: () => void;
  onVersions: () => void;
  onCurrent: () => void;
  onSave: () => void;
}) {
  const { saved, work, isOld, readOnly, running, errors } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const { categories } = useDirectory();
  const many = (key: 'header.unsaved' | 'header.disconnected' | 'header.problems' | 'header.running', count: number) =>
    t(key, { count, number: format.number(count) });
  return (
    <PageHeader
      crumbs={[{ label: t('title'), to: props.back ?? paths.strategies(props.clientId) }, { label: work.displayName }]}
      title={
        <NameField
          name={work.displayName}
          state={props.nameState}
          readOnly={readOnly}
          editing={props.naming}
          onEditing={props.onNaming}
          onChange={work.rename}
        />
      }
      chip={
        <>
          {saved === null ? (
            <Tag tone="violet">{t('header.new')}</Tag>
          ) : isOld ? (
            <Tag tone="info">{t('header.oldVersion', { version: saved.version })}</Tag>
          ) : (
            <Tag tone="good">{t('header.live', { version: saved.version })}</Tag>
          )}
          {readOnly && !isOld && <Tag>{t('header.readOnly')}</Tag>}
          {!readOnly && work.changes > 0 && <Tag tone="warn">{many('header.unsaved', work.changes)}</Tag>}
          {work.loose.length > 0 && <Tag tone="bad">{many('header.disconnected', work.loose.length)}</Tag>}
          {!readOnly && errors > 0 && (
            <button type="button" className={classes.problems} title={t('header.nextProblem')} onClick={props.onNextProblem}>
              <Tag tone="bad">{many('header.problems', errors)}</Tag>
            </button>
          )}
        </>
      }
      aside={running === null ? undefined : many('header.running', running)}
      actions={
        <div className={classes.actions}>
          {!readOnly && (
            <>
              <ActionIcon
                className={classes.quiet}
                variant="subtle"
                aria-label={t('header.undo')}
                title={`${t('header.undo')} ${keyLabel('mod+z')}`}
                disabled={work.history.past.length === 0}
                onClick={work.undo}
              >
                <IconArrowBackUp size={18} />
              </ActionIcon>
              <ActionIcon
                className={classes.quiet}
                variant="subtle"
                aria-label={t('header.redo')}
                title={`${t('header.redo')} ${keyLabel('mod+shift+z')}`}
                disabled={work.history.future.length === 0}
                onClick={work.redo}
              >
                <IconArrowForwardUp size={18} />
              </ActionIcon>
              <Opens
                button={
                  <ActionIcon variant="subtle" aria-label={t('categories.label')} title={t('categories.label')}>
                    <IconTags size={18} />
                  </ActionIcon>
                }
                menu={(target) => <CategoriesPanel target={target} known={categories} value={work.categories} onChange={work.categorise} />}
              />
            </>
          )}
          {props.exchange}
          <Button variant="default" leftSection={<IconHistory size={16} />} disabled={saved === null} onClick={props.onVersions}>
            {t('header.versions')}
          </Button>
          {isOld && (
            <Button variant="default" onClick={props.onCurrent}>
              {t('header.backToCurrent', { version: saved?.currentVersion })}
            </Button>
          )}
          {!readOnly && (
            <Button loading={props.saving} disabled={!work.dirty && saved !== null} onClick={props.onSave}>
              {t('header.save')}
            </Button>
          )}
        </div>
      }
    />
  );
});
