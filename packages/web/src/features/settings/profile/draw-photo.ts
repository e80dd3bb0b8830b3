import { squareOf, type Crop } from "./crop.ts";

/** Pixels of a side of a photo: of the largest disc, on the sharpest screens. */
const SIDE = 256;
/** Bytes that the server takes. */
const MOST_BYTES = 64 * 1024;
const QUALITIES = [0.9, 0.8, 0.7, 0.55, 0.4];

/**
 * Draws the chosen square of a picture anew: smaller, and without what the camera has written into the file, such as where it was taken.
 * @param view pixels of the view to which the crop refers
 * @returns a JPEG that the server takes; undefined: the browser can't make one
 */
export async function drawPhoto(picture: ImageBitmap, view: number, crop: Crop): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  // What is clear in a PNG: a JPEG would have it black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = "high";
  const { left, top, side } = squareOf(view, crop);
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (blob && blob.size <= MOST_BYTES) return blob;
  }
  return undefined;
}
