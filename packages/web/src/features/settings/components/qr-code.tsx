import { qrPath } from "../qr-path.ts";

export interface QrCodeProps {
  readonly text: string;
  /** for those who cannot see it */
  readonly label: string;
}

/** A picture code: always dark on light with its quiet edge, because cameras want it so, in the dark theme too. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = qrPath(text);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0b1f24" />
    </svg>
  );
}
