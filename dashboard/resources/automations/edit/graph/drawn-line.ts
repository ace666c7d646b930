// The line of a way as the path of an SVG: soft, and upright where it leaves and arrives. Pure.

/** A place in pixels. */
interface Point {
  x: number;
  y: number;
}

/** The path through some points. */
export function pathThrough([first, ...others]: readonly Point[]): string {
  if (!first) return '';
  let before = first;
  const curves = others.map((point) => {
    const middle = (before.y + point.y) / 2;
    const curve = `C${round(before.x)} ${round(middle)} ${round(point.x)} ${round(middle)} ${round(point.x)} ${round(point.y)}`;
    before = point;
    return curve;
  });
  return [`M${round(first.x)} ${round(first.y)}`, ...curves].join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
