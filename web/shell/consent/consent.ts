/**
 * What the visitor agreed to (specification 1, section 4.2): kept in a cookie for a year, told to whoever listens at every change. Nothing
 * of anybody else is loaded before.
 */
import { CONSENT_DAYS, CONSENT_VERSION, isConsentRequired } from '../../../core/consent.ts';
import { makeStore } from '../../ui/store.ts';
import { readCookie, writeCookie } from '../cookie.ts';
import { settings } from '../settings.ts';
import { detectCountry } from './location.ts';

export interface ConsentRecord {
  readonly status: 'pending' | 'granted' | 'denied';
  /** ISO 8601. */
  readonly timestamp: string;
  readonly version: string;
  readonly analytics: boolean;
  /** Recordings of sessions. */
  readonly clarity: boolean;
}

export interface Consent {
  readonly record: ConsentRecord;
  /** Null while the visitor's country is being found out. */
  readonly required: boolean | null;
  /** The banner was put away without an answer; it comes back at the next visit. */
  readonly dismissed: boolean;
  readonly choosing: boolean;
}

const COOKIE = 'quittance-consent';

const recordOf = (status: ConsentRecord['status'], analytics: boolean, clarity: boolean): ConsentRecord => ({
  status,
  timestamp: new Date().toISOString(),
  version: CONSENT_VERSION,
  analytics,
  clarity,
});

export const consent = makeStore<Consent>({ record: recordOf('pending', false, false), required: null, dismissed: false, choosing: false });

/** @returns whether the banner asks. */
export function isAsking({ record, required, dismissed }: Consent): boolean {
  return record.status === 'pending' && required === true && !dismissed;
}

/** @returns the stored record, if it is of this version. */
export function readRecord(text: string | null): ConsentRecord | null {
  try {
    const record = JSON.parse(text ?? 'null') as ConsentRecord | null;
    return record?.version === CONSENT_VERSION && ['granted', 'denied'].includes(record.status) ? record : null;
  } catch {
    return null;
  }
}

/** What the consent-update event says; advertising is never agreed to. */
export function storageOf(record: ConsentRecord) {
  const given = (yes: boolean) => (yes ? 'granted' : 'denied');
  return {
    analytics_storage: given(record.analytics),
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    functionality_storage: 'granted',
    security_storage: 'granted',
  } as const;
}

function tell(record: ConsentRecord): void {
  window.dispatchEvent(new CustomEvent('consent-update', { detail: storageOf(record) }));
  window.dispatchEvent(new CustomEvent('session-recording-consent', { detail: { granted: record.clarity } }));
  if (record.analytics) for (const src of foreignScripts()) load(src);
}

/** @returns the addresses of what others wrote and this installation wants loaded. */
export function foreignScripts(): string[] {
  return [settings.analyticsScriptUrl, settings.errorReporting?.scriptUrl].filter((url) => typeof url === 'string');
}

function load(src: string): void {
  if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) return;
  const script = document.createElement('script');
  script.src = src;
  script.async = true;
  document.head.append(script);
}

function become(record: ConsentRecord): void {
  writeCookie(COOKIE, record.status === 'pending' ? null : JSON.stringify(record), CONSENT_DAYS);
  consent.set({ ...consent.get(), record, choosing: false });
  tell(record);
}

/** Everything: analytics and recordings. */
export const acceptAll = () => become(recordOf('granted', true, true));
/** Nothing but what is necessary. */
export const rejectAll = () => become(recordOf('denied', false, false));
/** Asks anew, as at the first visit. */
export const reset = () => {
  become(recordOf('pending', false, false));
  consent.set({ ...consent.get(), dismissed: false });
};

/** Changes what was granted; without a grant there is nothing to change. @returns whether it was changed. */
export function update(choice: Pick<ConsentRecord, 'analytics' | 'clarity'>): boolean {
  if (consent.get().record.status !== 'granted') return false;
  become(recordOf('granted', choice.analytics, choice.clarity));
  return true;
}

/** Puts the banner away until the next visit. */
export const dismiss = () => consent.set({ ...consent.get(), dismissed: true });

/** Opens or closes the dialog that says what was agreed to. */
export const choose = (choosing: boolean) => consent.set({ ...consent.get(), choosing });

/** Takes up the stored answer, or finds out whether one is needed; where none is, everything is granted. */
export async function startConsent(): Promise<void> {
  const stored = readRecord(readCookie(COOKIE));
  if (stored) {
    consent.set({ ...consent.get(), record: stored });
    tell(stored);
  }
  const country = await detectCountry({
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    lookUp: settings.looksUpLocation ? lookUp : null,
    language: () => navigator.language,
  });
  const required = isConsentRequired(country, settings.stage);
  consent.set({ ...consent.get(), required });
  if (!required && consent.get().record.status === 'pending') acceptAll();
}

async function lookUp(signal: AbortSignal): Promise<string> {
  const answer = await fetch('/location', { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.text()).trim();
}
