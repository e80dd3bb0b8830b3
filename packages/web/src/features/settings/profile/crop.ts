/** Which part of a picture is in a square view: the picture is drawn `scale` as large, its corner at `x` and `y` of the view. */
export interface Crop {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How many times larger than to fill the view a picture may be. */
export const MOST_ZOOM = 4;

/** The scale at which a picture just fills a square view of `view` pixels. */
const least = ({ width, height }: Size, view: number): number => view / Math.min(width, height);

const within = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);

/** The nearest crop that leaves no part of the view empty. */
export function fitted(picture: Size, view: number, { scale, x, y }: Crop): Crop {
  const smallest = least(picture, view);
  const real = within(scale, smallest, smallest * MOST_ZOOM);
  return {
    scale: real,
    x: within(x, view - picture.width * real, 0),
    y: within(y, view - picture.height * real, 0),
  };
}

/** The largest square in the middle. */
export function middle(picture: Size, view: number): Crop {
  const scale = least(picture, view);
  return { scale, x: (view - picture.width * scale) / 2, y: (view - picture.height * scale) / 2 };
}

/** The picture nearer or farther, about the middle of the view. @param zoom 1: it just fills the view */
export function zoomed(picture: Size, view: number, crop: Crop, zoom: number): Crop {
  const scale = least(picture, view) * within(zoom, 1, MOST_ZOOM);
  const about = (corner: number): number => view / 2 - ((view / 2 - corner) / crop.scale) * scale;
  return fitted(picture, view, { scale, x: about(crop.x), y: about(crop.y) });
}

/** How many times larger than to fill the view it is. */
export const zoomOf = (picture: Size, view: number, { scale }: Crop): number => scale / least(picture, view);

/** The square of the picture, in its own pixels, that is in the view. */
export const squareOf = (view: number, { scale, x, y }: Crop) => ({
  left: (0 - x) / scale,
  top: (0 - y) / scale,
  side: view / scale,
});
