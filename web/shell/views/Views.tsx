import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { later } from '../../ui/later.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { useMutation, useQuery } from '../api.ts';
import { useAction } from '../useAction.ts';
import { useWorkspace } from '../workspace.ts';
import { openView, searchOfView, VIEW, type View } from './address.ts';
import { DeleteViewDocument, SavedViewsDocument, SaveViewDocument, SetDefaultViewDocument } from './layout.graphql.ts';
import classes from './Views.module.css';

const ViewForm = later(() => import('./ViewForm.tsx'));

/** Names the form among those that the address may open (useAction). */
const FORM = 'view';

/** What the menu shows and does. */
export default function Views({ screen }: { screen: string }) {
  const { t } = useTranslation('lists');
  const { clientId } = useWorkspace();
  const [params, setParams] = useSearchParams();
  const { data, refetch } = useQuery('layout', SavedViewsDocument, { clientId, screen }, { reuse: true, keepPrevious: true });
  const [save] = useMutation('layout', SaveViewDocument);
  const [remove] = useMutation('layout', DeleteViewDocument);
  const [setDefault] = useMutation('layout', SetDefaultViewDocument);
  // It stands in the address, so that a reload finds what was typed and not saved.
  const [form, act, about] = useAction();
  const [deleting, setDeleting] = useState<View | null>(null);
  const views = data?.getSavedViews;
  const current = views?.find((view) => view.viewId === params.get(VIEW));
  const edited = views?.find((view) => view.viewId === about) ?? null;
  const search = searchOfView(params);
  const changed = current !== undefined && search !== searchOfView(new URLSearchParams(current.search));

  // The list opens with the default view where its address asks for nothing.
  const opened = useRef(params.size > 0);
  useEffect(() => {
    if (opened.current || !views) return;
    opened.current = true;
    const first = views.find((view) => view.isDefault);
    if (first) setParams(openView(first), { replace: true });
  }, [views, setParams]);

  const open = (view: View) => setParams(openView(view));
  const run = (act: Promise<unknown>, said: string) =>
    void act.then(
      () => {
        refetch();
        toastSuccess(said);
      },
      (error: unknown) => toastError(error),
    );
  const item = (view: View) => ({
    key: view.viewId,
    label: view.isDefault ? `${view.name} · ${t('views.default')}` : view.name,
    onChoose: () => open(view),
    chosen: view === current,
  });
  const mine = views?.filter((view) => view.isMine) ?? [];
  const shared = views?.filter((view) => !view.isMine) ?? [];
  const update = (view: View) =>
    run(save({ clientId, view: { viewId: view.viewId, revision: view.revision, screen, name: view.name, search } }), t('views.saved'));
  return (
    <>
      <ButtonMenu
        position="bottom-end"
        title={mine.length + shared.length === 0 ? t('views.none') : t('views.title')}
        choices={[
          ...mine.map(item),
          ...shared.map((view, index) => ({
            ...item(view),
            label: `${view.name} · ${t('views.shared')}`,
            line: index === 0 && mine.length > 0,
          })),
          ...(current && changed
            ? [
                ...(current.isEditable ? [{ key: 'update', label: t('views.update'), onChoose: () => update(current), line: true }] : []),
                { key: 'back', label: t('views.back'), onChoose: () => open(current), line: !current.isEditable },
              ]
            : []),
          { key: 'saveAs', label: t('views.saveAs'), onChoose: () => act(FORM), line: true },
          ...(current?.isEditable ? [{ key: 'edit', label: t('views.edit'), onChoose: () => act(FORM, current.viewId) }] : []),
          ...(current?.isMine
            ? [
                {
                  key: 'default',
                  label: t(current.isDefault ? 'views.unsetDefault' : 'views.setDefault'),
                  onChoose: () =>
                    run(setDefault({ clientId, screen, viewId: current.isDefault ? null : current.viewId }), t('views.saved')),
                },
              ]
            : []),
          ...(current?.isEditable ? [{ key: 'delete', label: t('views.delete'), onChoose: () => setDeleting(current), danger: true }] : []),
        ]}
        button={
          <Button variant="subtle" leftSection={<IconBookmark size={16} />}>
            <span className={classes.name}>{current?.name ?? t('views.title')}</span>
            {changed && <span className={classes.changed}>{t('views.changed')}</span>}
          </Button>
        }
      />
      <Suspense>
        {form === FORM && (about === null || edited !== null) && (
          <ViewForm
            screen={screen}
            view={edited}
            search={edited ? edited.search : search}
            onClose={() => act(null)}
            onConflict={refetch}
            onSaved={(view) => {
              refetch();
              toastSuccess(t('views.saved'));
              if (edited) act(null);
              else setParams(openView(view), { replace: true });
            }}
          />
        )}
      </Suspense>
      {deleting && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setDeleting(null)}
          title={t('views.deleteAsk', { name: deleting.name })}
          detail={`${t('views.deleteDetail')} ${deleting.isShared ? t('views.deleteShared') : ''}`}
          confirm={t('views.delete')}
          onConfirm={async () => {
            await remove({ clientId, viewId: deleting.viewId, revision: deleting.revision });
            refetch();
            toastSuccess(t('views.deleted'));
            setParams(
              (old) => {
                const next = new URLSearchParams(old);
                next.delete(VIEW);
                return next;
              },
              { replace: true },
            );
          }}
        />
      )}
    </>
  );
}
