import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { refetchScreen, useMutation, useQuery } from '../../../../shell/api.ts';
import { useRecords } from '../../../../shell/records.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import classes from './Personal.module.css';
import { ErasePersonDocument, ErasurePlanDocument } from './privacy.graphql.ts';

/** What an erasure would do now, and the button that does it. */
export function ErasePart(props: { person: { accountId: string; externalDebtorRef: string }; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const records = useRecords();
  const persons = [props.person];
  const { data, error, refetch } = useQuery('privacy', ErasurePlanDocument, { clientId, persons });
  const [erase] = useMutation('privacy', ErasePersonDocument);
  const [asking, setAsking] = useState(false);
  const plan = data?.getErasurePlan ?? [];
  const going = plan.filter((line) => line.stays === null);
  return (
    <Section title={t('erase.title')}>
      <p className={classes.words}>{t('erase.intro')}</p>
      <ErrorNote error={data ? null : error} />
      {!data && !error && <Skeleton height={60} />}
      <ul className={classes.list}>
        {plan.map((line) => (
          <li key={line.kind} className={classes.line}>
            <span>
              {t(`kind.${line.kind as 'notes'}`)} <span className={classes.quiet}>· {records(line.counts)}</span>
            </span>
            <Tag tone={line.stays === null ? 'bad' : 'neutral'}>
              {line.stays === null
                ? t('erase.goes')
                : t(`stays.${line.stays as 'duty'}`, { day: line.until ? format.date(line.until) : '', ground: line.ground ?? '' })}
            </Tag>
          </li>
        ))}
      </ul>
      {data && going.length === 0 && <p className={classes.words}>{t('erase.stays')}</p>}
      {going.length > 0 && (
        <Button size="xs" color="red" variant="light" onClick={() => setAsking(true)}>
          {t('erase.button')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        danger
        title={t('erase.confirm')}
        detail={going.map((line) => `${t(`kind.${line.kind as 'notes'}`)}: ${records(line.counts)}`).join('; ')}
        confirm={t('erase.button')}
        onConfirm={async () => {
          await erase({ clientId, persons });
          toastSuccess(t('erase.done'));
          refetch();
          props.onChange();
          refetchScreen();
        }}
      />
    </Section>
  );
}
