// A QR code as one path. It is black on white in the dark theme too, because many apps read no other.
import { encode } from 'uqr';
import { qrPath } from './qr-path.ts';
import css from './second-factor.module.css';

/** ISO/IEC 18004 asks for so many light modules around the code. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  text: string;
  /** For screen readers. */
  label: string;
}

/** The code. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg
      className={css['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={qrPath(data)} fill="currentColor" />
    </svg>
  );
}
