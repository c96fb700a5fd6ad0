import type texts from '../../../shell/i18n/en_US/users.json';
import { wordsOf } from '../../../shell/ListExport.tsx';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { STATES } from './filters.ts';
import classes from './UsersScreen.module.css';
import { STANDING_TONES, standingOf, type User } from './user.ts';

/** @param online ids of who is here now. @param partnerName what a partner is called. @returns the columns of the list: a new one is one entry here and its text. */
export function useUserColumns(online: ReadonlySet<string>, partnerName: (partnerId: string) => string): ListColumn<User>[] {
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  const { user: me } = useWorkspace();
  const column = columnMaker<User, string, keyof (typeof texts)['columns']>((key) => t(`columns.${key}`));
  return [
    column(
      'name',
      230,
      (user) => (
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
      { strong: true },
    ),
    column('email', 240, (user) => user.email, { file: [{ key: 'email' }, { key: 'phone', header: t('field.phoneNumber') }] }),
    column(
      'roles',
      230,
      (user) =>
        user.authGroups
          .map((group) =>
            [roleName(group.roleId), ...(group.partnerIds.length > 0 ? [`(${group.partnerIds.map(partnerName).join(', ')})`] : [])].join(
              ' ',
            ),
          )
          .join(' · ') || '–',
    ),
    column('state', 100, (user) => <Tag tone={STANDING_TONES[standingOf(user)]}>{t(`state.${standingOf(user)}`)}</Tag>, {
      file: [{ key: 'state', words: wordsOf(STATES, (each) => t(`state.${each}`)) }],
    }),
    column('mfa', 110, (user) => t(user.mfaEnabled ? 'mfa.on' : 'mfa.off'), {
      file: [{ key: 'mfa', words: wordsOf(['on', 'off'], (each) => t(`mfa.${each}`)) }],
    }),
    column('lastOnline', 130, (user) =>
      online.has(user.id) ? t('now') : user.lastOnline ? <DateText value={user.lastOnline} /> : t('never'),
    ),
  ];
}
