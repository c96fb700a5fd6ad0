import { useFormat } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CommentForm } from './CommentForm.tsx';
import classes from './Comments.module.css';
import { CommentThread } from './CommentThread.tsx';
import type { Comments } from './useComments.ts';

/** What people wrote at a step: open comments, resolved ones folded away, and a field for another. @param isSaved whether any version has the step. */
export function StepComments({ stepId, comments, isSaved }: { stepId: string; comments: Comments; isSaved: boolean }) {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const threads = comments.threads.filter(({ first }) => first.stepId === stepId);
  const open = threads.filter(({ first }) => first.resolvedAt == null);
  const resolved = threads.filter(({ first }) => first.resolvedAt != null);
  const threadOf = (thread: (typeof threads)[number]) => (
    <CommentThread key={thread.first.commentId} thread={thread} comments={comments} mayWrite={comments.mayWrite} />
  );
  return (
    <section className={classes.comments} aria-labelledby="step-comments">
      <h3 id="step-comments">{t('comments.title')}</h3>
      {comments.error !== undefined && <ErrorState error={comments.error} onRetry={comments.refetch} />}
      {open.map(threadOf)}
      {comments.mayWrite && isSaved && (
        <CommentForm
          comments={comments}
          at={stepId}
          label={t('comments.label')}
          submit={t('comments.add')}
          onSend={(body) => comments.add(stepId, body, null)}
        />
      )}
      {comments.mayWrite && !isSaved && <p className={classes.quiet}>{t('comments.saveFirst')}</p>}
      {!comments.mayWrite && threads.length === 0 && <p className={classes.quiet}>{t('comments.none')}</p>}
      {resolved.length > 0 && (
        <details>
          <summary>{t('comments.showResolved', { count: resolved.length, number: format.number(resolved.length) })}</summary>
          {resolved.map(threadOf)}
        </details>
      )}
    </section>
  );
}

/** Comments on steps that the newest version doesn't have any more: to be read, where versions are listed. */
export function DeletedStepsComments({ comments }: { comments: Comments }) {
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const threads = comments.threads.filter(({ first }) => !first.hasStep);
  if (threads.length === 0) return null;
  return (
    <details className={classes.comments}>
      <summary>{t('comments.onDeleted', { count: threads.length, number: format.number(threads.length) })}</summary>
      {threads.map((thread) => (
        <CommentThread key={thread.first.commentId} thread={thread} comments={comments} mayWrite={false} />
      ))}
    </details>
  );
}
