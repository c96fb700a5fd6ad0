import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './ApiKeys.module.css';
import { type KeyFragment, RevokeApiKeyDocument } from './api.graphql.ts';
import { TONES } from './tones.ts';

/** A key: what it may do, who made it, when it was last used; and the end of it. */
export function KeyDrawer({ shown, onClose }: { shown: KeyFragment | null; onClose: () => void }) {
  const { t } = useTranslation('apiKeys');
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editApiKeys');
  const [revoke] = useMutation('api', RevokeApiKeyDocument, { idempotent: true });
  const [revoking, setRevoking] = useState(false);
  const isLiving = shown?.state === 'active' || shown?.state === 'ending' || shown?.state === 'partnerGone';
  return (
    <Drawer
      opened={shown !== null}
      onClose={onClose}
      size={420}
      title={shown?.name}
      cancel={false}
      {...(edits && isLiving
        ? {
            footer: (
              <Button color="red" variant="light" onClick={() => setRevoking(true)}>
                {t('revoke.button')}
              </Button>
            ),
          }
        : {})}
    >
      {shown && <Details shown={shown} />}
      <ConfirmDialog
        opened={revoking}
        onClose={() => setRevoking(false)}
        danger
        title={t('revoke.title', { name: shown?.name ?? '' })}
        detail={t('revoke.detail')}
        confirm={t('revoke.confirm')}
        onConfirm={async () => {
          if (!shown) return;
          await revoke({ clientId, keyId: shown.keyId });
          toastSuccess(t('revoke.done', { name: shown.name }));
        }}
      />
    </Drawer>
  );
}

function Details({ shown }: { shown: KeyFragment }) {
  const { t } = useTranslation('apiKeys');
  const { nameOf } = useStaff();
  const {
    state,
    ending,
    partnerName,
    createdAt,
    createdBy,
    expiresAt,
    lastUsedAt,
    lastUsedFrom,
    revokedAt,
    revokedBy,
    scopes,
    beyondMaker,
  } = shown;
  return (
    <div className={classes.details}>
      {beyondMaker.length > 0 && state !== 'revoked' && <Panel tone="warn">{t('detail.beyond', { scopes: beyondMaker.join(', ') })}</Panel>}
      {state === 'partnerGone' && <Panel tone="warn">{t('detail.partnerGone', { partner: partnerName ?? '' })}</Panel>}
      <KeyValue
        pairs={[
          [
            t('columns.state'),
            <Tag key="state" tone={TONES[state]}>
              {t(`state.${state}`)}
            </Tag>,
          ],
          [t('columns.partner'), partnerName ?? t('whole')],
          [t('detail.key'), <code key="key">qk_…{ending}</code>],
          [t('detail.created'), <DateText key="created" value={createdAt} style="long" />],
          [t('columns.maker'), nameOf(createdBy) ?? '–'],
          [t('columns.expires'), <DateText key="expires" value={expiresAt} style="long" />],
          [
            t('columns.used'),
            lastUsedAt === null ? (
              t('never')
            ) : (
              <span key="used">
                <DateText value={lastUsedAt} style="long" /> {lastUsedFrom !== null && t('usedFrom', { address: lastUsedFrom })}
              </span>
            ),
          ],
          ...(revokedAt === null
            ? []
            : [
                [t('state.revoked'), <DateText key="revoked" value={revokedAt} style="long" />] as [string, React.ReactNode],
                [t('detail.revokedBy'), nameOf(revokedBy) ?? '–'] as [string, React.ReactNode],
              ]),
        ]}
      />
      <Section title={t('columns.scopes')} count={scopes.length}>
        <ul className={classes.list}>
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
