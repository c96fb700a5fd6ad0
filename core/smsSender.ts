/** Who a text message says it is from: a name, a number, or a short code, which may differ from country to country. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** What carriers take: up to eleven letters, digits and spaces with a letter among them; a number with its country's code; a short code. */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/;
const NUMBER = /^\+[1-9]\d{6,14}$/;
const SHORT_CODE = /^\d{3,8}$/;

/** @returns whether carriers take it as a sender. */
export const isSmsSender = (text: string): boolean => NAME.test(text) || NUMBER.test(text) || SHORT_CODE.test(text);

/** Senders by the country of the reader's number, ISO 3166-1: {"DE": "Musterbank", "AT": "+436601234567"}. */
export type SmsSenders = Readonly<Record<string, string>>;

/** @param number in international form. @returns the country it belongs to; null when that can't be told. */
export const countryOfNumber = (number: string): string | null => parsePhoneNumberFromString(number)?.country ?? null;

/** @returns who a message to this number is from: the country's sender, else the provider's. */
export const senderTo = (number: string, senders: SmsSenders, otherwise: string): string =>
  senders[countryOfNumber(number) ?? ''] ?? otherwise;
