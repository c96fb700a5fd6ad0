import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { CommentForm } from './CommentForm.tsx';
import classes from './Comments.module.css';
import type { StepCommentFragment } from './strategy.graphql.ts';
import type { Thread } from './threads.ts';
import type { Comments } from './useComments.ts';

/** A comment with its answers and what can be done with them. @param mayWrite whether people may answer, resolve and delete. */
export function CommentThread({ thread, comments, mayWrite }: { thread: Thread; comments: Comments; mayWrite: boolean }) {
  const { first, answers } = thread;
  const { t } = useTranslation('strategy');
  const { nameOf } = useStaff();
  const [answering, setAnswering] = useState(false);
  const isResolved = first.resolvedAt != null;
  const author = nameOf(first.author) ?? '–';
  return (
    <article className={classes.thread} aria-label={`${author}: ${first.body}`}>
      <Entry comment={first} comments={comments} mayDelete={mayWrite && answers.length === 0} />
      {answers.map((answer) => (
        <div key={answer.commentId} className={classes.answer}>
          <Entry comment={answer} comments={comments} mayDelete={mayWrite} />
        </div>
      ))}
      {isResolved && <p className={classes.resolved}>{t('comments.resolved', { name: nameOf(first.resolvedBy) ?? '–' })}</p>}
      {mayWrite && answering && (
        <CommentForm
          comments={comments}
          at={first.commentId}
          label={t('comments.replyTo', { name: author })}
          submit={t('comments.sendReply')}
          onSend={async (body) => {
            const sent = await comments.add(first.stepId, body, first.commentId);
            if (sent) setAnswering(false);
            return sent;
          }}
          onCancel={() => setAnswering(false)}
        />
      )}
      {mayWrite && !answering && (
        <div className={classes.actions}>
          <Button variant="subtle" size="compact-xs" onClick={() => setAnswering(true)}>
            {t('comments.reply')}
          </Button>
          <Button variant="subtle" size="compact-xs" onClick={() => void comments.resolve(first.commentId, !isResolved)}>
            {t(isResolved ? 'comments.reopen' : 'comments.resolve')}
          </Button>
        </div>
      )}
    </article>
  );
}

function Entry({ comment, comments, mayDelete }: { comment: StepCommentFragment; comments: Comments; mayDelete: boolean }) {
  const { t } = useTranslation('strategy');
  const { user } = useWorkspace();
  const { nameOf } = useStaff();
  const name = nameOf(comment.author) ?? '–';
  return (
    <>
      <header className={classes.head}>
        <Avatar name={name} size={22} />
        <strong>{name}</strong>
        <DateText value={comment.createdAt} />
        {mayDelete && comment.author === user.id && (
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('comments.delete')}
            title={t('comments.delete')}
            onClick={() => void comments.remove(comment.commentId)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </header>
      <p className={classes.body}>{comment.body}</p>
    </>
  );
}
