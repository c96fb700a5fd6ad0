/** How texts become the words of search. The database makes the stored words with the same characters (account.projection.logic.ts). */

/** End a word in names and places. */
export const SEPARATORS = '-–—_/\\|.,;:+&()[]{}<>"„“”«»*#%=?!@~^$§ \t\n\r\u00a0';
/** Stand inside a word: dropped. */
export const JOINERS = "'’‘´`";

/** The lexeme that stands for a whole product or portfolio name; typed words never begin with "=". */
export const KEPT_CHARACTERS = 400;
