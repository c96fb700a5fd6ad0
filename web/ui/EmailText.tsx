import { Fragment } from 'react';

/** An e-mail address that, where it is too long for a line, is broken after its @ or before a dot and not in the middle of a word. */
export function EmailText({ value }: { value: string }) {
  return value.split(/(?<=@)|(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts may be alike, and have no other place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
