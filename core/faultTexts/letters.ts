/** What letters say, and where they are printed and posted. */
export const LETTER_FAULTS = {
  letterDesign: 'Write a letter as a design of blocks',
  letterTemplate: 'Choose a template for the letter',
  letterNoBank: 'The letter names a bank account, and you have none for {{currency}}',
  letterNoBill:
    'The Swiss QR bill can’t be made. It needs a Swiss bank account in the claim’s currency, your address, and a reference that fits the account.',
  letterNotPrinted: 'The letter couldn’t be printed',
  recipientNoAddress: 'The debtor has no postal address that a letter can be sent to',
  sftpOtherKey: 'The server shows another key than the one you entered',
  sftpNoLogin: 'The server refuses the user name, password or key',
  sftpRefused: 'The server refuses the file (SFTP status {{code}})',
  printBatchNotFound: 'Print batch not found',
  printBatchOpen: 'Close this batch first',
  printBatchPosted: 'This batch has already been posted',
  returnedMost: 'Enter up to {{number}} letters at once',
} as const;
