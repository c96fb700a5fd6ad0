import { IconLock } from '@tabler/icons-react';
import { useQuery } from '../../../../shell/api.ts';
import { useStaff } from '../../../../shell/staff.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { AccountHoldsDocument } from './privacy.graphql.ts';

/** Beside the account's name: that a legal hold is in force, until when, who placed it and why. Nothing while there is none. */
export default function HoldTag({ accountId }: { accountId: string }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { nameOf } = useStaff();
  const { data } = useQuery('privacy', AccountHoldsDocument, { clientId, accountId }, { reuse: true });
  // Of several the one that lasts longest: erasure waits for it.
  const [hold] = (data?.getLegalHolds ?? [])
    .filter((each) => each.isInForce)
    .sort((one, other) => (other.until ?? '9').localeCompare(one.until ?? '9'));
  if (!hold) return null;
  const until = hold.until ? t('holds.untilDay', { day: format.date(hold.until) }) : t('holds.open');
  const who = nameOf(hold.createdBy);
  return (
    <Tag tone="warn" icon={<IconLock size={12} stroke={1.8} aria-hidden />} title={hold.reason}>
      {t('holds.tag')} · {who === null ? until : `${until} · ${who}`}
    </Tag>
  );
}
