/** What the server tells the staff application's page before anybody is signed in. Nothing in it is secret. */
export interface PageSettings {
  /** DEV wherever NODE_ENV is not production. */
  readonly stage: 'PROD' | 'DEV';
  /** The knowledge site behind "Help"; null: no entry. */
  readonly helpUrl: string | null;
  /** The analytics script that is loaded after consent; null: none is. */
  readonly analyticsScriptUrl: string | null;
  /** Collects errors, after consent; null: nothing does. The script finds here what it is to tell and how much of it. */
  readonly errorReporting: {
    readonly scriptUrl: string;
    readonly release: string;
    readonly sampleRates: { readonly traces: number; readonly sessionReplay: number; readonly replayOnError: number };
  } | null;
  /** Whether /location answers with the visitor's country. */
  readonly looksUpLocation: boolean;
}
