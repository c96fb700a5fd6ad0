/** What an authenticator app needs: the picture to scan, and the key for those who cannot. */
import { useTranslation } from '../../ui/texts.ts';
import classes from './AuthCard.module.css';

export function MfaSetupView({ setup }: { setup: { readonly secret: string; readonly qrCode: string } }) {
  const { t } = useTranslation(['auth', 'security']);
  return (
    <>
      <img className={classes.qr} src={`data:image/svg+xml,${encodeURIComponent(setup.qrCode)}`} alt={t('security:setup.picture')} />
      <p className={classes.key}>
        {t('security:setup.key')}
        <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </>
  );
}
