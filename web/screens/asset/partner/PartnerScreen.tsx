import { Button, Tabs } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { holds } from '../../../../core/holds.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState, NoPermission } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { AttachmentsSection } from './AttachmentsSection.tsx';
import { type Draft, draftOf, inputOf, type Partner, type TextField } from './draft.ts';
import { PartnerFields } from './PartnerFields.tsx';
import { PartnerPanel } from './PartnerPanel.tsx';
import classes from './PartnerScreen.module.css';
import { CreatePartnerDocument, PartnerByIdDocument, UpdatePartnerDocument } from './partner.graphql.ts';
import { TABS } from './tabs.ts';

/** asset/{partnerId}: who a partner is, what was agreed with it, and what is with it; "new" is one to be added. */
export default function PartnerScreen() {
  const { t } = useTranslation('partners');
  const { clientId } = useWorkspace();
  const { partnerId = 'new' } = useParams();
  const isNew = partnerId === 'new';
  const edits = useCan('partner', 'editPartners');
  const { data, error, refetch } = useQuery('partner', PartnerByIdDocument, isNew ? null : { clientId, partnerId });
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (isNew && !edits) return <NoPermission />;
  const saved = data?.getPartner ?? null;
  if (!isNew && !saved) return <PageHeader crumbs={[{ label: t('title'), to: paths.partners(clientId) }]} />;
  return <PartnerForm key={partnerId} partner={isNew ? null : saved} onReload={refetch} />;
}

function PartnerForm({ partner, onReload }: { partner: Partner | null; onReload: () => void }) {
  const { t } = useTranslation('partners');
  const { clientId, configuration } = useWorkspace();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const edits = useCan('partner', 'editPartners');
  const mayLeave = useRef(false);
  const [create, creating] = useMutation('partner', CreatePartnerDocument);
  const [update, updating] = useMutation('partner', UpdatePartnerDocument);
  const busy = creating || updating;
  const start = draftOf(partner, configuration.countryCode.split('-')[0] ?? '');
  const form = useScreenForm<Draft>(
    `partner ${partner?.partnerId ?? 'new'}`,
    { initialValues: start, outdatedBy: 'partnerChanged', onConflict: onReload },
    { edits, isWhole: ({ name }) => name.trim() !== '' },
    async (draft) => {
      if (partner) {
        const { partnerId, revision } = partner;
        await update({ clientId, partnerId, partner: { ...inputOf(draft, start), revision } });
        toastSuccess(t('saved', { name: draft.name }));
        return onReload();
      }
      const { createPartner: made } = await create({ clientId, partner: inputOf(draft, null) });
      toastSuccess(t('added', { name: made.name }));
      mayLeave.current = true;
      void navigate(paths.partner(clientId, made.partnerId), { replace: true });
    },
    'partner',
  );
  const { values: draft, setValues: change, errors, changed, canSave, save } = form;
  const title = partner?.name ?? t('new');
  const tabs = useTabs(partner !== null);
  const tab = tabs.find(({ name }) => name === search.get('tab'))?.name ?? 'data';
  const fields = (
    <div className={classes.columns}>
      <fieldset className={classes.form} disabled={!edits}>
        <legend className={classes.unseen}>{title}</legend>
        {!partner && <p className={classes.intro}>{t('newDetail')}</p>}
        <KeptNote kept={form.kept} label={(field) => t(`field.${field as TextField}`)} />
        <PartnerFields draft={draft} change={change} isNew={partner === null} edits={edits} errors={errors} />
        <AttachmentsSection draft={draft} edits={edits} errors={errors} change={change} />
      </fieldset>
      {partner && <PartnerPanel partner={partner} edits={edits} unsaved={changed} />}
    </div>
  );
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title'), to: paths.partners(clientId) }, { label: title }]}
        chip={
          changed && partner ? (
            <Tag tone="warn">{t('unsaved')}</Tag>
          ) : partner?.isSkipTracingDefault ? (
            <Tag tone="info">{t('skipTracing')}</Tag>
          ) : undefined
        }
        actions={
          edits &&
          tab === 'data' && (
            <Button leftSection={<IconDeviceFloppy size={16} stroke={1.6} />} loading={busy} disabled={!canSave} onClick={save}>
              {t(partner ? 'save' : 'add')}
            </Button>
          )
        }
      />
      <Tabs
        className={classes.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next && next !== 'data' ? { tab: next } : {}, { replace: true })}
      >
        {tabs.length > 0 && (
          <Tabs.List className={classes.list} aria-label={title}>
            <Tabs.Tab value="data">{t('tab.data')}</Tabs.Tab>
            {tabs.map(({ name, useLabel }) => (
              <TabName key={name} name={name} useLabel={useLabel} />
            ))}
          </Tabs.List>
        )}
        <Tabs.Panel className={classes.panel} value="data">
          {fields}
        </Tabs.Panel>
        {partner &&
          tabs.map(({ name, panel: Content }) => (
            <Tabs.Panel key={name} className={classes.panel} value={name}>
              <Suspense>
                <Content partner={partner} />
              </Suspense>
            </Tabs.Panel>
          ))}
      </Tabs>
      <LeaveGuard dirty={changed} mayLeave={mayLeave} withTabs />
    </div>
  );
}

/** @returns the tabs that the reader may see; none of a partner who is to be added. */
function useTabs(isThere: boolean) {
  const { permissions } = useWorkspace().access;
  return isThere ? TABS.filter(({ right }) => right === undefined || holds(permissions, 'partner', right)) : [];
}

function TabName({ name, useLabel }: { name: string; useLabel: () => string }) {
  return <Tabs.Tab value={name}>{useLabel()}</Tabs.Tab>;
}
