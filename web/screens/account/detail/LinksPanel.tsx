import { Button, TextInput } from '@mantine/core';
import { IconCopy, IconEye, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { query, useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { copyText } from '../../../ui/clipboard.ts';
import { useFormat } from '../../../ui/format.ts';
import { openInTab } from '../../../ui/newTab.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { LinkList } from './LinkList.tsx';
import classes from './LinksPanel.module.css';
import { AccountLinksDocument, CreateLinkDocument, PreviewPageDocument, RevokeLinksDocument } from './landing-page.graphql.ts';
import { ShownPages } from './ShownPages.tsx';

/** The debtor's page: how many links lead there, a new one to hand over, and the end of all of them. */
export default function LinksPanel({ accountId }: { accountId: string }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const readsContent = useCan('cms', 'viewContent');
  const { data, error } = useQuery('landing-page', AccountLinksDocument, { clientId, accountId }, { reuse: true, keepPrevious: true });
  const [create, creating] = useMutation('landing-page', CreateLinkDocument);
  const [revoke] = useMutation('landing-page', RevokeLinksDocument, { idempotent: true });
  /** The links that are about to end: null: none, 'all', or the id of one. */
  const [revoking, setRevoking] = useState<string | null>(null);
  const ending = revoking === 'all' ? null : revoking;
  /** Its address is told once; it stays on screen until one leaves the account. */
  const [made, setMade] = useState<string | null>(null);
  const links = data?.getAccountLinks ?? [];
  const living = links.filter((link) => link.status === 'active' || link.status === 'locked');
  const locked = links.find((link) => link.status === 'locked');

  const copy = async () => {
    try {
      const { createTinyURL: link } = await create({ clientId, accountId });
      setMade(link.fullUrl);
      // A browser may refuse the clipboard; the address stands below to be copied by hand.
      const said = (await copyText(link.fullUrl)) ? 'links.copied' : 'links.made';
      toastSuccess(t(said, { date: format.date(link.expiresAt) }));
    } catch (error) {
      toastError(error);
    }
  };
  const view = async () => {
    try {
      const blocked = await openInTab(
        async () => (await query('landing-page', PreviewPageDocument, { clientId, accountId })).getTinyPreviewURL.fullUrl,
      );
      if (blocked === null) return;
      setMade(blocked);
      toastSuccess(t('links.viewBlocked'));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Section title={t('links.title')}>
      <ErrorNote error={data ? null : error} />
      {!data && !error && (
        <div className={classes.words}>
          <TextSkeleton>{t('links.none')}</TextSkeleton>
        </div>
      )}
      {data && (
        <p className={classes.words}>
          {living.length === 0
            ? t('links.none')
            : t('links.living', {
                count: living.length,
                date: format.date(
                  living
                    .map((link) => link.expiresAt)
                    .sort()
                    .at(-1),
                ),
              })}
        </p>
      )}
      {locked && (
        <p className={classes.words}>
          <Tag tone="bad">{t('links.locked', { when: format.date(locked.lockedUntil, 'long') })}</Tag>
        </p>
      )}
      <LinkList links={living} onRevoke={(link) => setRevoking(link.linkId)} />
      {made !== null && (
        <TextInput
          readOnly
          size="xs"
          mb={8}
          aria-label={t('links.address')}
          value={made}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.6} />}
          loading={creating}
          onClick={() => void copy()}
        >
          {t('links.copy')}
        </Button>
        <Button size="xs" variant="default" leftSection={<IconEye size={14} stroke={1.6} />} onClick={() => void view()}>
          {t('links.view')}
        </Button>
        {living.length > 0 && (
          <Button size="xs" variant="subtle" leftSection={<IconLinkOff size={14} stroke={1.6} />} onClick={() => setRevoking('all')}>
            {t(living.length > 1 ? 'links.revokeAll' : 'links.revoke')}
          </Button>
        )}
      </div>
      {readsContent && <ShownPages accountId={accountId} />}
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        danger
        title={t('links.revokeTitle', { count: ending === null ? living.length : 1 })}
        detail={t('links.revokeDetail')}
        confirm={t('links.revoke')}
        onConfirm={async () => {
          const { revokeTinyURLs: count } = await revoke({ clientId, accountId, linkIds: ending === null ? null : [ending] });
          setMade(null);
          toastSuccess(t('links.revoked', { count }));
        }}
      />
    </Section>
  );
}
