import { Button, Kbd } from '@mantine/core';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BankScreen.module.css';
import { CandidateCards, ReturnCards } from './CandidateCards.tsx';
import { EntryFacts } from './EntryFacts.tsx';
import { type Entry, IgnoreForm, PartsForm, Search } from './EntryForms.tsx';
import { useBankEntry } from './useBankEntry.ts';

/** One movement: what the bank says, whose it may be and why, and what one decides. 1 to 9 book the candidate, i ignores, z takes back. */
export function EntryPanel({ entry, onChanged }: { entry: Entry; onChanged: () => void }) {
  const { t } = useTranslation('bank');
  const may = useCan('operations', 'manageBank');
  const work = useBankEntry(entry, onChanged);
  const { form, isOpen, isOut, candidates, weighed, booking } = work;
  const { status, currency } = entry;
  const takes = may && isOpen && !isOut;
  useHotkeys(
    {
      ...(takes && Object.fromEntries(candidates.slice(0, 9).map((each, index) => [String(index + 1), () => void work.bookWhole(each)]))),
      ...(may && isOpen && { i: work.startIgnoring }),
      ...(may && status === 'booked' && { z: () => void work.takeBack() }),
    },
    { enabled: !booking },
  );
  return (
    <>
      {isOpen && <KeptNote kept={form.kept} />}
      <EntryFacts entry={entry} isOpen={isOpen} />
      {isOpen && !isOut && <CandidateCards work={work} currency={currency} acts={may} />}
      {weighed.error ? <ErrorState error={weighed.error} onRetry={weighed.refetch} /> : null}
      {isOpen && form.values.parts.length > 0 && (
        <PartsForm form={form} currency={currency} rest={work.rest} busy={booking} onSubmit={work.bookParts} />
      )}
      <ReturnCards work={work} currency={currency} acts={may} />
      {takes && <Search form={form} />}
      {may && isOpen && (
        <div className={classes.foot}>
          {form.values.isIgnoring ? (
            <IgnoreForm form={form} busy={work.ignoring} onSubmit={work.ignore} />
          ) : (
            <Button size="xs" variant="subtle" onClick={work.startIgnoring} rightSection={<Kbd size="xs">{keyLabel('i')}</Kbd>}>
              {t('ignore')}
            </Button>
          )}
        </div>
      )}
      {may && (status === 'booked' || status === 'ignored') && (
        <div className={classes.foot}>
          <Button size="xs" variant="default" onClick={() => void work.takeBack()} rightSection={<Kbd size="xs">{keyLabel('z')}</Kbd>}>
            {t('undo')}
          </Button>
        </div>
      )}
    </>
  );
}
