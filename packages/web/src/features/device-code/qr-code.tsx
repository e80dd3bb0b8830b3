import { qrPath } from "./qr-path.ts";

interface QrCodeProps {
  readonly text: string;
  /** a label for people who cannot see it */
  readonly label: string;
}

/** A picture code: always dark on light with its quiet edge, because cameras want it so, in the dark theme too. */
export const QrCode = ({ text, label }: QrCodeProps) => (
  <img alt={label} src={`data:image/svg+xml,${encodeURIComponent(picture(text))}`} />
);

function picture(text: string): string {
  const { size, path } = qrPath(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#0b1f24" d="${path}"/></svg>`
  );
}
