/** Security of one's own user: the second factor, recovery codes, another password. */
import { Alert, Button, Group, Modal, Skeleton } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { MfaSetupView } from '../../../shell/auth/MfaSetupView.tsx';
import { RecoveryCodes } from '../../../shell/auth/RecoveryCodes.tsx';
import { useStep } from '../../../shell/auth/useStep.ts';
import { ask, signOut } from '../../../shell/session.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { CodeForm } from './CodeForm.tsx';
import {
  ConfirmMfaSetupDocument,
  DisableMfaDocument,
  MfaStateDocument,
  type MfaStateQuery,
  RenewRecoveryCodesDocument,
  SignOutEverywhereDocument,
  StartMfaSetupDocument,
  type StartMfaSetupMutation,
} from './identity.graphql.ts';
import { PasswordForm } from './PasswordForm.tsx';
import classes from './SecurityDialog.module.css';

type State = MfaStateQuery['getMfaState'];
/** What the dialog asks for now; null: it shows how things are. */
type Asking =
  | { readonly what: 'setup'; readonly setup: StartMfaSetupMutation['startMfaSetup'] }
  | { readonly what: 'disable' | 'renew' | 'password' }
  | { readonly what: 'codes'; readonly codes: readonly string[] };

/** @param onClose the dialog wants to go. */
export default function SecurityDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['auth', 'security']);
  const [state, setState] = useState<State | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const load = useCallback(() => {
    setError(null);
    ask(MfaStateDocument, {}).then(({ getMfaState }) => setState(getMfaState), setError);
  }, []);
  useEffect(load, [load]);
  function home(message?: string) {
    setAsking(null);
    load();
    if (message !== undefined) toastSuccess(message);
  }
  const shownOnce = asking?.what === 'codes';
  return (
    // Recovery codes do not go by a click beside them.
    <Modal
      opened
      onClose={onClose}
      title={t('security:security.title')}
      size={460}
      closeOnClickOutside={!shownOnce}
      closeOnEscape={!shownOnce}
      withCloseButton={!shownOnce}
    >
      {error !== null ? (
        <ErrorState error={error} onRetry={load} />
      ) : state === null ? (
        <Skeleton height={150} />
      ) : asking === null ? (
        <Overview state={state} onAsk={setAsking} />
      ) : asking.what === 'setup' ? (
        <>
          <p className={classes.detail}>{t('security:security.scan')}</p>
          <MfaSetupView setup={asking.setup} />
          <CodeForm
            isDigits
            label={t('security:mfa.codeLabel')}
            submit={t('security:setup.confirm')}
            onCancel={() => home()}
            onCode={async (code) => {
              const { confirmMfaSetup } = await ask(ConfirmMfaSetupDocument, { code });
              toastSuccess(t('security:security.switchedOn'));
              if (confirmMfaSetup.length > 0) setAsking({ what: 'codes', codes: confirmMfaSetup });
              else home();
            }}
          />
        </>
      ) : asking.what === 'codes' ? (
        <>
          <p className={classes.detail}>{t('security:recovery.detail')}</p>
          <RecoveryCodes codes={asking.codes} onKept={() => home()} />
        </>
      ) : asking.what === 'password' ? (
        <PasswordForm onCancel={() => home()} onDone={() => home(t('security:security.changed'))} />
      ) : (
        <CodeForm
          isDigits={false}
          label={t('security:security.askCode')}
          submit={t('security:security.confirm')}
          onCancel={() => home()}
          onCode={async (code) => {
            if (asking.what === 'disable') {
              await ask(DisableMfaDocument, { code });
              home(t('security:security.switchedOff'));
            } else setAsking({ what: 'codes', codes: (await ask(RenewRecoveryCodesDocument, { code })).renewRecoveryCodes });
          }}
        />
      )}
    </Modal>
  );
}

function Overview({ state, onAsk }: { state: State; onAsk: (asking: Asking) => void }) {
  const { t } = useTranslation(['auth', 'security']);
  const { busy, fault, send } = useStep([]);
  return (
    <div className={classes.parts}>
      {fault && (
        <Alert color="red">
          <FaultText fault={fault} />
        </Alert>
      )}
      <section className={classes.part}>
        <Group justify="space-between">
          <h3>{t('security:security.factor')}</h3>
          <Tag tone={state.mfaEnabled ? 'good' : 'neutral'}>
            {state.mfaEnabled ? t('security:security.on') : t('security:security.off')}
          </Tag>
        </Group>
        <p className={classes.detail}>
          {state.mfaEnabled && state.hasRecoveryCodes
            ? t('security:security.codesLeft', { count: state.recoveryCodesLeft })
            : t('security:security.factorOff')}
        </p>
        <Group gap={10}>
          {!state.mfaEnabled && (
            <Button
              loading={busy}
              onClick={() => void send(async () => onAsk({ what: 'setup', setup: (await ask(StartMfaSetupDocument, {})).startMfaSetup }))}
            >
              {t('security:security.setUp')}
            </Button>
          )}
          {state.mfaEnabled && state.hasRecoveryCodes && (
            <Button variant="default" onClick={() => onAsk({ what: 'renew' })}>
              {t('security:security.renew')}
            </Button>
          )}
          {state.mfaEnabled && (
            <Button variant="default" onClick={() => onAsk({ what: 'disable' })}>
              {t('security:security.switchOff')}
            </Button>
          )}
        </Group>
      </section>
      <section className={classes.part}>
        <h3>{t('security:security.password')}</h3>
        <p className={classes.detail}>{t('security:security.changeDetail')}</p>
        <Button variant="default" onClick={() => onAsk({ what: 'password' })}>
          {t('security:security.change')}
        </Button>
      </section>
      <section className={classes.part}>
        <h3>{t('security:security.everywhere')}</h3>
        <p className={classes.detail}>{t('security:security.everywhereDetail')}</p>
        <Button
          variant="default"
          loading={busy}
          onClick={() =>
            void send(async () => {
              await ask(SignOutEverywhereDocument, {});
              // This session has ended too: the page goes to the sign-in.
              await signOut();
            })
          }
        >
          {t('security:security.everywhereDo')}
        </Button>
      </section>
    </div>
  );
}
