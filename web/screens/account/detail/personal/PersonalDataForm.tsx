import { Select, Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useQuery } from '../../../../shell/api.ts';
import { ErasureLines } from '../../../../shell/ErasureLines.tsx';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useKeptText } from '../../../../ui/keptText.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Account } from '../account.ts';
import { nameOf } from '../debtorName.ts';
import { DataFiles } from './DataFiles.tsx';
import { ErasePart } from './ErasePart.tsx';
import { HoldsPart } from './HoldsPart.tsx';
import classes from './Personal.module.css';
import { AccountPrivacyDocument } from './privacy.graphql.ts';
import { RectifyPart } from './RectifyPart.tsx';

/** Everything about a person's rights on an account: information, correction, erasure, and what holds erasure back. */
export default function PersonalDataForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  // A reload comes back to the person whose form was being filled in; the next time it begins with the main debtor.
  const [chosen, choose] = useKeptText(`person on account ${account.id}`);
  const debtor = account.debtors.find((each) => each.externalDebtorRef === chosen) ?? account.debtors[0];
  const ref = debtor?.externalDebtorRef ?? '';
  const handles = useCan('privacy', 'handleRequests');
  const erases = useCan('privacy', 'erasePersonalData');
  const { data, error, refetch } = useQuery('privacy', AccountPrivacyDocument, { clientId, accountId: account.id }, { keepPrevious: true });
  const isWaiting = data?.listPersonalDataFiles.some((file) => file.status === 'waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(refetch, 2000);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  const person = { accountId: account.id, externalDebtorRef: ref };
  const close = () => {
    choose('');
    onClose();
  };
  const form = useRef<HTMLDivElement>(null);
  const isThere = data !== undefined;
  // The drawer gives its focus away before there is anything to fill in.
  useEffect(() => {
    if (isThere) form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }, [isThere]);
  return (
    <Drawer opened onClose={close} title={t('title')} size={600}>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height={240} />
      ) : (
        <div ref={form} className={classes.form}>
          {account.debtors.length > 1 && (
            <Select
              label={t('person')}
              allowDeselect={false}
              data={account.debtors.map((debtor) => ({ value: debtor.externalDebtorRef, label: nameOf(debtor) }))}
              value={ref}
              onChange={(value) => choose(value ?? ref)}
            />
          )}
          <HoldsPart accountId={account.id} holds={data.getLegalHolds} onChange={refetch} />
          {handles && <DataFiles key={`file ${ref}`} person={person} files={data.listPersonalDataFiles} onChange={refetch} />}
          {handles && <RectifyPart key={`rectify ${ref}`} person={person} onChange={refetch} />}
          {erases && <ErasePart key={`erase ${ref}`} person={person} onChange={refetch} />}
          {data.listErasures.length > 0 && (
            <Section title={t('erasures.title')}>
              <ErasureLines erasures={data.listErasures} className={classes.list} />
            </Section>
          )}
        </div>
      )}
    </Drawer>
  );
}
