import { Button, TextInput } from '@mantine/core';
import { IconRefresh, IconUser } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Problems } from '../../../content/Problems.tsx';
import { previewContentOf, type Shown } from '../../../content/usePreview.ts';
import { useMutation } from '../../../shell/api.ts';
import { MissingCodes } from '../../../shell/composer/MissingCodes.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { PreviewLetterDocument, type PreviewLetterMutation } from './cms.graphql.ts';
import classes from './LetterPreview.module.css';

/** A letter as the PDF that would be posted. It is printed when somebody opens it, and again when asked: printing takes a moment. */
export default function LetterPreview({ shown, onAccount }: { shown: Shown; onAccount: (account: string) => void }) {
  const { t } = useTranslation(['content', 'letters']);
  const { clientId } = useWorkspace();
  const readsAccounts = useCan('account', 'viewAccount');
  const [print, printing] = useMutation('cms', PreviewLetterDocument);
  const [printed, setPrinted] = useState<{ of: string; made: PreviewLetterMutation['previewLetter'] } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { locale, content, design, account } = shown;
  const asked = useMemo(
    () => (content ? previewContentOf(clientId, 'letter', { locale, content, design, account }) : null),
    [clientId, locale, content, design, account],
  );
  const of = JSON.stringify(asked);
  const run = async () => {
    if (!asked) return;
    setError(null);
    try {
      const { previewLetter: made } = await print({ previewContent: asked });
      setPrinted({ of, made });
    } catch (thrown) {
      setError(thrown);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void run(), []);
  const stale = printed !== null && printed.of !== of;
  return (
    <section className={classes.panel} aria-label={t('content:preview.title')}>
      {readsAccounts && (
        <TextInput
          value={account}
          onChange={(event) => onAccount(event.currentTarget.value)}
          placeholder={t('content:preview.account')}
          aria-label={t('content:preview.account')}
          leftSection={<IconUser size={16} />}
        />
      )}
      <Button
        variant={stale ? 'filled' : 'default'}
        size="sm"
        leftSection={<IconRefresh size={16} />}
        loading={printing}
        disabled={!asked}
        onClick={() => void run()}
      >
        {t('letters:preview.again')}
      </Button>
      {stale && <p className={classes.note}>{t('letters:preview.stale')}</p>}
      {error !== null && <ErrorNote error={error} />}
      {printed && <Problems problems={printed.made.problems} onPlace={() => undefined} />}
      {printed && <MissingCodes codes={printed.made.missingCodes} className={classes.note} />}
      {printed?.made.url && (
        <iframe className={classes.page} src={printed.made.url} title={t('content:preview.title')} referrerPolicy="no-referrer" />
      )}
    </section>
  );
}
