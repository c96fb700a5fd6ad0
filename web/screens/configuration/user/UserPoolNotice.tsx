import { AwayAlert } from '../../../shell/AwayAlert.tsx';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { UserPoolHealthDocument } from './backoffice.graphql.ts';

/** Says that the user pool is away, since when and why, and how many people's changes wait for it. Else shows nothing. */
export function UserPoolNotice() {
  const { t } = useTranslation('users');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const pool = useQuery('backoffice', UserPoolHealthDocument, { clientId }, { keepPrevious: true }).data?.getUserPoolHealth;
  if (!pool || pool.pausedAt === null) return null;
  const detail = t(pool.waiting > 0 ? 'away.detail' : 'away.nothing', {
    waiting: format.number(pool.waiting),
    oldest: format.date(pool.oldestAt, 'long'),
    next: format.date(pool.nextProbeAt, 'long'),
  });
  return <AwayAlert title={t('away.title')} away={pool} detail={detail} />;
}
