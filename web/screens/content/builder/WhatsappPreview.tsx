import { TextInput } from '@mantine/core';
import { IconArrowBackUp, IconExternalLink, IconFileTypePdf, IconPhone, IconUser } from '@tabler/icons-react';
import type { WhatsappTemplate } from '../../../../core/whatsapp.ts';
import panel from '../../../content/PreviewPanel.module.css';
import type { Preview } from '../../../content/usePreview.ts';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Pieces.module.css';

const ICONS = { url: IconExternalLink, phone: IconPhone, reply: IconArrowBackUp } as const;

export interface ShownPieces {
  preview: Preview | null;
  error: unknown;
  account: string;
  onAccount: (account: string) => void;
}

/** A template as it stands on the reader's telephone. */
export function WhatsappPreview({ value, ...props }: ShownPieces & { value: WhatsappTemplate }) {
  const { t, find } = useTranslation(['content', 'channels', 'files']);
  const filled = (props.preview?.pieces ?? {}) as Readonly<Record<string, string>>;
  const broken = props.preview !== null && props.preview.problems.length > 0;
  return (
    <section className={panel.panel} aria-label={t('preview.title')}>
      <PreviewHead {...props} />
      {props.preview != null && props.preview.pieces != null && (
        <div className={panel.stage} data-stale={broken || undefined} data-short>
          <div className={classes.phone}>
            <div className={classes.bubble}>
              {value.header.kind === 'image' && value.header.address && <img src={value.header.address} alt="" />}
              {value.header.kind === 'document' && (
                <span className={classes.document}>
                  <IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />
                  {find(`files:type.${value.header.documentType}`) ?? value.header.documentType}
                </span>
              )}
              {filled.header && <strong>{filled.header}</strong>}
              <span>{filled.body}</span>
              {filled.footer && <small>{filled.footer}</small>}
            </div>
            {value.buttons.map((button, at) => {
              const Icon = ICONS[button.kind];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a button has no name of its own
                <span key={at} className={classes.button}>
                  <Icon size={14} aria-hidden="true" /> {filled[`buttons.${at}.label`] ?? button.label}
                </span>
              );
            })}
            <span className={classes.below}>{props.preview.recipient ?? t('preview.example')}</span>
          </div>
        </div>
      )}
      {broken && props.preview?.pieces != null && <p className={panel.note}>{t('preview.stale')}</p>}
    </section>
  );
}

/** What stands above a preview: its name, and whose values it shows. */
export function PreviewHead(props: Pick<ShownPieces, 'error' | 'account' | 'onAccount'>) {
  const { t } = useTranslation('content');
  const readsAccounts = useCan('account', 'viewAccount');
  return (
    <>
      <header className={panel.head}>
        <h2>{t('preview.title')}</h2>
      </header>
      {readsAccounts && (
        <TextInput
          value={props.account}
          onChange={(event) => props.onAccount(event.currentTarget.value)}
          placeholder={t('preview.account')}
          aria-label={t('preview.account')}
          leftSection={<IconUser size={16} />}
        />
      )}
      {props.error !== null && <ErrorNote error={props.error} />}
    </>
  );
}
