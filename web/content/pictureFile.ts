/** A file of somebody's computer as a picture that messages can hold (cms.picture.logic.ts): as it is where it fits, else made smaller. */

const WIDEST = 1_200;
const TALLEST = 4_000;
const LARGEST = 300_000;
/** Of JPEG, best first. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5];

/** What a field for pictures takes; others are made into one of the first three. */
export const PICTURE_FILES = 'image/png,image/jpeg,image/gif,image/webp';

/** @returns the picture as Base64. What is no picture goes as it is: the server says what is wrong with it. */
export async function pictureOf(file: File): Promise<string> {
  return base64Of(await fitting(file));
}

async function fitting(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, WIDEST / picture.width, TALLEST / picture.height);
  // Moving pictures would stand still.
  if ((scale === 1 && file.size <= LARGEST && file.type !== 'image/webp') || file.type === 'image/gif') return file;
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const drawn = draw(picture, width, height, null);
  // Logos keep their sharp edges and what is transparent, as long as they are small enough.
  const sharp = file.type === 'image/jpeg' ? null : await drawn.convertToBlob({ type: 'image/png' });
  if (sharp && sharp.size <= LARGEST) return sharp;
  const plain = draw(picture, width, height, '#ffffff');
  for (const quality of QUALITIES) {
    const made = await plain.convertToBlob({ type: 'image/jpeg', quality });
    if (made.size <= LARGEST) return made;
  }
  return file;
}

function draw(picture: ImageBitmap, width: number, height: number, ground: string | null): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d')!;
  pen.imageSmoothingQuality = 'high';
  if (ground) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, width, height);
  }
  pen.drawImage(picture, 0, 0, width, height);
  return canvas;
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
