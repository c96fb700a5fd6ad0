import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconUser } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { mutate } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultCode, faultOf } from '../../../ui/fault.ts';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import { PreviewLandingPageDocument } from './cms.graphql.ts';
import classes from './Landing.module.css';
import { landingInput } from './landingDraft.ts';
import type { LandingPageDraft } from './useLandingDraft.ts';

const LOOKS = ['phone', 'desktop', 'dark'] as const;
type PageLook = (typeof LOOKS)[number];
/** A preview is a page of its own on the server: it is made once people pause. */
const PAUSE_MS = 700;

/** The open part as debtors will see it, with sample facts; with an account's own in a tab of its own, where it is noted who looked. */
export function PagePreview({ page }: { page: LandingPageDraft }) {
  const { t } = useTranslation('landing');
  const { clientId } = useWorkspace();
  const { draft, part, locale } = page;
  const [look, setLook] = useState<PageLook>('phone');
  const [account, setAccount] = useState('');
  const [opening, setOpening] = useState(false);
  const readsAccounts = useCan('account', 'viewAccount');
  const asked = useMemo(() => ({ clientId, landingPage: landingInput(draft), part, locale }), [clientId, draft, part, locale]);
  const [settled] = useDebouncedValue(asked, PAUSE_MS);
  const { address, error } = useMade(settled);
  const fault = error === null ? null : faultOf(error);
  async function openWith(): Promise<void> {
    setOpening(true);
    try {
      const { createLandingPagePreview } = await mutate('cms', PreviewLandingPageDocument, { ...asked, accountId: account.trim() });
      Object.assign(document.createElement('a'), {
        href: createLandingPagePreview.previewURL,
        target: '_blank',
        rel: 'noreferrer',
      }).click();
    } catch (refusal) {
      toastError(refusal);
    }
    setOpening(false);
  }
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('preview.look')}
        value={look}
        data={LOOKS.map((value) => ({ value, label: t(`preview.${value}`) }))}
        onChange={setLook}
      />
      {readsAccounts && (
        <form
          className={classes.account}
          onSubmit={(event) => {
            event.preventDefault();
            void openWith();
          }}
        >
          <TextInput
            size="xs"
            value={account}
            aria-label={t('preview.account')}
            placeholder={t('preview.account')}
            leftSection={<IconUser size={14} />}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={opening}
            disabled={account.trim() === ''}
            rightSection={<IconExternalLink size={14} />}
          >
            {t('preview.open')}
          </Button>
        </form>
      )}
      {fault && faultCode(fault) === 'NETWORK' ? <p className={classes.wrong}>{t('preview.late')}</p> : <ErrorNote error={error} />}
      <div className={classes.stage} data-stale={error !== null || undefined}>
        {address && (
          // It runs nothing and its forms send nothing; it is of this origin, so that its style sheet is let in.
          <iframe
            key={address}
            className={classes.frame}
            data-look={look}
            title={t('preview.title')}
            sandbox="allow-same-origin"
            src={address}
          />
        )}
      </div>
      <p className={classes.note}>{t('preview.sample')}</p>
    </section>
  );
}

/** @returns where the last page that could be made is, and why a newer one couldn't. */
function useMade(asked: { clientId: string; landingPage: ReturnType<typeof landingInput>; part: string; locale: string }) {
  const [state, setState] = useState<{ address: string | null; error: unknown }>({ address: null, error: null });
  useEffect(() => {
    let current = true;
    mutate('cms', PreviewLandingPageDocument, asked).then(
      ({ createLandingPagePreview }) => {
        // On our own origin whatever name it carries: the installation may be opened under another one than its public address.
        const { pathname, search } = new URL(createLandingPagePreview.previewURL);
        if (current) setState({ address: pathname + search, error: null });
      },
      (error: unknown) => current && setState((old) => ({ ...old, error })),
    );
    return () => {
      current = false;
    };
  }, [asked]);
  return state;
}
