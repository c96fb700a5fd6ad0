/** What uploaded files are refused for. */
export const FILES_FAULTS = {
  fileEnding: '“{{ending}}” files aren’t supported. Supported types: {{endings}}',
  fileContent: 'The name ends in “{{ending}}”, but the content is {{type}}',
  fileMarkup: 'Web pages, drawings with scripts and programs can’t be uploaded',
  fileHarmful: 'This file is harmful and wasn’t saved: {{finding}}',
  fileMacros: 'Office files with macros can’t be uploaded. Save it without macros or as a PDF.',
  fileSize: 'Only {{size}} of {{announced}} bytes arrived. Upload the file again.',
  fileScanSilent: 'The virus scanner isn’t responding, so nothing was saved. Try again in a moment.',
  fileThere: 'This file was already uploaded with different content',
  fileUploadEnded: 'This upload has expired. Choose the file again.',
  fileNoPreview: 'This type of file can’t be previewed. Download it instead.',
  fileRemoved: 'This file was deleted permanently',
  fileNameMissing: 'Enter a file name',
  mediaGone: 'The provider doesn’t have this file any more',
  mediaTooLarge: 'This file is too large to be kept',
} as const;
