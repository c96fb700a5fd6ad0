import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { faultOf } from '../../../ui/fault.ts';
import { Section } from '../../../ui/Panel.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { DomainCard } from './DomainCard.tsx';
import classes from './DomainsSection.module.css';
import { CheckClientDomainsDocument, ClientDomainsDocument, SetClientDomainsDocument } from './landing-page.graphql.ts';

/** The client's own domains for links: each change is saved at once, because its DNS records are looked up then. */
export function DomainsSection({ edits }: { edits: boolean }) {
  const { t } = useTranslation('portal-settings');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('landing-page', ClientDomainsDocument, { clientId }, { keepPrevious: true });
  const [set, saving] = useMutation('landing-page', SetClientDomainsDocument, { idempotent: true });
  const [check, checking] = useMutation('landing-page', CheckClientDomainsDocument, { idempotent: true });
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<unknown>();
  const [removing, setRemoving] = useState<string | null>(null);
  const domains = data?.getClientDomains ?? [];
  const standing = domains.map(({ domain, isDefault }) => ({ domain, isDefault }));

  /** Over what is shown: whoever changed the domains meanwhile is not overwritten. */
  const send = async (next: typeof standing) => {
    try {
      await set({ clientId, domains: next, before: standing });
    } catch (thrown) {
      if (faultOf(thrown).code === 'CONFLICT') void refetch();
      throw thrown;
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(undefined);
    try {
      await send([...standing, { domain: typed, isDefault: domains.length === 0 }]);
      setTyped('');
      toastSuccess(t('domains.added'));
    } catch (thrown) {
      setRefusal(thrown);
    }
  };
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (thrown) {
      toastError(thrown);
    }
  };
  const makeDefault = (chosen: string) => attempt(() => send(standing.map(({ domain }) => ({ domain, isDefault: domain === chosen }))));
  return (
    <Section title={t('domains.title')}>
      <p className={classes.note}>{t('domains.detail')}</p>
      <ErrorNote error={data ? null : error} />
      {domains.length > 0 && (
        <ul className={classes.domains} aria-label={t('domains.title')}>
          {domains.map((domain) => (
            <DomainCard
              key={domain.domain}
              domain={domain}
              edits={edits}
              busy={saving || checking}
              onDefault={() => void makeDefault(domain.domain)}
              onRemove={() => setRemoving(domain.domain)}
            />
          ))}
        </ul>
      )}
      {edits && (
        <form className={classes.add} onSubmit={(event) => void add(event)}>
          <TextInput
            label={t('domains.new')}
            placeholder="pay.example.com"
            maxLength={253}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlus size={16} />}
            loading={saving}
            disabled={typed.trim() === '' || !data}
          >
            {t('domains.add')}
          </Button>
          {domains.length > 0 && (
            <Button
              variant="subtle"
              leftSection={<IconRefresh size={16} />}
              loading={checking}
              onClick={() => void attempt(() => check({ clientId }))}
            >
              {t('domains.check')}
            </Button>
          )}
        </form>
      )}
      <ErrorNote error={refusal} />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        danger
        title={t('domains.removeTitle', { domain: removing ?? '' })}
        detail={t('domains.removeDetail')}
        confirm={t('domains.remove')}
        onConfirm={async () => {
          await send(standing.filter(({ domain }) => domain !== removing));
        }}
      />
    </Section>
  );
}
