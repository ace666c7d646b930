// The link of the click by which a vote counts (docs/reference/polls.md): it names the poll and shows no one anything.
const POLL_LINK = /\/poll\/[0-9a-f-]{36}$/;

/** @param link that was clicked, if one was */
export function isVote(link: string | null | undefined): boolean {
  return typeof link === 'string' && POLL_LINK.test(link);
}
