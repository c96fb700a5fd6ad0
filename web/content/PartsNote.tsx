import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '../shell/api.ts';
import { useTranslation } from '../ui/texts.ts';
import { CountMessagePartsDocument } from './cms.graphql.ts';
import classes from './PreviewPanel.module.css';
import type { Preview, PreviewContent } from './usePreview.ts';

/** What a text message costs with real readers' values, and the characters that make it dearer. @param asked the content; null without one */
export function PartsNote({ asked, preview }: { asked: PreviewContent | null; preview: Preview }) {
  const { t } = useTranslation('content');
  // It is counted over many accounts, so less often than the preview is drawn.
  const [content] = useDebouncedValue(asked, 800);
  const { data } = useQuery('cms', CountMessagePartsDocument, content && { previewContent: { ...content, accountId: null } }, {
    keepPrevious: true,
  });
  const { accounts, most, shares, outside } = data?.countMessageParts ?? { accounts: 0, most: 0, shares: [], outside: [] };
  const characters = [...new Set([...preview.outside, ...outside])];
  const least = shares[0]?.segments ?? 0;
  return (
    <>
      {accounts > 0 && (
        <p className={classes.note}>
          {least === most ? t('sms.real', { count: most, accounts }) : t('sms.range', { from: least, to: most, accounts })}
        </p>
      )}
      {characters.length > 0 && <p className={classes.note}>{t('sms.outside', { characters: characters.join(' ') })}</p>}
    </>
  );
}
