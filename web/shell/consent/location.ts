/** Where the visitor is, as far as consent asks (specification 1, section 4.2): the time zone says it, else an IP lookup, else the language. */
import { countryOrNull, LOOKUP_MS } from '../../../core/consent.ts';

/** What a place outside of every list is called: ISO 3166 keeps it free for this. */
const ELSEWHERE = 'ZZ';

/** Zones of the countries that core/consent.ts lists. */
const ZONES: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CH: 'Europe/Zurich',
  CY: 'Asia/Nicosia Asia/Famagusta Europe/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin Europe/Busingen',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid Atlantic/Canary Africa/Ceuta',
  FI: 'Europe/Helsinki Europe/Mariehamn',
  FR: 'Europe/Paris',
  GB: 'Europe/London Europe/Belfast',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IS: 'Atlantic/Reykjavik',
  IT: 'Europe/Rome',
  LI: 'Europe/Vaduz',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MD: 'Europe/Chisinau Europe/Tiraspol',
  MT: 'Europe/Malta',
  MX: 'America/Mexico_City America/Cancun America/Merida America/Monterrey America/Matamoros America/Chihuahua America/Ciudad_Juarez America/Ojinaga America/Mazatlan America/Bahia_Banderas America/Hermosillo America/Tijuana',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo Arctic/Longyearbyen Atlantic/Jan_Mayen',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon Atlantic/Madeira Atlantic/Azores',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
};
const COUNTRY_OF = new Map(Object.entries(ZONES).flatMap(([country, zones]) => zones.split(' ').map((zone) => [zone, country] as const)));

/** @returns the country of an IANA zone, "ZZ" for one of another country, null for one without a place ("UTC", "Etc/GMT+1"). */
export function countryOfZone(zone: string | undefined): string | null {
  if (!zone?.includes('/') || zone.startsWith('Etc/')) return null;
  return COUNTRY_OF.get(zone) ?? ELSEWHERE;
}

/** @returns the country of a language tag ("de-AT": AT), null when it names none. */
export function countryOfLanguage(language: string | undefined): string | null {
  const parts = (language ?? '').split('-').slice(1);
  return parts.map((part) => countryOrNull(part)).find((country) => country !== null) ?? null;
}

/** What a browser knows; handed in so that the order can be tried. */
export interface Surroundings {
  readonly timeZone: () => string | undefined;
  /** Null: no look-up is configured. */
  readonly lookUp: ((signal: AbortSignal) => Promise<string>) | null;
  readonly language: () => string | undefined;
}

/** @returns the country, "ZZ" for anywhere else, null when nothing tells. */
export async function detectCountry(from: Surroundings): Promise<string | null> {
  const ofZone = countryOfZone(from.timeZone());
  if (ofZone !== null) return ofZone;
  const found = await from.lookUp?.(AbortSignal.timeout(LOOKUP_MS)).then(
    (text) => countryOrNull(text),
    () => null,
  );
  return found ?? countryOfLanguage(from.language());
}
