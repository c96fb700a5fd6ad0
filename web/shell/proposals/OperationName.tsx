import { useTranslation } from '../../ui/texts.ts';

/** What an event about a proposal says of what was proposed. @param operation an endpoint's name. */
export default function OperationName({ operation }: { operation: string }) {
  const { find } = useTranslation('proposals');
  return find(`operation.${operation}`) ?? operation;
}
