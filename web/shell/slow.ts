/** Event and audit queries whose execution took too long are asked again, then they fail (specification 1, section 8). */
import { ApolloLink } from '@apollo/client';
import { type Observable, of, switchMap, timer } from 'rxjs';
import { EVENT_TRIES } from '../../core/retry.ts';

const SERVICE = 'events';

const tookTooLong = (result: ApolloLink.Result) => result.errors?.some((error) => error.extensions?.code === 'EXECUTION_TIMEOUT') ?? false;

export const slow = new ApolloLink((operation, forward) => {
  if (operation.getContext().service !== SERVICE) return forward(operation);
  const attempt = (left: number): Observable<ApolloLink.Result> =>
    forward(operation).pipe(
      switchMap((result) =>
        left > 1 && tookTooLong(result) ? timer(EVENT_TRIES.delayMs).pipe(switchMap(() => attempt(left - 1))) : of(result),
      ),
    );
  return attempt(EVENT_TRIES.tries);
});
