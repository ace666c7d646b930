// The path of a line through its points, with a gap where there is no value. A single value between two gaps is a line
// of length 0, which round ends turn into a dot. Pure.

/** @param max what the top of the drawing means */
export function linePath(
  values: readonly (number | undefined)[],
  { max, width, height }: { max: number; width: number; height: number },
): string {
  let path = '';
  let isDrawn = false;
  values.forEach((value, index) => {
    if (value === undefined) {
      isDrawn = false;
      return;
    }
    const left = values.length < 2 ? width / 2 : (index / (values.length - 1)) * width;
    const place = `${round(left)} ${round(height - (value / max) * height)}`;
    const isAlone = !isDrawn && values[index + 1] === undefined;
    path += isDrawn ? `L${place}` : `M${place}${isAlone ? 'h0' : ''}`;
    isDrawn = true;
  });
  return path;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
