/** A page that says it is an example: WhatsApp wants to see a document before it approves a template that carries one. */
const OBJECTS = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  '<< /Length 47 >>\nstream\nBT /F1 24 Tf 72 740 Td (Example document) Tj ET\nendstream',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
];

function write(): Buffer {
  const starts: number[] = [];
  let text = '%PDF-1.4\n';
  for (const [at, object] of OBJECTS.entries()) {
    starts.push(text.length);
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = OBJECTS.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

export const SAMPLE_PDF: Buffer = write();
/** What its address ends with, where files are served (files.origin.ts). */
export const SAMPLE_NAME = 'sample.pdf';
