import { Suspense } from 'react';
import { later, useStands } from '../../ui/later.ts';
import { useCan } from '../../ui/permission.tsx';

const Views = later(() => import('./Views.tsx'));

/** The saved views of a list: opens one, says when the list differs from it, saves, shares and deletes. @param screen the list's route. */
export function ViewsMenu({ screen }: { screen: string }) {
  const stands = useStands();
  return <Suspense>{useCan('backoffice', 'saveViews') && stands && <Views screen={screen} />}</Suspense>;
}
