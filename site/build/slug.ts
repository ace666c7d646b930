// The anchor of a heading, as GitHub spells it, so that links work there and here.

/** The anchor of a text. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Gives each heading of a page an anchor of its own. */
export function createAnchors(): (heading: string) => string {
  const taken = new Set<string>();
  return (heading) => {
    const slug = slugOf(heading);
    let unique = slug;
    for (let count = 1; taken.has(unique); count += 1) unique = `${slug}-${count}`;
    taken.add(unique);
    return unique;
  };
}
