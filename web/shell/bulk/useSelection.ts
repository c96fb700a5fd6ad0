import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { NOTHING, type Selection } from '../../ui/selection.ts';

/** What is selected of a search. Another search is another list: what was selected there is not meant here. @param filter what was searched for. */
export function useSelection(filter: object): [Selection, Dispatch<SetStateAction<Selection>>] {
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const asked = JSON.stringify(filter);
  useEffect(() => {
    if (asked) setSelection(NOTHING);
  }, [asked]);
  return [selection, setSelection];
}
