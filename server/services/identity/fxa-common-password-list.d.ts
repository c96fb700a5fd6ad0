/** The package brings no types of its own. */
declare module 'fxa-common-password-list/src/encoded-passwords.js' {
  /** Sorted, one password a line: how many characters it shares with the one before (one digit of base 36), then the rest of it. */
  const encoded: string;
  export default encoded;
}
