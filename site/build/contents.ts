// The contents at the side of every page: the groups of the guides as their index lists them, then the reference of the
// API, the rules, and what operators read.
import { slugOf } from './slug.ts';

/** A link of the contents. */
export interface ContentsLink {
  /** The file of the page's document. */
  file: string;
  title: string;
}

/** A group of links. */
export interface ContentsGroup {
  title: string;
  links: ContentsLink[];
  /** Its first link is its index; the others are shown on its own pages only. */
  isLong?: boolean;
}

const GROUP = /^## (?<title>.+)$/;
const ENTRY = /^- \[(?<title>[^\]]+)\]\((?<file>[\w-]+)\.md\)/;

/** The groups of the index of the guides. @param text of docs/guides/README.md */
export function guideGroups(text: string): ContentsGroup[] {
  const groups: ContentsGroup[] = [];
  for (const line of text.split('\n')) {
    const group = GROUP.exec(line)?.groups?.['title'];
    if (group !== undefined) groups.push({ title: group, links: [] });
    const { title, file } = ENTRY.exec(line)?.groups ?? {};
    if (title !== undefined && file !== undefined)
      groups.at(-1)?.links.push({ file: `docs/guides/${file}.md`, title });
  }
  return groups.filter(({ links }) => links.length > 0);
}

/** The group that a page is in, and the pages before and after it. */
export function neighboursOf(groups: readonly ContentsGroup[], file: string) {
  const all = groups.flatMap(({ links }) => links);
  const at = all.findIndex((link) => link.file === file);
  return at < 0 ? {} : { previous: all[at - 1], next: all[at + 1] };
}

/** An id for the heading of a group. */
export const groupId = ({ title }: ContentsGroup) => `site-contents-${slugOf(title)}`;
