/** What is used of sax, which comes without types. */
declare module 'sax' {
  export interface Parser {
    onopentag: (tag: { readonly name: string; readonly attributes: Readonly<Record<string, string>> }) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    ondoctype: () => void;
    onerror: (error: Error) => void;
    write(text: string): Parser;
    close(): Parser;
  }
  const sax: { parser(strict: boolean, options?: { position?: boolean }): Parser };
  export default sax;
}
