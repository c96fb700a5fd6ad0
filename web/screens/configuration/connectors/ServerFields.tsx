import { Button, NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ConnectorsScreen.module.css';

export interface Server {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** Where an SFTP server is, who logs in and what proves it. What was saved of the proof is never shown again: an empty field keeps it. */
export function ServerFields(props: {
  server: Server;
  onServer: (server: Server) => void;
  password: string;
  privateKey: string;
  onSecret: (secret: { password?: string; privateKey?: string }) => void;
  /** What is saved. */
  hasPassword: boolean;
  hasPrivateKey: boolean;
  fingerprint: string | null;
  forgets: boolean;
  onForget: (forgets: boolean) => void;
  /** @param name such as "host". */
  errorOf: (name: 'host' | 'port' | 'user' | 'password' | 'privateKey') => ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation('connectors');
  const { server, onServer, errorOf } = props;
  return (
    <>
      <div className={classes.server}>
        <TextInput
          label={t('server.host')}
          required
          maxLength={255}
          value={server.host}
          error={errorOf('host')}
          onChange={(event) => onServer({ ...server, host: event.currentTarget.value })}
        />
        <NumberInput
          label={t('server.port')}
          hideControls
          min={1}
          max={65535}
          value={server.port}
          error={errorOf('port')}
          onChange={(port) => onServer({ ...server, port: Number(port) })}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={t('server.user')}
          required
          maxLength={255}
          autoComplete="off"
          value={server.user}
          error={errorOf('user')}
          onChange={(event) => onServer({ ...server, user: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('server.password')}
          autoComplete="new-password"
          placeholder={props.hasPassword ? t('server.saved') : ''}
          value={props.password}
          error={errorOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('server.show') }}
          onChange={(event) => props.onSecret({ password: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t('server.privateKey')}
        description={t('server.privateKeyHint')}
        classNames={{ input: classes.mono! }}
        autosize
        minRows={2}
        maxRows={6}
        placeholder={props.hasPrivateKey ? t('server.saved') : ''}
        value={props.privateKey}
        error={errorOf('privateKey')}
        onChange={(event) => props.onSecret({ privateKey: event.currentTarget.value })}
      />
      {props.children}
      <p className={classes.key}>
        <IconKey size={16} stroke={1.6} />
        {props.fingerprint === null || props.forgets ? (
          t('server.noKey')
        ) : (
          <>
            {t('server.key')} <code>{props.fingerprint}</code>
            <Button variant="default" size="compact-xs" onClick={() => props.onForget(true)}>
              {t('server.forget')}
            </Button>
          </>
        )}
      </p>
    </>
  );
}

/** @returns secrets as they are sent: what was not typed stays as it was. */
export const secretsOf = ({ password, privateKey }: { password: string; privateKey: string }) => ({
  ...(password !== '' && { password }),
  ...(privateKey !== '' && { privateKey }),
});
