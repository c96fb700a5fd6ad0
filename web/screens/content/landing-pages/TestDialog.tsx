import { ActionIcon, Button, Group, Modal, NumberInput, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { errorAt } from '../../../ui/form.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { LandingPagesDocument } from './cms.graphql.ts';
import classes from './Landing.module.css';
import { TestResults } from './TestResults.tsx';
import type { LandingPageDraft } from './useLandingDraft.ts';

/** Which other pages a share of the accounts sees in place of this one, and how each does. Saved with the page. */
export default function TestDialog({ page, onClose }: { page: LandingPageDraft; onClose: () => void }) {
  const { t } = useTranslation('landing');
  const { clientId } = useWorkspace();
  const { draft, edits, form } = page;
  const { variants } = draft;
  const { data } = useQuery('cms', LandingPagesDocument, { clientId, type: 'claim' });
  const others = (data?.getLandingPageList ?? []).filter(({ landingPageId }) => landingPageId !== draft.landingPageId);
  const free = others.filter(({ landingPageId }) => !variants.some((each) => each.landingPageId === landingPageId));
  const rest = 100 - variants.reduce((sum, { share }) => sum + share, 0);
  const set = (next: typeof variants) => form.setValues({ variants: next });
  return (
    <Modal opened onClose={onClose} title={t('test.title')} size={720}>
      <p className={classes.detail}>{t('test.detail')}</p>
      <fieldset className={classes.shares} disabled={!edits}>
        {variants.map(({ landingPageId, share }, at) => (
          <div key={landingPageId} className={classes.share}>
            <Select
              label={t('test.page')}
              data={others
                .filter((each) => each.landingPageId === landingPageId || free.includes(each))
                .map((each) => ({ value: each.landingPageId, label: each.displayName }))}
              value={landingPageId}
              allowDeselect={false}
              onChange={(chosen) => chosen && set(variants.with(at, { landingPageId: chosen, share }))}
            />
            <NumberInput
              label={t('test.share')}
              suffix=" %"
              min={1}
              max={99}
              allowDecimal={false}
              clampBehavior="blur"
              value={share}
              onChange={(value) => value !== '' && set(variants.with(at, { landingPageId, share: Number(value) }))}
            />
            <ActionIcon
              size={36}
              variant="subtle"
              color="red"
              aria-label={t('test.remove', { number: at + 1 })}
              title={t('test.remove', { number: at + 1 })}
              onClick={() => set(variants.toSpliced(at, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
      </fieldset>
      {variants.length > 0 && <p className={rest > 0 ? classes.detail : classes.wrong}>{t('test.rest', { share: rest })}</p>}
      {errorAt(form.errors, 'variants') !== undefined && <p className={classes.wrong}>{errorAt(form.errors, 'variants')}</p>}
      <Group justify="space-between" mt="md">
        {edits && free.length > 0 ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => set([...variants, { landingPageId: free[0]!.landingPageId, share: Math.max(1, Math.floor(rest / 2)) }])}
          >
            {t('test.add')}
          </Button>
        ) : (
          <span>{others.length === 0 && t('test.noOthers')}</span>
        )}
        <Button onClick={onClose}>{t('test.done')}</Button>
      </Group>
      {draft.landingPageId && variants.length > 0 && <TestResults landingPageId={draft.landingPageId} />}
    </Modal>
  );
}
