import { Skeleton } from '@mantine/core';

/** Stands for a text that is on its way and takes the same room. @param children a text of the length that is expected; nobody reads it. */
export function TextSkeleton(props: { children: string }) {
  return (
    <Skeleton display="inline-block" w="auto" style={{ verticalAlign: 'top' }}>
      {props.children}
    </Skeleton>
  );
}
