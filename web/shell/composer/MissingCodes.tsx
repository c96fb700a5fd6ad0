import { Suspense } from 'react';
import { useTranslation } from '../../ui/texts.ts';

interface MissingCode {
  readonly code: string;
  readonly reason: string;
}

/** Says which codes of payments a message goes without, and why; nothing where it has all of them. */
export function MissingCodes(props: { codes: readonly MissingCode[]; className: string | undefined }) {
  if (props.codes.length === 0) return null;
  return (
    <Suspense>
      <Lines {...props} />
    </Suspense>
  );
}

function Lines({ codes, className }: { codes: readonly MissingCode[]; className: string | undefined }) {
  const { t } = useTranslation('codes');
  return codes.map(({ code, reason }) => (
    <p key={code} className={className}>
      {t(code as 'transfer', { reason: t(`reason.${reason as 'currency'}`) })}
    </p>
  ));
}
