import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import type { Column } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './UsersScreen.module.css';
import { STANDING_TONES, standingOf, type User } from './user.ts';

/** @param online ids of who is here now. @returns the columns of the list. */
export function useUserColumns(online: ReadonlySet<string>): Column<User>[] {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  const { user: me } = useWorkspace();
  return [
    {
      key: 'name',
      header: t('columns.name'),
      width: 230,
      strong: true,
      cell: (user) => (
        <span className={classes.person}>
          <span className={classes.face}>
            <Avatar name={user.displayName} />
            {online.has(user.id) && <span className={classes.dot} role="img" aria-label={t('isOnline')} title={t('isOnline')} />}
          </span>
          <span className={classes.name}>
            {user.status === 'anonymized' ? t('anonymous') : user.displayName}
            {user.id === me.id && <span className={classes.me}> {t('you')}</span>}
          </span>
        </span>
      ),
    },
    { key: 'email', header: t('columns.email'), width: 240, cell: (user) => user.email },
    {
      key: 'roles',
      header: t('columns.roles'),
      width: 230,
      cell: (user) =>
        user.authGroups
          .map((group) => [roleName(group.roleId), ...(group.partnerIds.length > 0 ? [`(${group.partnerIds.join(', ')})`] : [])].join(' '))
          .join(' · ') || '–',
    },
    {
      key: 'state',
      header: t('columns.state'),
      width: 100,
      cell: (user) => <Tag tone={STANDING_TONES[standingOf(user)]}>{t(`state.${standingOf(user)}`)}</Tag>,
    },
    { key: 'mfa', header: t('columns.mfa'), width: 110, cell: (user) => t(user.mfaEnabled ? 'mfa.on' : 'mfa.off') },
    {
      key: 'lastOnline',
      header: t('columns.lastOnline'),
      width: 130,
      cell: (user) => (online.has(user.id) ? t('now') : user.lastOnline ? <DateText value={user.lastOnline} /> : t('never')),
    },
  ];
}
