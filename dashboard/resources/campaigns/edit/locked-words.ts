// Why a section of a campaign cannot be changed.

/**
 * @param refusal of the person
 * @param isLocked the campaign is paused: a part of its people has got it already
 * @returns undefined: it can
 */
export function lockedWords(refusal: string | undefined, isLocked: boolean): string | undefined {
  if (isLocked)
    return 'The campaign has started, so this can no longer change. It also applies to people who have no mail yet.';
  return refusal;
}
