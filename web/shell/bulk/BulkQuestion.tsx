import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { useKeptText } from '../../ui/keptText.ts';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useMutation } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { ScheduleBulkActionDocument } from './account.graphql.ts';
import type { Answer, QuestionProps } from './question.ts';

/**
 * Names what will be done and to how many, and starts it. Questions that ask for more give their field with it.
 * @param props.initial the answer until another one is given. @param props.paramsOf what an answer means to the action; null where it does not fit.
 * @param props.blocked nothing can be answered; the field says why.
 */
export default function BulkQuestion(
  props: QuestionProps & {
    initial?: string;
    field?: (answer: Answer) => ReactNode;
    blocked?: boolean;
    paramsOf?: (answer: string | null) => object | null;
  },
) {
  const { name, unit, danger } = props.asked;
  const { t } = useTranslation('lists');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const [schedule] = useMutation('account', ScheduleBulkActionDocument);
  // What was chosen or typed survives a reload; whoever closes the question gives it up.
  const [given, give] = useKeptText(`${name} of ${unit}s`);
  const [isWrong, setWrong] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const value = given || (props.initial ?? null);
  const onChange = (next: string) => {
    give(next);
    setWrong(false);
    setRefusal(null);
  };
  return (
    <ConfirmDialog
      opened
      onClose={() => {
        give('');
        props.onClose();
      }}
      // e2e/bulkActions.test.ts knows that each action has its words; the types of texts don't.
      title={t(`ask.${unit}.${name as 'stopStrategy'}`, { count: props.count, number: format.number(props.count) })}
      confirm={t(`action.${name as 'stopStrategy'}`)}
      danger={danger}
      blocked={props.blocked}
      detail={
        <>
          <p>{t(`detail.${unit}.${name as 'stopStrategy'}`)}</p>
          {props.field?.({ value, onChange, isWrong, refusal })}
        </>
      }
      onConfirm={async () => {
        const params = props.paramsOf ? props.paramsOf(value) : {};
        if (params === null) {
          setWrong(true);
          return false;
        }
        try {
          await schedule({ clientId, action: name, params, ...props.target() });
        } catch (error) {
          setRefusal(error);
          throw error;
        }
        props.onDone();
        toastSuccess(t('started'));
        return true;
      }}
    />
  );
}
