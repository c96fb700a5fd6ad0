/** An operation of the contract, written by `npm run generate` from a screen's `.graphql` file. */
export interface GraphqlDocument<Data, Variables> {
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The operation's name. */
  readonly name: string;
  /** The root fields that it asks for. */
  readonly fields: readonly string[];
  /** The queries, of any service, whose answers a mutation makes old; undefined: nobody knows, so all of them (@changes in the contract). */
  readonly changes?: readonly string[];
  /** The text that goes to the server, its fragments included. */
  readonly text: string;
  /** Types only: what goes in and what comes out. */
  readonly types?: (variables: Variables) => Data;
}
