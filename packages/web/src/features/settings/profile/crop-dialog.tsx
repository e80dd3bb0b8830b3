import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { fitted, middle, MOST_ZOOM, zoomed, zoomOf, type Crop } from "./crop.ts";
import { drawPhoto } from "./draw-photo.ts";
import styles from "./photo.module.css";

/** Pixels of a side of the view. */
const VIEW = 240;
/** How far an arrow key moves the picture, in pixels. */
const STEP = 8;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface CropDialogProps {
  readonly picture: ImageBitmap;
  /** keeps the photo; gives the words of what was in the way */
  readonly onKeep: (photo: Blob) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Asks which square of a picture is the photo: moved by pointer or arrow keys, and nearer by the slider. */
export function CropDialog({ picture, onKeep, onClose }: CropDialogProps) {
  const t = useMessages();
  const [crop, setCrop] = useState<Crop>(() => middle(picture, VIEW));
  const keep = async (): Promise<string | undefined> => {
    const photo = await drawPhoto(picture, VIEW, crop);
    return photo ? onKeep(photo) : t("photo.unreadable");
  };
  const move = (x: number, y: number): void =>
    setCrop((now) => fitted(picture, VIEW, { ...now, x: now.x + x, y: now.y + y }));
  return (
    <ConfirmDialog
      title={t("photo.crop")}
      confirm={t("photo.keep")}
      meanwhile={t("photo.keeping")}
      className={styles.form}
      onConfirm={keep}
      onClose={onClose}
    >
      <p>{t("photo.cropHelp")}</p>
      <View picture={picture} crop={crop} onMove={move} />
      <label className={styles.zoom}>
        <span>{t("photo.zoom")}</span>
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={zoomOf(picture, VIEW, crop)}
          onChange={(event) => setCrop(zoomed(picture, VIEW, crop, Number(event.currentTarget.value)))}
        />
      </label>
    </ConfirmDialog>
  );
}

interface ViewProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onMove: (x: number, y: number) => void;
}

function View({ picture, crop, onMove }: ViewProps) {
  const t = useMessages();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const sharp = context.canvas.width / VIEW;
    context.setTransform(sharp, 0, 0, sharp, 0, 0);
    context.clearRect(0, 0, VIEW, VIEW);
    const { scale, x, y } = crop;
    context.drawImage(picture, x, y, picture.width * scale, picture.height * scale);
  }, [picture, crop]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    onMove(...by);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(event.movementX, event.movementY);
  };
  return (
    // What is moved by arrow keys in two directions has no role of its own; this one lets the keys through to the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <div
      role="application"
      aria-label={t("photo.view")}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by arrow keys
      tabIndex={0}
      className={styles.view}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    >
      <canvas ref={canvas} width={VIEW * 2} height={VIEW * 2} aria-hidden />
    </div>
  );
}
