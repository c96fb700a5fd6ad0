import { Button } from '@mantine/core';
import { IconBook, IconKey, IconPlus, IconSparkles } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { API_SCOPES } from '../../../../core/apiScopes.ts';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Tag, Tags } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ApiKeysDocument, type KeyFragment } from './api.graphql.ts';
import { KeyDrawer } from './KeyDrawer.tsx';
import { NewKeyForm } from './NewKeyForm.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { TONES } from './tones.ts';

const Assistant = later(() => import('./Assistant.tsx'));

/** configuration/api-keys: the keys with which programs call the REST API, and the way to its reference. */
export default function ApiKeysScreen() {
  const { t } = useTranslation('apiKeys');
  const { clientId } = useWorkspace();
  const { nameOf } = useStaff();
  const edits = useCan('configuration', 'editApiKeys');
  const [search, setSearch] = useSearchParams();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, loading, error, refetch } = useQuery('api', ApiKeysDocument, { clientId }, { reuse: true });
  const rows = data?.getApiKeys ?? [];
  const opened = rows.find(({ keyId }) => keyId === search.get('key')) ?? null;
  useHotkeys({ n: () => setMaking(true) }, { enabled: edits });

  const newButton = edits && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
      {t('new')}
    </Button>
  );
  const columns: readonly Column<KeyFragment>[] = [
    { key: 'name', header: t('columns.name'), width: 200, strong: true, cell: ({ name }) => name },
    { key: 'state', header: t('columns.state'), width: 130, cell: ({ state }) => <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag> },
    ...(rows.some(({ partnerId }) => partnerId !== null)
      ? [{ key: 'partner', header: t('columns.partner'), width: 170, cell: ({ partnerName }: KeyFragment) => partnerName ?? t('whole') }]
      : []),
    {
      key: 'scopes',
      header: t('columns.scopes'),
      width: 280,
      cell: ({ scopes }) => (scopes.length === API_SCOPES.length ? t('all') : <Tags names={scopes} />),
    },
    {
      key: 'used',
      header: t('columns.used'),
      width: 130,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <DateText value={lastUsedAt} /> : t('never')),
    },
    { key: 'expires', header: t('columns.expires'), width: 130, cell: ({ expiresAt }) => <DateText value={expiresAt} style="medium" /> },
    { key: 'maker', header: t('columns.maker'), width: 160, cell: ({ createdBy }) => nameOf(createdBy) ?? '–' },
  ];
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        actions={
          <>
            <Button variant="default" leftSection={<IconSparkles size={16} />} onClick={() => setSearch({ assistant: 'true' })}>
              {t('assistant.title')}
            </Button>
            <Button component={Link} to={paths.apiReference(clientId)} variant="default" leftSection={<IconBook size={16} />}>
              {t('reference')}
            </Button>
            {newButton}
          </>
        }
      />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={({ keyId }) => keyId}
        total={rows.length}
        loading={loading && !data}
        error={data ? undefined : error}
        onRetry={refetch}
        onOpen={({ keyId }) => setSearch({ key: keyId }, { replace: true })}
        openId={opened?.keyId ?? null}
        empty={<EmptyState icon={<IconKey size={22} />} title={t('none')} detail={t('noneDetail')} action={newButton} />}
      />
      <KeyDrawer shown={opened} onClose={() => setSearch({}, { replace: true })} />
      <Drawer opened={search.has('assistant')} onClose={() => setSearch({}, { replace: true })} size={600} title={t('assistant.title')}>
        <Suspense>
          <Assistant />
        </Suspense>
      </Drawer>
      {making && (
        <NewKeyForm
          onMade={(made) => {
            setMaking(false);
            setSecret(made);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}
