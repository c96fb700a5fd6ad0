/**
 * The kinds of files that are kept on accounts: by the ending of the name, the content that must lie behind it, and how it may be looked at.
 * Whatever can run is missing on purpose: programs, scripts, web pages, drawings with scripts (svg), archives, Office files with macros, and
 * the Office formats before 2007, whose macros cannot be told from their text without opening them.
 */
export type FilePreview = 'image' | 'pdf' | 'text';

export interface FileKind {
  /** What the content is called, first; then what browsers and mail programs call it too. */
  readonly mimeTypes: readonly [string, ...string[]];
  /** How it is shown; null: it is only taken away. */
  readonly preview: FilePreview | null;
  /** Parts inside a container that make it a program. */
  readonly mayHoldMacros?: true;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';
const text = (...mimeTypes: [string, ...string[]]): FileKind => ({ mimeTypes, preview: 'text' });
const image = (...mimeTypes: [string, ...string[]]): FileKind => ({ mimeTypes, preview: 'image' });
const office = (...mimeTypes: [string, ...string[]]): FileKind => ({ mimeTypes, preview: null, mayHoldMacros: true });
const other = (...mimeTypes: [string, ...string[]]): FileKind => ({ mimeTypes, preview: null });

export const FILE_KINDS: Readonly<Record<string, FileKind>> = {
  pdf: { mimeTypes: ['application/pdf'], preview: 'pdf' },
  png: image('image/png'),
  jpg: image('image/jpeg', 'image/jpg', 'image/pjpeg'),
  jpeg: image('image/jpeg', 'image/jpg', 'image/pjpeg'),
  gif: image('image/gif'),
  webp: image('image/webp'),
  avif: image('image/avif'),
  tif: other('image/tiff'),
  tiff: other('image/tiff'),
  heic: other('image/heic', 'image/heif'),
  txt: text('text/plain'),
  csv: text('text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel'),
  json: text('application/json', 'text/plain'),
  eml: text('message/rfc822', 'text/plain'),
  docx: office(`${OFFICE}.wordprocessingml.document`),
  xlsx: office(`${OFFICE}.spreadsheetml.sheet`),
  pptx: office(`${OFFICE}.presentationml.presentation`),
  odt: office(`${OPEN}.text`),
  ods: office(`${OPEN}.spreadsheet`),
  mp3: other('audio/mpeg', 'audio/mp3'),
  wav: other('audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'),
  ogg: other('audio/ogg', 'audio/opus'),
  m4a: other('audio/x-m4a', 'audio/mp4', 'audio/m4a'),
};

/** @returns the ending of a file's name in lower case, without its dot; '' when it has none. */
export function fileExtension(name: string): string {
  return /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** @returns what is kept under a name like this, or null. */
export function fileKind(name: string): FileKind | null {
  const extension = fileExtension(name);
  return Object.hasOwn(FILE_KINDS, extension) ? FILE_KINDS[extension]! : null;
}

/** What a file is about; the spelling of the contract. */
export const DOCUMENT_TYPES = [
  'INVOICE',
  'CONTRACT',
  'PAYMENT_PROOF',
  'LETTER',
  'IDENTITY',
  'POWER_OF_ATTORNEY',
  'COURT',
  'OTHER',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
