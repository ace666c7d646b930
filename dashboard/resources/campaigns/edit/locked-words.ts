// Why a section of a campaign cannot be changed.

/**
 * @param refusal of the person
 * @param isLocked the campaign is paused: a part of its people has got it already
 * @returns undefined: it can
 */
export function lockedWords(refusal: string | undefined, isLocked: boolean): string | undefined {
  if (isLocked) return 'The campaign has begun, so this stays as it is for those who have got no mail yet.';
  return refusal;
}
