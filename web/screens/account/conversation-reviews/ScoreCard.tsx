import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { REVIEW_ANSWERS, type ReviewAnswer, scoreCard, unanswered } from '../../../../engine/work/scoreCard.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { SaveReviewDocument, ScoreCardDocument } from './cms.graphql.ts';
import type { Held } from './held.ts';
import classes from './ReviewsScreen.module.css';

type Answers = Readonly<Record<string, ReviewAnswer>>;

/** The questions of the card: 1 to 4 answer the next open one, Enter saves once none is left. */
export function ScoreCard({ held, onSaved }: { held: Held; onSaved: () => void }) {
  const { t, language } = useTranslation('reviews');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const card = useQuery('cms', ScoreCardDocument, { clientId, channel: held.channel, locale: language }).data?.getScoreCard ?? [];
  const [save, busy] = useMutation('cms', SaveReviewDocument, { idempotent: true });
  const form = useKeptForm(`review ${held.id}`, { initialValues: { answers: {} as Answers, comment: '' } });
  const { answers } = form.values;
  const given = new Map(Object.entries(answers));
  const open = unanswered(card, given);
  const result = card.length > 0 && open.length === 0 ? scoreCard(card, given) : null;
  const answer = (criterion: string, value: ReviewAnswer) => form.setValues({ answers: { ...answers, [criterion]: value } });
  const submit = form.send(async ({ answers: wanted, comment }) => {
    const list = Object.entries(wanted).map(([criterion, value]) => ({ criterion, answer: value }));
    const { saveConversationReview: saved } = await save({ clientId, conversationId: held.id, answers: list, comment });
    toastSuccess(t('saved', { score: saved.score === null ? t('unscored') : format.number(saved.score) }));
    onSaved();
  });
  const press = (value: ReviewAnswer) => open[0] !== undefined && answer(open[0], value);
  useHotkeys({
    '1': () => press('yes'),
    '2': () => press('partly'),
    '3': () => press('no'),
    '4': () => press('notApplicable'),
    Enter: () => result && !busy && submit(),
  });
  return (
    <form className={classes.card} onSubmit={submit} aria-label={t('card')}>
      <h2>{t('card')}</h2>
      <p>{t('keys')}</p>
      <KeptNote kept={form.kept} />
      {card.map((each) => (
        <fieldset key={each.id} data-next={each.id === open[0] || undefined}>
          <legend>
            {each.name} {each.isCritical && <Tag tone="warn">{t('critical')}</Tag>}
          </legend>
          <p>{each.question}</p>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={each.name}
            value={answers[each.id] ?? ''}
            onChange={(value) => answer(each.id, value as ReviewAnswer)}
            data={REVIEW_ANSWERS.map((value) => ({ value, label: t(`answer.${value}`) }))}
          />
        </fieldset>
      ))}
      <Textarea
        label={t('comment')}
        description={t('commentDetail')}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('comment')}
      />
      <Button type="submit" fullWidth mt="md" loading={busy} disabled={!result}>
        {result ? `${t('save')} · ${result.score ?? t('unscored')}` : t('save')}
      </Button>
    </form>
  );
}
