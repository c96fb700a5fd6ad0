import { Drawer } from '../../ui/Drawer.tsx';
import { useTranslation } from '../../ui/texts.ts';
import classes from './MessageContent.module.css';
import { MessageContent } from './MessageContent.tsx';

/** A message that a timeline names, to the byte and with its files. */
export default function MessageDrawer({ messageURL, onClose }: { messageURL: string; onClose: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <Drawer opened onClose={onClose} size={600} title={t('composer.body')}>
      <div className={classes.drawer}>
        <MessageContent messageURL={messageURL} />
      </div>
    </Drawer>
  );
}
