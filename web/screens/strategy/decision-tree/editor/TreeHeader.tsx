import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconHistory } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../shell/paths.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ButtonMenu } from '../../../../ui/ButtonMenu.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { keyLabel } from '../../../../ui/hotkeys.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { type Status, TONES } from '../item.ts';
import classes from './Editor.module.css';
import type { Loaded } from './loaded.ts';
import { MoreMenu } from './MoreMenu.tsx';
import type { TreeWork } from './useTreeDraft.ts';

/** What the tree is called, which version is shown, and what can be done with it. */
export function TreeHeader(props: { work: TreeWork; loaded: Loaded | null; onPublish: () => void; onArchive: () => void }) {
  const { work, loaded, onPublish, onArchive } = props;
  const { t } = useTranslation('trees');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const mayEdit = useCan('decision', 'editDecisionTrees');
  const { draft, edits } = work;
  const status = loaded?.status as Status | undefined;
  return (
    <PageHeader
      crumbs={[{ label: t('title'), to: paths.decisionTrees(clientId) }, { label: draft.name || t('editor.new') }]}
      chip={
        <>
          {loaded && status && <Tag tone={TONES[status]}>{t(`status.${status}`, { version: loaded.version })}</Tag>}
          {work.changed && <Tag tone="warn">{t('editor.unsaved')}</Tag>}
        </>
      }
      actions={
        <div className={classes.actions}>
          {edits &&
            (['undo', 'redo'] as const).map((name) => (
              <ActionIcon
                key={name}
                className={classes.quiet}
                variant="subtle"
                aria-label={t(`editor.${name}`)}
                title={`${t(`editor.${name}`)} ${keyLabel(name === 'undo' ? 'mod+z' : 'mod+shift+z')}`}
                disabled={work[name] === null}
                onClick={() => work[name]?.()}
              >
                {name === 'undo' ? <IconArrowBackUp size={18} /> : <IconArrowForwardUp size={18} />}
              </ActionIcon>
            ))}
          {loaded && (
            <ButtonMenu
              position="bottom-end"
              button={
                <Button variant="default" leftSection={<IconHistory size={16} />}>
                  {t('editor.versions')}
                </Button>
              }
              choices={loaded.versions.map((each) => ({
                key: String(each.version),
                label: `${t(`status.${each.status as Status}`, { version: each.version })} · ${format.date(each.savedAt)}`,
                onChoose: () => void navigate(paths.decisionTree(clientId, loaded.id, each.version)),
              }))}
            />
          )}
          {loaded && <MoreMenu loaded={loaded} onArchive={onArchive} />}
          {mayEdit && loaded && status !== 'live' && (
            <Button variant="default" disabled={work.changed} title={work.changed ? t('publish.saveFirst') : undefined} onClick={onPublish}>
              {t(status === 'archived' ? 'publish.again' : 'publish.open')}
            </Button>
          )}
          {edits && (
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={work.busy} disabled={!work.canSave} onClick={work.save}>
              {t('editor.save')}
            </Button>
          )}
        </div>
      }
    />
  );
}
