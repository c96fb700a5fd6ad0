import { Drawer } from '../../ui/Drawer.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Composer.module.css';
import { ComposerFields } from './ComposerFields.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import type { MessageTarget } from './message.ts';
import { SendBar } from './SendBar.tsx';
import { useComposer } from './useComposer.ts';

/** Writes to a debtor: by a template or in one's own words, with what arrives beside it, and whether it may go. ⌘↵ sends. */
export default function ComposerDrawer({ target, onClose }: { target: MessageTarget; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const composer = useComposer(target, onClose);
  const { preview } = composer;
  useHotkeys({ 'mod+Enter': () => composer.submit() }, { inDialog: true });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={800}
      title={t(target.parent ? 'composer.reply' : 'composer.title')}
      footer={<SendBar composer={composer} />}
    >
      <div className={classes.columns}>
        <ComposerFields composer={composer} />
        <MessagePreview preview={preview.shown} error={preview.error} loading={preview.loading} onRetry={preview.refetch} />
      </div>
    </Drawer>
  );
}
